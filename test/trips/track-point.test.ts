import fc from 'fast-check';
import { POSITION_PLACE, positionKey } from '../../shared/fleet/position-places';
import { idOfKey, keyBefore, keyInTrack, legOfKey } from '../../shared/fleet/track-key';
import { MOST_LISTED, segmentKey } from '../../shared/trips/track';
import { thinned } from '../../shared/trips/track-answer';
import {
  decodePoints,
  decodeRun,
  encodePoint,
  encodeRun,
  type TrackPoint,
  trackOf,
} from '../../shared/trips/track-point';
import { factId } from '../support/phone';

const seconds = fc.integer({ min: Date.UTC(2025, 0, 1) / 1000, max: Date.UTC(2090, 0, 1) / 1000 });
const absentOr = (most: number, step = 1) =>
  fc.option(
    fc.integer({ min: 0, max: most }).map((value) => value * step),
    { nil: undefined },
  );
const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5);
const point: fc.Arbitrary<TrackPoint> = fc
  .record({
    sent: seconds,
    recordedAfter: fc.oneof(fc.constant(0), fc.integer({ min: -6e10, max: 1e5 })),
    shift: fc.oneof(fc.constant(0), fc.integer({ min: -6e10, max: 6e10 })),
    ...{ lat: degrees(90), lng: degrees(180), speedKmh: absentOr(254), heading: absentOr(180, 2) },
    accuracyM: absentOr(254),
  })
  .map(({ sent, recordedAfter, shift, ...measured }) => {
    const recorded = sent + recordedAfter;
    return { leg: 3, sent, recorded, at: recorded + shift, ...measured };
  });
const bySent = (one: TrackPoint, other: TrackPoint) => one.sent - other.sent;

/** A truck that goes on for a minute. */
const onTheRoad = (minutes: number): TrackPoint[] =>
  Array.from({ length: minutes }, (_, index) => {
    const sent = Date.UTC(2026, 10, 26) / 1000 + index * 60;
    const place = { lat: 25.68661 + index * 0.0117, lng: -100.31611 - index * 0.0042 };
    return { leg: 0, sent, recorded: sent, at: sent, ...place, speedKmh: 82, heading: 340, accuracyM: 7 };
  });

describe('road 5: the encoding of a track', () => {
  test('road 5: gives back the points, those of a list and those of a segment', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), (points) => {
        const sorted = points.toSorted(bySent);
        expect(decodeRun(3, encodeRun(sorted))).toEqual(sorted);
        expect(decodePoints(points.map(encodePoint))).toEqual(points);
      }),
    );
  });

  test('road 5: rounds a place to a hundred-thousandth of a degree, and what a byte cannot hold to what it can', () => {
    const [one] = onTheRoad(1);
    if (one === undefined) throw new Error('There is no point.');
    const odd = { ...one, lat: 25.6866149, lng: -100.3161151, speedKmh: 900.4, heading: 341, accuracyM: 10_000 };
    expect(decodeRun(0, encodeRun([odd]))).toMatchObject([
      { lat: 25.68661, lng: -100.31612, speedKmh: 254, heading: 342, accuracyM: 254 },
    ]);
  });

  test('road 9: takes eight bytes a point in a segment, of which a hundred fill one write unit', () => {
    const bytes = encodeRun(onTheRoad(100)).length;
    expect(bytes).toBeLessThanOrEqual(8 * 100 + 10);
    const { pk, sk } = segmentKey(factId(), factId(), '0'.repeat(12), '0'.repeat(12));
    const others = `pk${pk}sk${sk}legpointsexpires`.length + 2 + 6;
    expect(bytes + others).toBeLessThanOrEqual(1_024);
  });

  test('road 3: keeps the item with 35 points within a write unit', () => {
    const id = factId();
    const { pk, sk } = positionKey(id, id);
    const stored = POSITION_PLACE.stored({
      ...{ driverId: id, sub: id, keptSession: id, isOpen: true, lastKey: keyInTrack(12, id), leg: 12 },
      ...{ lat: -23.123456789012344, lng: -103.12345678901234, speedKmh: 82.44000244140625, heading: 170.4 },
      ...{ timestamp: '2026-03-02T15:04:05.678Z', receivedAt: '2026-03-09T16:05:06.789Z', stopsRevision: 120 },
      ...{ sessionsValidFrom: '2026-03-02T15:04:05.000Z', points: onTheRoad(MOST_LISTED).map(encodePoint) },
      hoursDue: 31_014_720,
    });
    expect(MOST_LISTED).toBe(35);
    expect(sizeOf({ pk, sk, ...stored })).toBeLessThanOrEqual(1_024);
  });

  test('road 5: that is cut off is an error, and not a shorter track', () => {
    expect(() => decodeRun(0, encodeRun(onTheRoad(3)).slice(0, -1))).toThrow('cut off');
  });
});

/** The bytes as DynamoDB counts them. A number takes at most 21. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (typeof value === 'boolean' || value === undefined) return 1;
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + 1 + sizeOf(one), 3);
  return Object.entries(Object(value)).reduce((sum, [name, one]) => sum + name.length + sizeOf(one), 0);
}

describe('road 3: the key of a position', () => {
  test('road 3: orders by leg, then by identifier', () => {
    const ids = [factId(1_000), factId(1_000), factId(2_000)];
    const keys = [0, 9, 10, 300].flatMap((leg) => ids.map((id) => keyInTrack(leg, id)));
    expect(keys.toSorted()).toEqual(keys);
    expect(keys.map((key) => [legOfKey(key), idOfKey(key)])).toEqual(
      [0, 9, 10, 300].flatMap((leg) => ids.map((id) => [leg, id])),
    );
  });

  test('road 3: has one before it', () => {
    const [low, high] = [keyInTrack(1, factId()), keyInTrack(1, factId())];
    expect(keyBefore(high) < high && keyBefore(high) >= low).toBe(true);
    expect(keyBefore(`${'0'.repeat(4)}${'0'.repeat(31)}1`)).toBe('0'.repeat(36));
  });
});

describe('road 5: the points of a track', () => {
  const driverOf = (leg: number) => (leg === 2 ? 'a' : 'b');

  test('road 5: stand once each, in the order of the identifiers, from any order and repetition', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (points, random) => {
        const shuffled = [...points, ...points]
          .map((one) => ({ one, rank: random.next().value }))
          .sort((one, other) => one.rank - other.rank)
          .map(({ one }) => one);
        expect(trackOf(shuffled, driverOf)).toEqual(trackOf(points, driverOf));
      }),
    );
  });

  test('road 5: of a driver who sent one in two legs stand once, and those of another driver stand too', () => {
    const [one] = onTheRoad(1);
    if (one === undefined) throw new Error('There is no point.');
    const points = [2, 1, 0].map((leg) => ({ ...one, leg }));
    expect(trackOf(points, driverOf).map(({ leg }) => leg)).toEqual([0, 2]);
  });

  test('road 5: of a phone whose identifiers stand still are ordered by their time of recording', () => {
    const frozen = onTheRoad(3).map((one, _, [first]) => ({ ...one, sent: first?.sent ?? 0 }));
    expect(trackOf(frozen.toReversed(), driverOf)).toEqual(frozen);
  });

  test('road 8: beyond 5,000 are thinned, with the first and the last', () => {
    const many = onTheRoad(12_345);
    const fewer = thinned(many);
    expect([fewer.length, fewer[0], fewer.at(-1)]).toEqual([5_000, many[0], many.at(-1)]);
    expect(new Set(fewer).size).toBe(5_000);
    expect(thinned(many.slice(0, 5_000))).toHaveLength(5_000);
  });
});
