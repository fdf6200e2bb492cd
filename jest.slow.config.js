const quick = require('./jest.config.js');

/** Tests that start whole processes or tell whole stories over HTTP: too slow to run at every save. */
module.exports = {
  ...quick,
  testMatch: ['<rootDir>/test/**/*.slow.ts', '<rootDir>/test/{journeys,local,client,stack}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // The client imports its files by their compiled names, with `.js`. Jest must find the `.ts` source.
  moduleNameMapper: { ...quick.moduleNameMapper, '^(\\.{1,2}/.*)\\.js$': '$1' },
  testTimeout: 30_000,
};
