import { isUuid7, millisecondsOf, uuid7, uuid7After } from '../../client/src/uuid7';

/** Gives the digits one after the other, as random numbers. */
function numbers(digits: string): () => number {
  const all = [...digits].map((digit) => Number.parseInt(digit, 16) / 16);
  return () => all.shift() ?? 0;
}

const NOW = Date.parse('2026-03-02T15:00:00Z');
const HOUR_MS = 3_600_000;

describe('an identifier of a phone', () => {
  test('road 1.2: has the layout of the example in RFC 9562, appendix A.6', () => {
    // rand_a 0xCC3; rand_b 0b01 and 0x8C4DC0C0C07398F. The digit 9 is variant 0b10 and 0b01.
    const made = uuid7(0x017f22e279b0, numbers('cc318c4dc0c0c07398f'));
    expect(made).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
    expect(new Date(millisecondsOf(made)).toISOString()).toBe('2022-02-22T19:22:22.000Z');
  });

  test('road 1.2: ascends while the clock stands still, is set back, and goes on', () => {
    const ids: string[] = [];
    const next = (milliseconds: number) => ids.push(uuid7After(ids.at(-1), milliseconds, Math.random));
    for (let count = 0; count < 2_000; count += 1) next(NOW);
    for (let count = 0; count < 2_000; count += 1) next(NOW - 3 * HOUR_MS + count);
    for (let count = 0; count < 2_000; count += 1) next(NOW + count);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(6_000);
    expect(ids.every(isUuid7)).toBe(true);
  });

  test('road 1.2: a full counter goes on in the next millisecond', () => {
    const last = uuid7(NOW, () => 0.999);
    const next = uuid7After(last, NOW - HOUR_MS, () => 0);
    expect([last.slice(24), next > last, isUuid7(next), millisecondsOf(next)]).toEqual([
      'ffffffffffff',
      true,
      true,
      NOW + 1,
    ]);
  });

  test('road 1.2: of the same millisecond differs on two phones', () => {
    const made = Array.from({ length: 10_000 }, () => uuid7(NOW, Math.random));
    expect(new Set(made).size).toBe(10_000);
  });
});
