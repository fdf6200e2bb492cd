/** `run.ts` passes in the environment: the files to mutate, the test files, and a working folder outside the tree. */
const { mutate, work } = JSON.parse(process.env.MUTATION_RUN);

export default {
  plugins: ['runner', 'ignorer', 'survivors'].map((name) => new URL(`${name}.mjs`, import.meta.url).pathname),
  testRunner: 'circus',
  coverageAnalysis: 'perTest',
  ignorers: ['left-out'],
  mutate,
  // One at a time and with long timeouts, because the machine may be busy, and a mutant that times out counts as noticed.
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  timeoutMS: 60_000,
  timeoutFactor: 5,
  // The first run of all tests, on a machine that may be busy.
  dryRunTimeoutMinutes: 30,
  // Types are not checked here, and the generated client is compared unchanged.
  disableTypeChecks: false,
  allowConsoleColors: false,
  warnings: { slow: false },
  reporters: ['json', 'progress-append-only', 'survivors'],
  jsonReporter: { fileName: `${work}/report.json` },
  tempDirName: `${work}/sandbox`,
  ignorePatterns: ['/test/mutation', '.local', 'cdk.out', 'docs/decisions', 'docs/screenshots'],
};
