import type { AlarmDefinition, Definitions } from './definitions';
import { metricKey } from './definitions';
import { allStates, firesAt, READINGS, type Reading, statesOf } from './evaluate';
import { formulaOf, type Point } from './metric-math';
import { Recorded } from './metric-store';

const NAMESPACE = 'test';
const key = metricKey(NAMESPACE, 'Faults');
const [DROPS, ZEROES] = READINGS as readonly [Reading, Reading];

const alarm = (given: Partial<AlarmDefinition> = {}): AlarmDefinition => ({
  name: 'alarm',
  reference: '<Alarm.Arn>',
  operands: [{ id: 'm', key, namespace: NAMESPACE, periodMinutes: 5, statistic: 'Sum' }],
  expression: 'm',
  isBelow: false,
  threshold: 3,
  bad: 2,
  of: 3,
  missing: 'notBreaching',
  ...given,
});

const definitions = (given: Partial<Definitions> = {}): Definitions => ({
  alarms: [],
  composites: [],
  filters: [],
  schedules: { recovery: { id: 'r', minutes: 15 }, hourly: [] },
  ...given,
});

/** One value a minute, in the minutes of the ranges. */
function recordedIn(minutes: number, ...ranges: readonly (readonly [number, number])[]): Recorded {
  const recorded = new Recorded(minutes);
  for (const [from, until] of ranges)
    for (let minute = from; minute < until; minute += 1) recorded.measure(minute, key, 1);
  return recorded;
}
const fires = (one: AlarmDefinition, recorded: Recorded, reading = DROPS) =>
  firesAt(statesOf(one, definitions(), recorded, reading));

test('production 3.2: 2 of 3 periods of five minutes must reach the limit', () => {
  expect(fires(alarm(), recordedIn(60, [20, 23]))).toBeUndefined();
  // The period that ends at 22 has three values, and so has the one that ends at 27.
  expect(fires(alarm(), recordedIn(60, [20, 30]))).toBe(27);
  expect(fires(alarm({ of: 2 }), recordedIn(60, [20, 23], [30, 33]), ZEROES)).toBeUndefined();
});

test.each([
  ['notBreaching', undefined],
  ['breaching', 35],
  ['ignore', undefined],
] as const)('production 3.2: missing data that is %s', (missing, expected) => {
  const seen = recordedIn(60, [0, 20]);
  expect(fires(alarm({ missing, isBelow: true, threshold: 1, bad: 3 }), seen, ZEROES)).toBe(
    expected === undefined ? undefined : expected - 1,
  );
});

test('production 3.2: earlier points replace missing ones, so silence is seen later without FILL', () => {
  const silent = { missing: 'breaching', isBelow: true, threshold: 1, bad: 3 } as const;
  const seen = recordedIn(90, [0, 20]);
  const filled = fires(alarm({ ...silent, expression: 'FILL(m, 0)' }), seen);
  expect(filled).toBe(34);
  expect(fires(alarm(silent), seen)).toBeGreaterThan(Number(filled));
});

test('production 3.4: a missing term drops the point in one reading and is 0 in the other; FILL makes them equal', () => {
  const other = {
    id: 'n',
    key: metricKey(NAMESPACE, 'Other'),
    namespace: NAMESPACE,
    periodMinutes: 5,
    statistic: 'Sum',
  };
  const sum = (expression: string) => alarm({ operands: [...alarm().operands, other], expression });
  const seen = recordedIn(60, [20, 40]);
  expect([DROPS, ZEROES].map((reading) => fires(sum('m + n'), seen, reading))).toEqual([undefined, 27]);
  expect([DROPS, ZEROES].map((reading) => fires(sum('FILL(m, 0) + FILL(n, 0)'), seen, reading))).toEqual([27, 27]);
});

test('production 3.2: alarms on metrics of DynamoDB keep their state without data', () => {
  const operands = alarm().operands.map((one) => ({ ...one, namespace: 'AWS/DynamoDB' }));
  const states = statesOf(
    alarm({ operands, bad: 1, of: 1, threshold: 1 }),
    definitions(),
    recordedIn(60, [20, 30]),
    ZEROES,
  );
  expect([states[15], states[25], states[55]]).toEqual([false, true, true]);
});

test('production 3.5: a composite alarm follows its parts', () => {
  const composites = [{ name: 'down', rule: '(ALARM("<Alarm.Arn>") OR ALARM("<Other.Arn>"))' }];
  const never = alarm({ name: 'other', reference: '<Other.Arn>', threshold: 1_000 });
  const states = allStates(definitions({ alarms: [alarm(), never], composites }), recordedIn(60, [20, 30]), DROPS);
  expect(firesAt(states.get('down') ?? [])).toBe(27);
  const unknown = [{ name: 'down', rule: 'ALARM("<Gone.Arn>")' }];
  expect(() => allStates(definitions({ composites: unknown }), recordedIn(9), DROPS)).toThrow('unknown alarm');
});

const calculated = (expression: string, values: Readonly<Record<string, Point>>): Point =>
  formulaOf(expression)({
    point: (id) => values[id],
    filled: (id, value) => values[id] ?? value,
    missingTerm: undefined,
  });

test.each([
  ['1 + 2 * 3', {}, 7],
  ['(1 + 2) * 3', {}, 9],
  ['a - b - c', { a: 9, b: 3, c: 2 }, 4],
  ['a / b', { a: 1, b: 0 }, undefined],
  ['a + b', { a: 1 }, undefined],
  ['FILL(a, 0) + b', { b: 2 }, 2],
  ['IF(a >= 3, 100 * a / b, 0)', { a: 3, b: 60 }, 5],
  ['IF(a >= 3, 100 * a / b, 0)', { a: 2, b: 60 }, 0],
  ['a > 1 AND b > 1 OR c > 1', { a: 2, b: 0, c: 2 }, 1],
  ['MIN([a, b])', { a: 2, b: 1 }, 1],
  ['MAX([a, b])', { b: 1 }, 1],
])('production 3.2: %s with %j is %s', (expression, values, expected) => {
  expect(calculated(expression, values)).toBe(expected);
});

test.each(['a +', 'RATE(a)', 'FILL(a, 0', 'a ~ b', '1 2'])(
  'production 3.2: %s is refused instead of guessed',
  (text) => {
    expect(() => calculated(text, { a: 1, b: 1 })).toThrow();
  },
);

test('production 3.2: percentiles and sums of a period, and lines that a filter counts', () => {
  const recorded = new Recorded(20);
  const times = metricKey('AWS/ApiGateway', 'IntegrationLatency');
  for (let value = 1; value <= 100; value += 1) recorded.measure(value % 5, times, value);
  expect(recorded.series(times, []).statistic('p95', 5)[4]).toBe(95);
  const filter = { pattern: '{ $.status >= 500 }', key, value: '1' };
  recorded.log(3, '{"status":500}', 2);
  recorded.log(4, '{"status":200}');
  expect(recorded.series(key, [filter]).statistic('Sum', 5).slice(2, 9)).toEqual([undefined, 2, 2, 2, 2, 2, undefined]);
});
