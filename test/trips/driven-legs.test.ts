import { drivenLegs } from '../../shared/trips/driven-legs';
import type { StopRegisters, StoredStop } from '../../shared/trips/stop';
import { START, someId } from '../support/engine-runtime';
import { placeAt } from '../support/phone-stops';

const MINUTE_MS = 60_000;
const [A, B, C] = [someId(), someId(), someId()];
const instantAt = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();
const stop = (id: string, order: number, kilometre: number, fields: Partial<StoredStop> = {}): StoredStop => ({
  ...{ id, order, name: `km ${kilometre}`, radiusM: 200, ...placeAt(1_000 * kilometre) },
  ...fields,
});
const moment = (minute: number) => ({ key: String(minute), at: instantAt(minute) });
const arrived = (minute: number) => ({ id: someId(), at: instantAt(minute), source: 'DRIVER' as const });
const departed = (minute: number) => ({ id: someId(), at: instantAt(minute), outcome: 'DELIVERED' as const });
const skipped = { id: someId(), at: instantAt(0), reason: 'Cerrado' };
const correction = { status: 'LLEGO', by: someId(), correctedAt: instantAt(0) } as const;

const PLAN = [stop(A, 1, 0), stop(B, 2, 60), stop(C, 3, 120)];
const at = (stopId: string, from: number, to: number): StopRegisters => ({
  stopId,
  inside: moment(from),
  left: moment(to),
});
/** A from minute 0 to 10, B from 70 to 80, C from 150 on. */
const DRIVEN = [at(A, 0, 10), at(B, 70, 80), { stopId: C, inside: moment(150) }];

/** The minutes of each counted way, by the kilometres of its ends. */
const minutesOf = (planned: readonly StoredStop[], registers: readonly StopRegisters[]) =>
  drivenLegs(planned, registers).legs.map(({ from, to, seconds }) => [
    Math.round((from.lat - 25) * 111.195),
    Math.round((to.lat - 25) * 111.195),
    seconds / 60,
  ]);

describe('road 5: the ways between the stops of a trip', () => {
  test('road 5: last from the departure of a stop to the arrival at the next one of the plan', () => {
    expect(minutesOf(PLAN, DRIVEN)).toEqual([
      [0, 60, 60],
      [60, 120, 70],
    ]);
    expect(minutesOf(PLAN.toReversed(), DRIVEN.toReversed())).toHaveLength(2);
    expect(drivenLegs(PLAN, DRIVEN).at).toBe(instantAt(150));
  });

  test('road 5: last as positions say, or else as the driver reported', () => {
    const taps = [
      { stopId: A, departed: departed(20) },
      { stopId: B, arrived: arrived(90), departed: departed(100) },
      { stopId: C, arrived: arrived(160) },
    ];
    expect(minutesOf(PLAN, taps)).toEqual([
      [0, 60, 70],
      [60, 120, 60],
    ]);
    const both = taps.map((one, index) => ({ ...one, ...DRIVEN[index] }));
    expect(minutesOf(PLAN, both)).toEqual([
      [0, 60, 60],
      [60, 120, 70],
    ]);
  });

  const [first, second] = [
    [0, 60, 60],
    [60, 120, 70],
  ];
  test.each<[string, readonly StoredStop[], readonly StopRegisters[], unknown]>([
    ['of a skipped stop', PLAN, [at(A, 0, 10), { ...at(B, 70, 80), skipped }, at(C, 150, 160)], []],
    [
      'of a stop that the office corrected',
      PLAN,
      [at(A, 0, 10), at(B, 70, 80), { ...at(C, 150, 160), correction }],
      [first],
    ],
    ['of a stop that was moved', [stop(A, 1, 0, { isMoved: true }), ...PLAN.slice(1)], DRIVEN, [second]],
    [
      'of a stop without a place',
      [stop(A, 1, 0, { lat: undefined, lng: undefined }), ...PLAN.slice(1)],
      DRIVEN,
      [second],
    ],
    ['past a stop that was not reached', PLAN, [at(A, 0, 10), at(C, 150, 160)], []],
    ['from a stop that was not left', PLAN, [{ stopId: A, inside: moment(0) }, at(B, 70, 80)], []],
    ['that took no time', PLAN, [at(A, 0, 70), at(B, 70, 80), at(C, 150, 160)], [second]],
    ['that was driven in the other direction', PLAN, [at(A, 90, 100), at(B, 10, 20), at(C, 150, 160)], []],
    ['that is too fast', PLAN, [at(A, 0, 40), at(B, 70, 80), at(C, 150, 160)], [second]],
    ['that is too slow', PLAN, [at(A, 0, 10), at(B, 1_000, 1_010), at(C, 1_080, 1_090)], [[60, 120, 70]]],
    ['on which the truck was at another stop', PLAN, [at(A, 0, 10), at(B, 140, 150), at(C, 70, 80)], []],
  ])('road 5: do not count a way %s', (_, planned, registers, expected) => {
    expect(minutesOf(planned, registers)).toEqual(expected);
  });

  test('road 5: are none of a trip without reports', () => {
    expect(drivenLegs(PLAN, [])).toEqual({ legs: [], at: undefined });
  });
});
