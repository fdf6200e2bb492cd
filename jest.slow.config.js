const quick = require('./jest.config.js');

/** Tests that start whole processes: too slow to run at every save. */
module.exports = { ...quick, testMatch: ['<rootDir>/test/**/*.slow.ts'], testTimeout: 30_000 };
