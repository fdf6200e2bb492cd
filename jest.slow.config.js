const quick = require('./jest.config.js');

/** Tests that start whole processes or tell whole stories over HTTP: too slow to run at every save. */
module.exports = {
  ...quick,
  testMatch: ['<rootDir>/test/**/*.slow.ts', '<rootDir>/test/{journeys,local}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 30_000,
};
