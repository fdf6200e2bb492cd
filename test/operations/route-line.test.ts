import { encode } from '@googlemaps/polyline-codec';
import { operation as deleteRoute } from '../../functions/routes/delete-route';
import { operation as getRoute } from '../../functions/routes/get-route';
import { operation as getRouteLine } from '../../functions/routes/get-route-line';
import { operation as setRouteLine } from '../../functions/routes/set-route-line';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { getItem } from '../../shared/platform/table/read';
import { routeLineKey } from '../../shared/routes/route-line';
import { setRouteLine as setLine } from '../../shared/trips/set-route-line';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';
import { insertRoute } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const MINUTE_MS = 60_000;

/** The example of Google’s description of the algorithm: three points. */
const EXAMPLE = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
const routeOf = ({ testContext, teamId }: Office) => insertRoute(testContext, { teamId });
const at = (routeId: string) => ({ path: { routeId } });
const stored = ({ testContext, teamId }: Office, routeId: string) =>
  getItem(testContext.context, routeLineKey(teamId, routeId));

/** A trip that is COMPLETADO, with positions of these minutes, and its route. */
async function finished(minutes: readonly number[]) {
  const road = await openRoad(world);
  const { office, path, send, cabs } = road;
  const route = await routeOf(office);
  office.testContext.pass(60 * MINUTE_MS);
  if (minutes.length > 0) await send(cabs[0], minutes);
  await office.send(updateTrip, { path, body: { routeId: route.id } });
  await office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } });
  return { ...road, route };
}

describe('road 5: the line of a route', () => {
  test('road 5: is set, read, replaced and removed by a member', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const { id } = await routeOf(office);
    expect((await office.send(getRouteLine, at(id))).body).toEqual({ routeId: id, polyline: null, points: 0 });
    const updatedAt = office.testContext.now().toISOString();
    const line = { routeId: id, polyline: EXAMPLE, points: 3, updatedAt };
    const { status, body } = await office.send(setRouteLine, { ...at(id), body: { polyline: EXAMPLE } });
    expect([status, body]).toEqual([200, line]);
    expect((await office.send(getRouteLine, at(id))).body).toEqual(line);
    expect((await office.send(getRoute, { path: { id } })).body.hasLine).toBe(true);
    const removed = await office.send(setRouteLine, { ...at(id), body: { polyline: null } });
    expect(removed.body).toEqual({ routeId: id, polyline: null, points: 0 });
    expect(await stored(office, id)).toBeUndefined();
    expect((await office.send(getRoute, { path: { id } })).body).not.toHaveProperty('hasLine');
    const entries = await table.partition(`TEAM#${office.teamId}#ROUTE#${id}`);
    expect(entries.map(({ changes }) => changes)).toEqual([{ line: { points: 3 } }, { line: null }]);
  });

  test('road 5: is taken from the track of a finished trip', async () => {
    const { office, route, path } = await finished([1, 2, 3]);
    const { status, body } = await office.send(setRouteLine, { ...at(route.id), body: path });
    expect([status, body]).toMatchObject([200, { tripId: path.tripId, points: 2 }]);
    const ends = [25.69661, 25.71661].map((lat) => [lat, -100.31612]);
    expect(body.polyline).toBe(encode(ends, 5));
  });

  test.each<[string, unknown, string]>([
    ['neither a polyline nor a trip', {}, 'polyline'],
    ['both', { polyline: EXAMPLE, tripId: someId() }, 'polyline'],
    ['a number', { polyline: 7 }, 'polyline'],
    ['one point', { polyline: encode([[25, -100]], 5) }, 'polyline'],
    [
      '201 points',
      {
        polyline: encode(
          Array.from({ length: 201 }, (_, n) => [n / 100, n / 100]),
          5,
        ),
      },
      'polyline',
    ],
    [
      'a place that is not on the earth',
      {
        polyline: encode(
          [
            [89, 0],
            [91, 0],
          ],
          5,
        ),
      },
      'polyline',
    ],
    ['a text that is cut off', { polyline: EXAMPLE.slice(0, -1) }, 'polyline'],
    ['other characters', { polyline: `${EXAMPLE} ñ` }, 'polyline'],
    ['a long text', { polyline: '?'.repeat(100_000) }, 'polyline'],
    ['no identifier of a trip', { tripId: 'x' }, 'tripId'],
    ['an unknown trip', { tripId: someId() }, 'tripId'],
  ])('road 8: %s is refused with the field, and the line stays', async (_, body, field) => {
    const office = await openOffice(world);
    const { id } = await routeOf(office);
    await office.send(setRouteLine, { ...at(id), body: { polyline: EXAMPLE } });
    const answer = await office.send(setRouteLine, { ...at(id), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
    expect((await stored(office, id))?.polyline).toBe(EXAMPLE);
  });

  test('road 5: takes 200 points', async () => {
    const office = await openOffice(world);
    const { id } = await routeOf(office);
    const polyline = encode(
      Array.from({ length: 200 }, (_, n) => [n % 2 === 0 ? -90 : 90, n % 2 === 0 ? -180 : 180]),
      5,
    );
    const { status, body } = await office.send(setRouteLine, { ...at(id), body: { polyline } });
    expect([status, body.points]).toEqual([200, 200]);
  });

  test('road 5: is not taken from a trip under way, of another route, or without a track', async () => {
    const { office, path } = await openRoad(world);
    const route = await routeOf(office);
    await office.send(updateTrip, { path, body: { routeId: route.id } });
    const send = async (routeId: string, tripId: string, desk = office) =>
      refusal(await desk.send(setRouteLine, { ...at(routeId), body: { tripId } }));
    expect(await send(route.id, path.tripId)).toEqual(refused('VALIDATION_FAILED', 'tripId'));
    const done = await finished([1, 2]);
    const other = await routeOf(done.office);
    expect(await send(other.id, done.path.tripId, done.office)).toEqual(refused('VALIDATION_FAILED', 'tripId'));
    const silent = await finished([]);
    expect(await send(silent.route.id, silent.path.tripId, silent.office)).toEqual(
      refused('VALIDATION_FAILED', 'tripId'),
    );
    const expired = await finished([1, 2]);
    const { testContext, teamId, id } = expired.office;
    testContext.pass(31 * 24 * 60 * MINUTE_MS);
    const late = testContext.use(setLine)({ id, teamId }, expired.route, expired.path);
    await expect(late).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'tripId' });
  });

  test('road 5: is not taken from a track by an API key without trips:read', async () => {
    const { office, route, path } = await finished([1, 2]);
    const { testContext, teamId } = office;
    const key = (...scopes: string[]) => ({ id: someId(), teamId, pool: 'keys', scopes }) as const;
    const set = (scopes: string[]) => testContext.use(setLine)(key(...scopes), route, path);
    await expect(set(['routes:write'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await set(['routes:write', 'trips:read']))?.points).toBe(2);
  });

  test('road 8: of another team is NOT_FOUND', async () => {
    const office = await openOffice(world);
    const { id } = await routeOf(office);
    const other = await openOffice(world);
    expect(refusal(await other.send(getRouteLine, at(id)))).toEqual(refused('NOT_FOUND'));
    const sent = { ...at(id), body: { polyline: EXAMPLE } };
    expect(refusal(await other.send(setRouteLine, sent))).toEqual(refused('NOT_FOUND'));
  });

  test('road 5: goes with its route, also when both are written at once', async () => {
    const office = await openOffice(world);
    for (let round = 0; round < 10; round += 1) {
      const { id } = await routeOf(office);
      const [set, deleted] = await Promise.all([
        office.send(setRouteLine, { ...at(id), body: { polyline: EXAMPLE } }),
        office.send(deleteRoute, { path: { id } }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(set.status);
      expect(await stored(office, id)).toBeUndefined();
    }
  });
});
