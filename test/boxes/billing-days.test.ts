import fc from 'fast-check';
import { billedDays, rentalTotal } from '../../shared/boxes/billing-days';
import { wantsInvoice } from '../../shared/boxes/reservation';
import { AppError } from '../../shared/platform/errors';

const DAY = 24 * 60 * 60_000;
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Starts of every kind: any millisecond of a century, leap days, and the nights on which Tijuana changes its clocks. */
const starts = fc.oneof(
  fc.integer({ min: Date.parse('2000-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') }),
  fc.constantFrom(
    ...['2024-02-28T12:00:00Z', '2028-02-29T00:00:00Z', '2100-02-28T23:59:59.999Z'].map((one) => Date.parse(one)),
    ...['2026-03-08T09:59:59.999Z', '2026-03-08T10:00:00Z', '2026-11-01T08:00:00Z'].map((one) => Date.parse(one)),
  ),
);

describe('billed days', () => {
  test.each([
    ['2026-03-02T15:00:00.000Z', '2026-03-02T15:00:00.000Z', 1],
    ['2026-03-02T15:00:00.000Z', '2026-03-02T15:00:00.001Z', 1],
    ['2026-03-02T15:00:00.000Z', '2026-03-02T18:00:00.000Z', 1],
    ['2026-03-02T15:00:00.000Z', '2026-03-03T14:59:59.999Z', 1],
    ['2026-03-02T15:00:00.000Z', '2026-03-03T15:00:00.000Z', 1],
    ['2026-03-02T15:00:00.000Z', '2026-03-03T15:00:00.001Z', 2],
    // A leap year's February has the 29th, another's has not.
    ['2028-02-28T12:00:00.000Z', '2028-03-01T12:00:00.000Z', 2],
    ['2026-02-28T12:00:00.000Z', '2026-03-01T12:00:00.000Z', 1],
    // Local noon to local noon in Tijuana: 23 hours in March, 25 in November.
    ['2026-03-07T20:00:00.000Z', '2026-03-08T19:00:00.000Z', 1],
    ['2026-10-31T19:00:00.000Z', '2026-11-01T20:00:00.000Z', 2],
    ['2025-12-31T06:00:00.000Z', '2026-12-31T06:00:00.000Z', 365],
    ['2027-12-31T06:00:00.000Z', '2028-12-31T06:00:00.000Z', 366],
  ])('from %s to %s are %i', (startAt, actualEndAt, days) => {
    expect(billedDays(startAt, actualEndAt)).toBe(days);
  });

  test('are whole, at least one, and the fewest spans of 24 hours that cover the rental', () => {
    fc.assert(
      fc.property(starts, fc.integer({ min: 0, max: 800 * DAY }), (start, length) => {
        const days = billedDays(iso(start), iso(start + length));
        expect(Number.isInteger(days)).toBe(true);
        expect(days * DAY).toBeGreaterThanOrEqual(Math.max(length, 1));
        expect((days - 1) * DAY).toBeLessThan(Math.max(length, 1));
      }),
    );
  });

  test('never fall when the end moves on, and grow by as many as whole days are added', () => {
    fc.assert(
      fc.property(starts, fc.integer({ min: 0, max: 400 * DAY }), fc.nat(400), (start, length, more) => {
        const days = billedDays(iso(start), iso(start + length));
        expect(billedDays(iso(start), iso(start + length + 1))).toBeGreaterThanOrEqual(days);
        expect(billedDays(iso(start), iso(start + Math.max(length, 1) + more * DAY))).toBe(days + more);
      }),
    );
  });

  test('do not depend on when the rental begins: no leap day and no change of clocks counts', () => {
    fc.assert(
      fc.property(starts, starts, fc.integer({ min: 0, max: 400 * DAY }), (one, other, length) => {
        expect(billedDays(iso(one), iso(one + length))).toBe(billedDays(iso(other), iso(other + length)));
      }),
    );
  });

  test('of an end before the start are refused by its field, from one millisecond on', () => {
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 400 * DAY }), (start, early) => {
        expect(() => billedDays(iso(start), iso(start - early))).toThrow(
          expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'actualEndAt' }),
        );
      }),
    );
  });
});

describe('the total of a rental', () => {
  test.each([
    [1, 0, 0],
    [1, 0.01, 0.01],
    [3, 0.1, 0.3],
    [3, 1.1, 3.3],
    [7, 1_250.55, 8_753.85],
    [365, 1_999.99, 729_996.35],
    [100, 9_999_999.99, 999_999_999],
    [1, 999_999_999.99, 999_999_999.99],
  ])('%i days at %d are %d', (days, rate, total) => {
    expect(rentalTotal(days, rate)).toBe(total);
  });

  test('is exact in cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 99_999_999 }), (days, cents) => {
        expect(Math.round(rentalTotal(days, cents / 100) * 100)).toBe(days * cents);
      }),
    );
  });

  test('is refused above the largest amount', () => {
    expect(rentalTotal(9, 111_111_111.11)).toBe(999_999_999.99);
    expect(() => rentalTotal(2, 500_000_000)).toThrow(AppError);
    expect(() => rentalTotal(2, 500_000_000)).toThrow(expect.objectContaining({ field: 'actualEndAt' }));
  });
});

test('an invoice is wanted from the first cent of what is billable', () => {
  const wanted = [0, 0.01, 0.02].map((totalAmount) => wantsInvoice({ isBillable: true, totalAmount }));
  expect(wanted).toEqual([false, true, true]);
  expect(wantsInvoice({ isBillable: false, totalAmount: 100 })).toBe(false);
});
