import fc from 'fast-check';
import * as v from 'valibot';
import type { Position } from '../../shared/fleet/position';
import { POSITION_PLACE, positionKey } from '../../shared/fleet/position-places';
import { keyInTrack } from '../../shared/fleet/track-key';
import { MOST_WATCHED, packWatched } from '../../shared/fleet/watched-stops';
import { mostListed } from '../../shared/trips/track';
import { encodePoint } from '../../shared/trips/track-point';
import { runs } from '../support/runs';

const uuid = fc.uuid();
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const wholeSecond = instant.map((text) => text.replace(/\.\d{3}Z/, '.000Z'));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** A number that is too small to be stored is refused. */
const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => (Math.abs(value) < 1e-100 ? 0 : value));

const measured = fc.record({ lat: number(-90, 90), lng: number(-180, 180), timestamp: instant, receivedAt: instant });
/** Places are stored to a hundred-thousandth of a degree. */
const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((steps) => steps / 1e5);
const watchedStop = fc.record({
  id: uuid,
  lat: degrees(90),
  lng: degrees(180),
  radiusM: fc.integer({ min: 50, max: 2_000 }),
  isThere: fc.boolean(),
  latest: optional(wholeSecond),
  haltMinutes: fc.nat(1_440),
  told: fc.nat(255),
  ownKmh: optional(fc.integer({ min: 1, max: 0xffff }).map((tenths) => tenths / 10)),
});
const position: fc.Arbitrary<Position> = fc
  .tuple(
    fc.record({ tripId: uuid, driverId: uuid, isOpen: fc.boolean() }),
    optional(measured),
    fc.record({
      sub: optional(uuid),
      speedKmh: optional(number(0, 300)),
      heading: optional(number(0, 360)),
      sessionsValidFrom: optional(wholeSecond),
      keptSession: optional(fc.oneof(uuid, fc.string({ minLength: 1, maxLength: 36 }))),
      leg: optional(fc.nat(60)),
      lastKey: optional(fc.tuple(fc.nat(60), uuid).map(([leg, id]) => keyInTrack(leg, id))),
      points: optional(
        fc.array(fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64'))),
      ),
      stopsRevision: optional(fc.nat(500)),
      hoursDue: optional(fc.nat()),
      lineOf: optional(uuid),
      far: optional(fc.nat()),
      offRoute: optional(uuid),
      watched: optional(fc.record({ stops: fc.array(watchedStop, { maxLength: 3 }), hasMore: fc.boolean() })),
    }),
  )
  .map(([one, two, three]) => Object.assign({}, one, two, three));

/** The bytes of an item as DynamoDB counts them: names and texts, a byte for a truth value, and two digits a byte and one more for a number. */
function bytesOf(item: object): number {
  const sizes = Object.entries(item).map(([name, value]) => {
    if (value === undefined) return 0;
    if (typeof value === 'string') return name.length + value.length;
    if (typeof value === 'boolean') return name.length + 1;
    if (value instanceof Uint8Array) return name.length + value.length;
    // A list has three bytes more, and one for each element.
    if (Array.isArray(value)) return name.length + 3 + value.reduce((sum, one: Uint8Array) => sum + 1 + one.length, 0);
    const [mantissa = ''] = Number(value).toExponential().split('e');
    const digits = mantissa.replace(/\D/g, '').replace(/0+$/, '').length;
    return name.length + Math.ceil(digits / 2) + 1 + (Number(value) < 0 ? 1 : 0);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const storedItem = (teamId: string, one: Position) => {
  const { pk, sk } = positionKey(teamId, one.tripId);
  return { pk, sk, ...POSITION_PLACE.stored(one) };
};

describe('integrations 5: a stored position', () => {
  test('integrations 5: is read as it was written', () => {
    fc.assert(
      fc.property(uuid, position, (teamId, one) => {
        const read = v.parse(positionKey(teamId, one.tripId).schema, storedItem(teamId, one));
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(one)));
      }),
      { numRuns: runs(300, 2_000) },
    );
  });

  test('integrations 5: has at most 288 bytes, with numbers of seventeen digits and all sessions, and 256 with those of a phone', () => {
    const id = '019cafff-ffff-7fff-bfff-ffffffffffff';
    const largest = {
      lastKey: keyInTrack(12, id),
      leg: 12,
      stopsRevision: 250,
      tripId: id,
      driverId: id,
      sub: id,
      keptSession: id,
      isOpen: true,
      lat: -23.123456789012344,
      lng: -103.12345678901234,
      speedKmh: 82.44000244140625,
      heading: 170.39999389648438,
      timestamp: '2026-03-02T15:04:05.678Z',
      receivedAt: '2026-03-09T16:05:06.789Z',
      sessionsValidFrom: '2026-03-02T15:04:05.000Z',
    };
    const bytes = bytesOf(storedItem(id, largest));
    expect(bytes).toBeLessThanOrEqual(288);
    expect(bytes).toBeGreaterThan(272);
    const ofPhone = { ...largest, lat: 25.6866142, lng: -100.3161126, speedKmh: 82.4, heading: 170, leg: undefined };
    expect(bytesOf(storedItem(id, ofPhone))).toBeLessThanOrEqual(256);
  });

  test('road 9: has at most 1,024 bytes with three stops, a line and 35 points, also off its route with 34, one less with speeds, and 400 or 406 without points', () => {
    const id = '019cafff-ffff-7fff-bfff-ffffffffffff';
    const stop = {
      id,
      lat: -23.12345,
      lng: -103.12345,
      radiusM: 2_000,
      isThere: true,
      latest: '2028-12-31T00:00:00.000Z',
      haltMinutes: 90,
      told: 1,
    };
    const seconds = Date.UTC(2028, 11, 31) / 1000;
    const point = { leg: 3, lat: -23.12345, lng: -103.12345, speedKmh: 82, heading: 170, accuracyM: 14 };
    const fields = {
      ...{
        lastKey: keyInTrack(12, id),
        leg: 12,
        stopsRevision: 250,
        tripId: id,
        driverId: id,
        sub: id,
        keptSession: id,
      },
      ...{ isOpen: true, lat: -23.123456789012344, lng: -103.12345678901234, speedKmh: 82.44000244140625 },
      ...{ heading: 170.39999389648438, timestamp: '2026-03-02T15:04:05.678Z', receivedAt: '2026-03-09T16:05:06.789Z' },
      ...{ sessionsValidFrom: '2026-03-02T15:04:05.000Z', watched: { stops: [stop, stop, stop], hasMore: true } },
      hoursDue: seconds / 60,
    };
    const points = Array.from({ length: 35 }, () =>
      encodePoint({ ...point, sent: seconds, recorded: seconds, at: seconds }),
    );
    expect(bytesOf(storedItem(id, fields))).toBeLessThanOrEqual(400);
    const onItsWay = { ...fields, points, lineOf: id };
    expect(bytesOf(storedItem(id, { ...onItsWay, far: 2 }))).toBeLessThanOrEqual(1_024);
    const offRoute = { ...onItsWay, offRoute: id, points: points.slice(0, mostListed({ offRoute: id })) };
    expect(bytesOf(storedItem(id, offRoute))).toBeLessThanOrEqual(1_024);
    const fast = { ...stop, ownKmh: 61.2 };
    const watched = { stops: [fast, fast, fast], hasMore: true };
    expect(bytesOf(storedItem(id, { ...fields, watched }))).toBeLessThanOrEqual(406);
    for (const state of [{ far: 2 }, { offRoute: id }]) {
      const most = mostListed({ ...state, watched });
      expect(most).toBe('far' in state ? 34 : 33);
      const item = { ...onItsWay, ...state, watched, points: points.slice(0, most) };
      expect(bytesOf(storedItem(id, item))).toBeLessThanOrEqual(1_024);
    }
  });

  test('road 5: has its stops as an earlier release wrote and reads them: the speeds follow them', () => {
    const id = '019cafff-ffff-7fff-bfff-ffffffffffff';
    const stop = { id, lat: -23.12345, lng: -103.12345, radiusM: 200, isThere: false, haltMinutes: 0, told: 0 };
    for (let count = 1; count <= MOST_WATCHED; count += 1) {
      const stops = Array.from({ length: count }, () => stop);
      const plain = Buffer.from(packWatched({ stops, hasMore: true }));
      expect(plain.length).toBe(1 + 33 * count);
      const own = Buffer.from(packWatched({ stops: stops.map((one) => ({ ...one, ownKmh: 78.1 })), hasMore: true }));
      expect(own.subarray(0, plain.length)).toEqual(plain);
      // An earlier release takes this number of stops.
      expect(Array.from({ length: (own.length - 1) / 33 })).toHaveLength(count);
    }
  });

  test('integrations 5: is in one of two shards, by its trip', () => {
    const shards = ['0', '1', '8', 'f'].map((end) => positionKey('t', `019cafff-ffff-7fff-bfff-fffffffffff${end}`).pk);
    expect(shards).toEqual([0, 1, 0, 1].map((shard) => `TEAM#t#POSITIONS_${shard}`));
  });

  test('integrations 5: has two different forms for two different sessions', () => {
    const kept = (keptSession: string) => POSITION_PLACE.stored({ keptSession }).kept;
    const id = '019cafff-ffff-7fff-bfff-ffffffffffff';
    const forms = [
      id,
      id.toUpperCase(),
      String(kept(id)),
      `=${String(kept(id))}`,
      id.replaceAll('-', ''),
      'session',
      '',
    ];
    expect(new Set(forms.map(kept)).size).toBe(forms.length);
  });
});
