import { decode } from '@googlemaps/polyline-codec';
import { operation as getOwnTripTrack } from '../../functions/drivers/get-own-trip-track';
import { operation as getTripTrack } from '../../functions/trips/get-trip-track';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { trackAnswer } from '../../shared/trips/track-answer';
import { accounts, refusal, refused } from '../support/accounts';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';

const table = quickTable();
const world = accounts(table);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The latitudes in hundredths from the first place, and the times in minutes. */
const FEATURE = { type: 'Feature', geometry: { type: 'LineString' } };

describe('road 8: GET …/track', () => {
  test('road 8: answers a Feature with a LineString and the time of each point', async () => {
    const { office, path, send, cabs, at } = await openRoad(world);
    office.testContext.pass(10 * MINUTE_MS);
    expect((await send(cabs[0], [1, 2, 3])).status).toBe(200);
    const { status, body } = await office.send(getTripTrack, { path });
    expect([status, body]).toMatchObject([200, FEATURE]);
    expect(body).toEqual({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [25.69661, 25.70661, 25.71661].map((lat) => [-100.31612, lat]) },
      properties: { times: [at(1), at(2), at(3)] },
    });
    expect((await cabs[0].send(getOwnTripTrack, { path })).body).toEqual(body);
  });

  test('road 8: answers a polyline of precision 5 with the same times', async () => {
    const { office, path, send, cabs, at } = await openRoad(world);
    office.testContext.pass(10 * MINUTE_MS);
    await send(cabs[0], [1, 2, 3]);
    const query = { format: 'polyline' };
    const { body } = await office.send(getTripTrack, { path, query });
    expect(decode(String(body.polyline), 5)).toEqual([25.69661, 25.70661, 25.71661].map((lat) => [lat, -100.31612]));
    expect(body.times).toEqual([at(1), at(2), at(3)]);
    expect((await cabs[0].send(getOwnTripTrack, { path, query })).body).toEqual(body);
  });

  test('road 8: encodes the points of Google’s description of the algorithm as the description does', () => {
    const points = [
      [38.5, -120.2],
      [40.7, -120.95],
      [43.252, -126.453],
    ].map(([lat = 0, lng = 0], at) => ({ leg: 0, sent: at, recorded: at, at, lat, lng }));
    expect(trackAnswer(points, { format: 'polyline' })).toMatchObject({ polyline: '_p~iF~ps|U_ulLnnqC_mqNvxq`@' });
  });

  test('road 8: cuts by from and to, both included', async () => {
    const { office, path, send, cabs, at } = await openRoad(world);
    office.testContext.pass(10 * MINUTE_MS);
    await send(cabs[0], [1, 2, 3, 4]);
    const timesOf = async (query: object) =>
      (await office.send(getTripTrack, { path, query: { format: 'polyline', ...query } })).body.times;
    expect(await timesOf({ from: at(2), to: at(3) })).toEqual([at(2), at(3)]);
    expect(await timesOf({ to: at(1) })).toEqual([at(1)]);
    expect(await timesOf({ from: at(5) })).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['another format', { format: 'kml' }, 'format'],
    ['a malformed from', { from: 'ayer' }, 'from'],
    ['a from after the to', { from: '2026-03-02T15:00:00Z', to: '2026-03-01T15:00:00Z' }, 'from'],
  ])('road 8: refuses %s', async (_, query, field) => {
    const { office, path, cabs } = await openRoad(world);
    const error = refused('VALIDATION_FAILED', field);
    expect(refusal(await office.send(getTripTrack, { path, query }))).toEqual(error);
    expect(refusal(await cabs[0].send(getOwnTripTrack, { path, query }))).toEqual(error);
  });

  test('road 8: of fewer than two points is no line', async () => {
    const { office, path, send, cabs, at } = await openRoad(world);
    const none = { type: 'Feature', geometry: null, properties: { times: [] } };
    expect((await office.send(getTripTrack, { path })).body).toEqual(none);
    office.testContext.pass(10 * MINUTE_MS);
    await send(cabs[0], [1]);
    expect((await office.send(getTripTrack, { path })).body).toEqual(none);
    const { body } = await office.send(getTripTrack, { path, query: { format: 'polyline' } });
    expect(body.times).toEqual([at(1)]);
  });

  test('ruling 12: does not contain a position of location-ping', async () => {
    const { office, path, cabs } = await openRoad(world);
    const body = { lat: 1, lng: 2 };
    expect((await cabs[0].send(pingLocation, { path, body })).status).toBe(200);
    const { body: track } = await office.send(getTripTrack, { path, query: { format: 'polyline' } });
    expect(track).toEqual({ polyline: '', times: [] });
  });

  test('road 5: hides points that are older than 30 days, and expires its segments then', async () => {
    const { office, path, send, cabs, at, start } = await openRoad(world);
    office.testContext.pass(10 * MINUTE_MS);
    await send(cabs[0], [1, 2, 3]);
    await office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } });
    const segments = await table.partition(`TEAM#${office.teamId}#TRIP#${path.tripId}`, 'TRACK#');
    expect(segments.map(({ expires }) => expires)).toEqual([(start + 3 * MINUTE_MS + 30 * DAY_MS) / 1000]);
    office.testContext.pass(30 * DAY_MS - 8 * MINUTE_MS);
    const { body } = await office.send(getTripTrack, { path, query: { format: 'polyline' } });
    expect(body.times).toEqual([at(2), at(3)]);
  });
});

describe('road 8: who reads a track', () => {
  test('road 8: of another team’s trip is 404, and of another driver’s 403', async () => {
    const road = await openRoad(world);
    const other = await openRoad(world);
    const { path } = road;
    expect(refusal(await other.office.send(getTripTrack, { path }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await other.cabs[0].send(getOwnTripTrack, { path }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await road.cabs[1].send(getOwnTripTrack, { path }))).toEqual(refused('FORBIDDEN'));
  });

  test('road 8: a driver reads the own legs, and the office all', async () => {
    const { office, path, send, cabs, colleague, at } = await openRoad(world);
    office.testContext.pass(10 * MINUTE_MS);
    await send(cabs[0], [1, 2]);
    expect((await office.send(relayTrip, { path, body: { driverId: colleague.id } })).status).toBe(200);
    office.testContext.pass(10 * MINUTE_MS);
    await send(cabs[1], [12, 13]);
    const times = [
      await office.send(getTripTrack, { path }),
      await cabs[0].send(getOwnTripTrack, { path }),
      await cabs[1].send(getOwnTripTrack, { path }),
    ].map(({ body }) => Object(body).properties.times);
    expect(times).toEqual([
      [at(1), at(2), at(12), at(13)],
      [at(1), at(2)],
      [at(12), at(13)],
    ]);
  });
});
