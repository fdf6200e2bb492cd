const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take the longest. In a fresh clone Jest knows no times and goes by size, so that one of them could be the last, alone. */
const LONGEST_FIRST = ['/test/proof/proof.test.ts', '/test/stack/', '/test/every-operation/', '/test/stamping/'];
const rankOf = ({ path }) => {
  const rank = LONGEST_FIRST.findIndex((part) => path.includes(part));
  return rank < 0 ? LONGEST_FIRST.length : rank;
};

/** Begins with the files that take the longest. */
module.exports = class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => rankOf(one) - rankOf(other));
  }
};
