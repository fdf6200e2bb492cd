/** What `run.ts` asks for, in the environment: the files to change, the files of tests, and a folder of its own outside the tree. */
const { mutate, work } = JSON.parse(process.env.MUTATION_RUN);

export default {
  plugins: ['runner', 'ignorer', 'survivors'].map((name) => new URL(`${name}.mjs`, import.meta.url).pathname),
  testRunner: 'circus',
  coverageAnalysis: 'perTest',
  ignorers: ['left-out'],
  mutate,
  // One at a time, and long waits: the machine may have other work, and a mutant that is late would count as noticed.
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  timeoutMS: 60_000,
  timeoutFactor: 5,
  // The first play of all tests, on a machine that has other work.
  dryRunTimeoutMinutes: 30,
  // Nothing here looks at types, and the generated client is compared as it is.
  disableTypeChecks: false,
  allowConsoleColors: false,
  warnings: { slow: false },
  reporters: ['json', 'progress-append-only', 'survivors'],
  jsonReporter: { fileName: `${work}/report.json` },
  tempDirName: `${work}/sandbox`,
  ignorePatterns: ['/test/mutation', '.local', 'cdk.out', 'docs/decisions', 'docs/screenshots'],
};
