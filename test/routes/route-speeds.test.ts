import fc from 'fast-check';
import type { Coordinate } from '../../shared/platform/values/distance';
import {
  type DrivenLeg,
  isPlausible,
  meanKmh,
  type RouteSpeeds,
  withDrivenTrip,
} from '../../shared/routes/route-speeds';
import { someId } from '../support/engine-runtime';
import { placeAt } from '../support/phone-stops';
import { seeded } from '../support/seeded';

const { shuffled } = seeded();

const ROUTE = someId();
const RADIANS = Math.PI / 180;

/** Metres by the spherical law of cosines, in another form than the product's. */
const arcMetres = (one: Coordinate, other: Coordinate): number =>
  6_371_000 *
  Math.acos(
    Math.sin(one.lat * RADIANS) * Math.sin(other.lat * RADIANS) +
      Math.cos(one.lat * RADIANS) * Math.cos(other.lat * RADIANS) * Math.cos((one.lng - other.lng) * RADIANS),
  );

interface Trip {
  readonly tripId: string;
  readonly at: string;
  readonly legs: readonly DrivenLeg[];
}

const entered = (trips: readonly Trip[], before?: RouteSpeeds): RouteSpeeds | undefined =>
  trips.reduce((speeds, { tripId, at, legs }) => withDrivenTrip(ROUTE, speeds, tripId, at, legs) ?? speeds, before);

/** Four places that are kilometres apart. */
const PLACES: readonly Coordinate[] = [
  { lat: 25, lng: -100 },
  { lat: 25.5, lng: -100.25 },
  { lat: 26.12345, lng: -99.54321 },
  { lat: 24.8, lng: -101 },
];
const place = fc.constantFrom(...PLACES);
const leg = fc
  .record({ from: place, to: place, seconds: fc.integer({ min: 60, max: 100_000 }) })
  .filter(({ from, to }) => from !== to);
const trip = fc
  .record({ minute: fc.integer({ min: 0, max: 20 }), legs: fc.array(leg, { minLength: 1, maxLength: 6 }) })
  .map(({ minute, legs }) => ({ at: new Date(1_800_000_000_000 + minute * 60_000).toISOString(), legs }));

/** The mean by a list of all trips, from the last ten of them. */
function expectedKmh(trips: readonly Trip[], from: Coordinate, to: Coordinate): number | undefined {
  const last = [...trips]
    .sort((one, other) => one.at.localeCompare(other.at) || one.tripId.localeCompare(other.tripId))
    .slice(-10);
  const seconds = last.flatMap(({ legs }) => legs.filter((one) => one.from === from && one.to === to));
  if (seconds.length === 0) return undefined;
  const mean = seconds.reduce((sum, one) => sum + one.seconds, 0) / seconds.length;
  return (1.3 * arcMetres(from, to) * 3_600) / 1_000 / mean;
}

describe('road 5: the mean speed of a pair of stops', () => {
  test('road 5: is that of the last ten trips, in any order and however often they are entered', () => {
    fc.assert(
      fc.property(fc.array(trip, { maxLength: 25, size: 'max' }), (given) => {
        const trips = given.map((one) => ({ tripId: someId(), ...one }));
        const speeds = entered(shuffled([...trips, ...trips.slice(0, 5)]));
        for (const from of PLACES)
          for (const to of PLACES) {
            if (from === to) continue;
            const [found, expected] = [meanKmh(speeds, from, to), expectedKmh(trips, from, to)];
            expect(found === undefined).toBe(expected === undefined);
            expect(Math.abs((found ?? 0) - (expected ?? 0))).toBeLessThanOrEqual(0.051);
          }
        expect(speeds?.trips.length ?? 0).toBe(Math.min(10, trips.length));
      }),
    );
  });

  const [from, to] = [placeAt(0), placeAt(100_000)];
  const driven = (seconds: number, tripId = someId(), at = '2026-03-01T00:00:00.000Z'): Trip => ({
    ...{ tripId, at },
    legs: [{ from, to, seconds }],
  });

  test('road 5: gives the mean time: all metres by all seconds', () => {
    // 130 km of road in one hour and in three hours: two hours are the mean.
    expect(meanKmh(entered([driven(3_600), driven(3 * 3_600)]), from, to)).toBeCloseTo(65, 1);
  });

  test('road 5: counts a trip once, by what it showed last', () => {
    const one = driven(3_600);
    const speeds = entered([one, driven(7_200, one.tripId)]);
    expect(meanKmh(speeds, from, to)).toBeCloseTo(65, 1);
    expect(withDrivenTrip(ROUTE, speeds, one.tripId, one.at, driven(7_200).legs)).toBeUndefined();
    expect(withDrivenTrip(ROUTE, speeds, one.tripId, undefined, [])?.trips).toEqual([]);
    expect(withDrivenTrip(ROUTE, undefined, one.tripId, undefined, [])).toBeUndefined();
  });

  test('road 5: is none of the way back, nor of a way to another place', () => {
    const speeds = entered([driven(3_600)]);
    expect(meanKmh(speeds, to, from)).toBeUndefined();
    expect(meanKmh(speeds, from, placeAt(100_002))).toBeUndefined();
    expect(meanKmh(speeds, from, { ...to, lat: to.lat + 0.000_001 })).toBeDefined();
    expect(meanKmh(undefined, from, to)).toBeUndefined();
  });

  test('road 5: raises the revision by each change', () => {
    expect([1, 2, 3].map((count) => entered(Array.from({ length: count }, () => driven(60)))?.revision)).toEqual([
      1, 2, 3,
    ]);
  });

  // 100 km are 3,273 seconds at 110 km/h, and their 130 km of road 93,600 seconds at 5 km/h.
  test.each([
    [0, false],
    [-60, false],
    [3_272, false],
    [3_274, true],
    [93_500, true],
    [93_700, false],
  ])('road 5: of 100 km in %i seconds: %s', (seconds, isCounted) => {
    expect(isPlausible({ from, to, seconds })).toBe(isCounted);
  });
});
