/** Compiles TypeScript to CommonJS with swc, and with it what ships ES modules only (Middy, jose) or imports one by itself (facturapi). */
module.exports = {
  testEnvironment: 'node',
  // By default one core is kept free, which on two cores halves the speed.
  maxWorkers: '100%',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '^.+\\.(t|j)s$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleNameMapper: { '^@middy/(.*)$': '<rootDir>/node_modules/@middy/$1/index.js' },
  transformIgnorePatterns: ['/node_modules/(?!@middy/|jose/|facturapi/)'],
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.local'],
  setupFiles: ['<rootDir>/test/support/setup.ts'],
};
