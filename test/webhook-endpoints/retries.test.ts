import { isGivenUp, MOST_ATTEMPTS, pauseAfter, retryAfterIn } from '../../shared/webhook-endpoints/retries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('integrations 2: retries', () => {
  test('ten attempts in three days', () => {
    const pauses = Array.from({ length: 10 }, (_, index) => pauseAfter(index + 1, 0.5));
    expect(pauses).toEqual([
      MINUTE,
      5 * MINUTE,
      30 * MINUTE,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
      undefined,
    ]);
    expect(MOST_ATTEMPTS).toBe(10);
  });

  test('a pause varies by a fifth', () => {
    expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([48_000, 72_000]);
  });

  test('Retry-After makes the pause longer, up to a day, and never shorter', () => {
    expect([pauseAfter(1, 0.5, 1_000), pauseAfter(1, 0.5, HOUR), pauseAfter(1, 0.5, 2 * DAY)]).toEqual([
      MINUTE,
      HOUR,
      DAY,
    ]);
    expect(pauseAfter(10, 0.5, HOUR)).toBeUndefined();
  });

  test('Retry-After is a number of seconds or a date', () => {
    const now = Date.UTC(2026, 10, 25);
    expect(retryAfterIn('120', now)).toBe(120_000);
    expect(retryAfterIn(new Date(now + HOUR).toUTCString(), now)).toBe(HOUR);
    expect(retryAfterIn(new Date(now - HOUR).toUTCString(), now)).toBe(0);
    expect([undefined, '', '-1', 'soon', '1e3', '99999999999'].map((text) => retryAfterIn(text, now))).toEqual(
      new Array(6).fill(undefined),
    );
  });
});

describe('integrations 2: giving up', () => {
  test('the fourth attempt after five days of failing', () => {
    const now = 10 * DAY;
    expect(isGivenUp(4, now - 5 * DAY, now)).toBe(true);
    expect(isGivenUp(3, now - 5 * DAY, now)).toBe(false);
    expect(isGivenUp(10, now - 5 * DAY + 1, now)).toBe(false);
    expect(isGivenUp(10, undefined, now)).toBe(false);
  });
});
