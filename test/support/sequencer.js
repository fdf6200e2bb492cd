const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The slowest files. In a fresh clone Jest has no durations and sorts by size, so one of these files could run last and alone.
 */
const LONGEST_FIRST = [
  '/test/conformance/matrix.test.ts',
  '/test/conformance/invoices.test.ts',
  '/test/identity/cold-storm.test.ts',
  '/test/proof/proof.test.ts',
  '/test/stack/',
  '/test/every-operation/',
  '/test/stamping/',
];
const rankOf = ({ path }) => {
  const rank = LONGEST_FIRST.findIndex((part) => path.includes(part));
  return rank < 0 ? LONGEST_FIRST.length : rank;
};

/** Starts with the slowest files. */
module.exports = class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => rankOf(one) - rankOf(other));
  }
};
