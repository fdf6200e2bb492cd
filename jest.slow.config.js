const quick = require('./jest.config.js');

/** Tests that start whole processes or tell whole stories over HTTP: too slow to run at every save. */
module.exports = {
  ...quick,
  // One pattern for each folder: on Windows Jest takes the separator before a brace for the sign that escapes it, and finds no file.
  testMatch: [
    '<rootDir>/test/**/*.slow.ts',
    ...['journeys', 'local', 'client', 'stack'].map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  ],
  testPathIgnorePatterns: ['/node_modules/'],
  // The client imports its files by their compiled names, with `.js`. Jest must find the `.ts` source.
  moduleNameMapper: { ...quick.moduleNameMapper, '^(\\.{1,2}/.*)\\.js$': '$1' },
};
