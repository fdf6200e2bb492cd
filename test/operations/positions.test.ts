import * as v from 'valibot';
import { operation as listPositions } from '../../functions/positions/list-positions';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { listPositions as positionsOf } from '../../shared/fleet/list-positions';
import { POSITION_PLACE, positionKey } from '../../shared/fleet/position-places';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { accounts, refusal, refused } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import {
  asDriver,
  type Fleet,
  insertDriver,
  insertFleet,
  insertTripUnderWay,
  insertVehicle,
} from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const HERE = { lat: 25.67, lng: -100.31, speedKmh: 82.5, heading: 170 };

async function openRoad() {
  const office = await openOffice(world, { role: 'MEMBER' });
  const { testContext, teamId } = office;
  const sub = someId();
  const driver = await insertDriver(testContext, { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
  const vehicle = await insertVehicle(testContext, { teamId });
  const actor = { pool: 'staff', role: 'OWNER', id: office.id, teamId } as const;
  const fleet: Fleet = { actor, driver: { ...driver, sub }, vehicle };
  const trip = await insertTripUnderWay(testContext, fleet);
  const cab = await office.cab(driver);
  const ping = (body: object) => cab.send(pingLocation, { path: { tripId: trip.id }, body });
  const list = (etag?: string) => office.send(listPositions, etag ? { headers: { 'if-none-match': etag } } : {});
  return { office, driver, trip, ping, list };
}

describe('integrations 5: the positions of a team', () => {
  it('integrations 5: are those of the trips under way, for any member, and for no other team', async () => {
    const { office, driver, trip, ping, list } = await openRoad();
    expect((await list()).body).toEqual({ positions: [], count: 0 });
    expect((await ping(HERE)).status).toBe(200);
    const now = office.testContext.now().toISOString();
    const position = { tripId: trip.id, driverId: driver.id, ...HERE, timestamp: now, receivedAt: now };
    expect((await list()).body).toEqual({ positions: [position], count: 1 });
    expect((await (await openOffice(world)).send(listPositions)).body).toEqual({ positions: [], count: 0 });
    expect(refusal(await (await office.stranger()).send(listPositions))).toEqual(refused('FORBIDDEN'));
  });

  it('integrations 5: are 304 without a body for a client that has them, until a truck moves', async () => {
    const { office, ping, list } = await openRoad();
    await ping(HERE);
    const { headers } = await list();
    const etag = String(headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    office.testContext.pass(60_000);
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await list(sent);
      expect([answer.status, answer.body, answer.headers.etag]).toEqual([304, {}, etag]);
      expect(answer.headers).not.toHaveProperty('content-type');
    }
    expect((await list('"other"')).status).toBe(200);
    await ping(HERE);
    const moved = await list(etag);
    expect([moved.status, moved.headers.etag === etag]).toEqual([200, false]);
  });
});

describe('integrations 6: the units', () => {
  /** The largest item that a phone's pings make. */
  const largest = (tripId: string) => ({
    tripId,
    driverId: someId(),
    sub: someId(),
    keptSession: someId(),
    isOpen: true,
    lat: 23.123456789012344,
    lng: -103.12345678901234,
    speedKmh: 82.44000244140625,
    heading: 170.39999389648438,
    timestamp: new Date(START - 61_234).toISOString(),
    receivedAt: new Date(START).toISOString(),
    sessionsValidFrom: new Date(START - 3_600_000).toISOString(),
  });

  async function insertAll(items: readonly (ReturnType<typeof positionKey> & object)[]): Promise<void> {
    for (let start = 0; start < items.length; start += 25) {
      const steps = items
        .slice(start, start + 25)
        .map(({ schema: _, pk, sk, ...item }) => putItem({ pk, sk, schema: v.looseObject({}) }, item));
      await transact(table.testContext().context, steps);
    }
  }

  // The membership is one more.
  test.each([
    [5, 1],
    [50, 2],
    [500, 16.5],
  ])('integrations 6: of the positions of %d trucks are at most %d beside the membership', async (trucks, units) => {
    const teamId = someId();
    // The identifiers of the test count up, so that half of the trips are in each shard.
    const items = Array.from({ length: trucks }, () => someId()).map((tripId) => ({
      ...positionKey(teamId, tripId),
      ...POSITION_PLACE.stored(largest(tripId)),
    }));
    await insertAll(items);
    const testContext = table.testContext();
    expect(await testContext.use(positionsOf)(teamId)).toHaveLength(trucks);
    expect(testContext.actions()).toEqual(['Query', 'Query']);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(units);
  });

  test('road 9: of the positions of 50 trucks with stops and a full list are at most 7 beside the membership', async () => {
    const teamId = someId();
    const stop = {
      id: someId(),
      lat: 23.12345,
      lng: -103.12345,
      radiusM: 200,
      isThere: false,
      haltMinutes: 30,
      told: 0,
    };
    const watched = {
      stops: [stop, stop, stop].map((one) => ({ ...one, latest: new Date(START).toISOString() })),
      hasMore: true,
    };
    const points = Array.from({ length: 35 }, () => Buffer.alloc(17).toString('base64'));
    const items = Array.from({ length: 50 }, () => someId()).map((tripId) => ({
      ...positionKey(teamId, tripId),
      ...POSITION_PLACE.stored({ ...largest(tripId), watched, points }),
    }));
    await insertAll(items);
    const testContext = table.testContext();
    expect(await testContext.use(positionsOf)(teamId)).toHaveLength(50);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(7);
  });

  test('integrations 6: of the end of a trip with a position are at most 20, and three to read', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTripUnderWay(table.testContext(), fleet);
    const testContext = table.testContext();
    await testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'COMPLETADO', undefined);
    // The trip, its position, and once a minute the road policy (docs/decisions/0101).
    expect(testContext.meter.readUnits).toBe(3);
    expect(testContext.meter.writeUnits).toBeLessThanOrEqual(20);
  });
});
