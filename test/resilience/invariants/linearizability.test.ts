import fc from 'fast-check';
import { type Event, explain } from './linearizability';

const write = (value: number, began: number, ended: number): Event<number> => ({
  what: `write ${value}`,
  began,
  ended,
  after: () => [value],
});
const read = (value: number, began: number, ended: number): Event<number> => ({
  what: `read ${value}`,
  began,
  ended,
  after: (state) => (state === value ? [state] : []),
});
const lost = (value: number, began: number): Event<number> => ({
  ...write(value, began, Number.POSITIVE_INFINITY),
  after: () => [value],
});

test.each<[string, Event<number>[], boolean]>([
  ['nothing at all', [], true],
  ['a read of what was written before', [write(1, 0, 1), read(1, 2, 3)], true],
  ['a read of what was overwritten before it began', [write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)], false],
  ['a read of either of two writes at once', [write(1, 0, 9), write(2, 0, 9), read(1, 10, 11)], true],
  [
    'two reads that see two writes in different orders',
    [write(1, 0, 9), write(2, 0, 9), read(1, 10, 11), read(2, 12, 13)],
    false,
  ],
  ['a read of a write that is under way', [write(1, 0, 9), read(1, 3, 4)], true],
  ['a read that goes back while the write is under way', [write(1, 0, 9), read(1, 3, 4), read(0, 5, 6)], false],
  ['a lost write that is seen', [lost(1, 0), read(0, 1, 2), read(1, 3, 4)], true],
  ['a lost write that is never seen', [lost(1, 0), read(0, 1, 2), read(0, 3, 4)], true],
  ['a lost write that is seen before it began', [read(1, 0, 1), lost(1, 2)], false],
  ['a lost write that is seen and then is not', [lost(1, 0), read(1, 1, 2), read(0, 3, 4)], false],
  ['a value that nobody wrote', [write(1, 0, 1), read(2, 2, 3)], false],
])('%s', (_, events, holds) => {
  expect(explain(events, 0).holds).toBe(holds);
});

/** What truly happens to a register: each operation takes effect at one instant between its beginning and its end. */
const histories = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 1_000 }),
      before: fc.integer({ min: 0, max: 60 }),
      after: fc.integer({ min: 1, max: 60 }),
      value: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
    { minLength: 4, maxLength: 24 },
  )
  .map((given) => {
    let state = 0;
    return given
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, before, after, value }) => {
        if (value !== null) state = value;
        const make = value === null ? read : write;
        return make(state, at - before, at + after);
      });
  });

test('explains every history that truly happened', () => {
  fc.assert(
    fc.property(histories, (events) => {
      expect(explain(events, 0).holds).toBe(true);
    }),
    { numRuns: 300, seed: 8 },
  );
});

test('rejects a true history in which one read is made to say what nobody ever wrote', () => {
  fc.assert(
    fc.property(histories, fc.nat(), (events, which) => {
      const reads = events.filter(({ what }) => what.startsWith('read'));
      fc.pre(reads.length > 0);
      const chosen = reads[which % reads.length];
      const corrupted = events.map((event) => (event === chosen ? read(9, event.began, event.ended) : event));
      expect(explain(corrupted, 0).holds).toBe(false);
    }),
    { numRuns: 300, seed: 8 },
  );
});
