import { reachedLimit, stillHolds, type ToldLimit } from '../../shared/hours/hours-alerts';
import { firstHoursDue, nextHoursDue } from '../../shared/hours/hours-due';
import type { RuleCount } from '../../shared/hours/limits';

const MINUTE = 60;
const SINCE = 1_000 * MINUTE;
/** A count of five hours with so many minutes left. */
const countWith = (left: number, fields: Partial<RuleCount> = {}): RuleCount => ({
  ...{ rule: 'CONTINUOUS_DRIVING', since: SINCE, seconds: (300 - left) * MINUTE, left: left * MINUTE },
  ...{ near: [SINCE, SINCE + 270 * MINUTE], over: [SINCE + 300 * MINUTE], ...fields },
});
const told = (code: ToldLimit['code'], at = SINCE + 270 * MINUTE): ToldLimit => ({
  ...{ rule: 'CONTINUOUS_DRIVING', code, at, alertId: '01890000-0000-7000-8000-000000000001' },
});

test.each([
  [31, undefined],
  [30, 'HOURS_NEAR_LIMIT'],
  [0, 'HOURS_NEAR_LIMIT'],
  [-1, 'HOURS_OVER_LIMIT'],
])('road 6: with %i minutes left the driver has reached %s', (left, code) => {
  expect(reachedLimit(countWith(left))?.code).toBe(code);
});

test('road 6: a limit was reached when the log last passed it', () => {
  expect(reachedLimit(countWith(10))?.at).toBe(SINCE + 270 * MINUTE);
  expect(reachedLimit(countWith(-10))?.at).toBe(SINCE + 300 * MINUTE);
});

describe('road 6: an alert about a limit', () => {
  test.each([
    ['HOURS_NEAR_LIMIT', 10, { holds: [0, 45], fails: [-1, 46] }],
    ['HOURS_NEAR_LIMIT', 60, { holds: [0, 90], fails: [-1, 91] }],
    ['HOURS_OVER_LIMIT', 10, { holds: [-200, 15], fails: [16] }],
    ['HOURS_OVER_LIMIT', 60, { holds: [-200, 60], fails: [61] }],
  ] as const)(
    'road 6: %s holds with a pause of %i minutes by the minutes left: %j',
    (code, pause, { holds, fails }) => {
      const holdsWith = (left: number) => stillHolds(told(code), countWith(left), pause);
      expect(holds.filter(holdsWith)).toEqual(holds);
      expect(fails.filter(holdsWith)).toEqual([]);
    },
  );

  test('road 6: holds no longer when another count has begun, or none', () => {
    expect(stillHolds(told('HOURS_NEAR_LIMIT', SINCE), countWith(10), 10)).toBe(true);
    expect(stillHolds(told('HOURS_NEAR_LIMIT', SINCE - 1), countWith(10), 10)).toBe(false);
    expect(stillHolds(told('HOURS_NEAR_LIMIT'), countWith(10, { since: undefined }), 10)).toBe(false);
  });
});

describe('road 6: the hours are judged again', () => {
  const until = 2_000 * MINUTE;
  const minutesTo = (...lefts: number[]) =>
    nextHoursDue(
      lefts.map((left) => countWith(left)),
      until,
    ) - 2_000;

  test('road 6: when the next warning or limit is reached', () => {
    expect([minutesTo(50, 800), minutesTo(25, 800), minutesTo(800, 42)]).toEqual([20, 26, 12]);
  });

  test('road 6: in five minutes at the earliest, and in an hour at the latest', () => {
    expect([minutesTo(31), minutesTo(0), minutesTo(300, 840), minutesTo(-10, -5)]).toEqual([5, 5, 60, 60]);
  });

  test('road 6: 40 minutes after the start of a trip', () => {
    expect(firstHoursDue(new Date(2_000 * MINUTE * 1000 - 1))).toBe(2_040);
  });
});
