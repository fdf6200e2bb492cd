/** What `run.ts` asks for, in the environment: the files to change, the files of tests, and a folder of its own outside the tree. */
const { mutate, work } = JSON.parse(process.env.MUTATION_RUN);

export default {
  plugins: ['./test/mutation/runner.mjs', './test/mutation/ignorer.mjs'].map(
    (path) => new URL(`../../${path}`, import.meta.url).pathname,
  ),
  testRunner: 'circus',
  coverageAnalysis: 'perTest',
  ignorers: ['left-out'],
  mutate,
  // One: the machine may have other work, and a mutant that is late would count as noticed.
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  timeoutMS: 20_000,
  // Nothing here looks at types, and the generated client is compared as it is.
  disableTypeChecks: false,
  allowConsoleColors: false,
  warnings: { slow: false },
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `${work}/report.json` },
  tempDirName: `${work}/sandbox`,
  ignorePatterns: ['/test/mutation', '.local', 'cdk.out', 'docs/decisions', 'docs/screenshots'],
};
