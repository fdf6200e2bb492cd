import { spread } from '../../shared/payments/books';
import { numberedLines } from '../../shared/receipts/number-lines';
import { type AllocationRules, allocationFaults } from './allocations';

const HISTORIES = 200;

function faultsIn(rules?: AllocationRules): string[] {
  return Array.from({ length: HISTORIES }, (_, index) => allocationFaults(index + 1, rules)).flat();
}

test(`tax 3.6, 4.5: ${HISTORIES} random histories of allocations, notes and receipts are as in the model`, () => {
  expect(faultsIn()).toEqual([]);
});

describe('tax 3.6, 4.5: the model notices', () => {
  test.each<[string, Partial<AllocationRules>, string]>([
    [
      'the newest document first',
      { spread: (cents, documents) => spread(cents, documents.toReversed()) },
      'an amount is spread otherwise',
    ],
    [
      'a balance that notes do not lower',
      {
        numberedLines: (lines, documents, rules) =>
          numberedLines(
            lines,
            documents.map((one) => ({ ...one, credited: undefined })),
            rules,
          ),
      },
      'a line is numbered otherwise',
    ],
    [
      'bases without those of earlier lines',
      {
        numberedLines: (lines, documents, rules) =>
          numberedLines(
            lines,
            documents.map((one) => ({ ...one, taken: [] })),
            rules,
          ),
      },
      'bases',
    ],
  ])('%s', (_, weakened, fault) => {
    const faults = faultsIn({ spread, numberedLines, ...weakened });
    expect(faults.some((one) => one.startsWith(fault))).toBe(true);
  });
});
