/** Compiles TypeScript to CommonJS with swc, and with it what ships ES modules only (Middy, jose) or imports one by itself (facturapi). */
module.exports = {
  runtime: '<rootDir>/test/support/runtime.js',
  testEnvironment: '<rootDir>/test/support/sandbox.js',
  // It ends only what hangs: CI machines are shared, and one took twice as long as the other.
  testTimeout: 360_000,
  // By default one core is kept free, which on two cores halves the speed.
  maxWorkers: '100%',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // What is told over HTTP for ten seconds, the local cloud itself, what is packed and what is synthesized: `npm run test:journeys`,
  // `test:local`, `test:client`, `test:stack`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(journeys|local|client|stack)/'],
  transform: {
    '^.+\\.(t|j)s$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleNameMapper: { '^@middy/(.*)$': '<rootDir>/node_modules/@middy/$1/index.js' },
  transformIgnorePatterns: ['/node_modules/(?!@middy/|jose/|facturapi/)'],
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.local'],
  testSequencer: '<rootDir>/test/support/sequencer.js',
  globalSetup: '<rootDir>/test/support/pool-keys.ts',
  setupFiles: ['<rootDir>/test/support/setup.ts'],
  setupFilesAfterEnv: [
    // Records the declared permissions that the tests need: test/permissions/run.ts.
    ...(process.env.EXERCISED_PERMISSIONS ? ['<rootDir>/test/permissions/watch.ts'] : []),
    // Leaves out one part of a table of states: test/states/weaken.ts.
    ...(process.env.STATE_WEAKENING ? ['<rootDir>/test/states/weakened.ts'] : []),
  ],
};
