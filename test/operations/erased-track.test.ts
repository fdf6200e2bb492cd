import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTripTrack } from '../../functions/trips/get-trip-track';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { driverKey } from '../../shared/fleet/driver';
import { positionKey } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { eraseDriverRecords } from '../../shared/privacy/erase-driver-records';
import { tripKey } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { Fault } from '../support/faults';
import { type Desk, openOffice } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;
const MINUTE_MS = 60_000;

/** A trip that a first driver gave to a second one, each with positions. */
async function openRelayed() {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const drivers = [
    await insertDriver(testContext, { ...APP, teamId, sub: someId() }),
    await insertDriver(testContext, { ...APP, teamId, sub: someId() }),
  ] as const;
  const [first, second] = drivers;
  const vehicle = await insertVehicle(testContext, { teamId });
  const body = { driverId: first.id, vehicleId: vehicle.id, startDate: testContext.now().toISOString() };
  const path = { tripId: String((await office.send(createTrip, { body })).body.id) };
  await office.send(updateTripStatus, { path, body: { status: 'EN_PROCESO' } });
  const start = testContext.now().getTime();
  const cabs = [await office.cab(first), await office.cab(second)] as const;
  const send = async (cab: Desk, from: number, to: number) => {
    const items = Array.from({ length: to - from + 1 }, (_, index) => {
      const at = start + (from + index) * MINUTE_MS;
      const place = { lat: 25 + index / 100, lng: -100 };
      return { id: factId(at), kind: 'PING', recordedAt: new Date(at).toISOString(), ...path, ...place };
    });
    const answer = await cab.send(syncFacts, { body: { sentAt: testContext.now().toISOString(), items } });
    expect(answer.status).toBe(200);
  };
  testContext.pass(60 * MINUTE_MS);
  await send(cabs[0], 1, 40);
  await send(cabs[0], 41, 45);
  await office.send(relayTrip, { path, body: { driverId: second.id } });
  const minutes = async () => {
    const { body: track } = await office.send(getTripTrack, { path, query: { format: 'polyline' } });
    return Object(track).times.map((time: string) => (Date.parse(time) - start) / MINUTE_MS);
  };
  const end = () => office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } });
  const erase = async ({ id }: (typeof drivers)[number], faults: readonly Fault[] = []) => {
    const driver = await getItem(testContext.context, driverKey(teamId, id));
    if (driver === undefined) throw new Error('The driver does not exist.');
    await table.testContext({ faults: [...faults] }).use(eraseDriverRecords)(driver);
  };
  return { office, path, first, second, cabs, send, minutes, end, erase };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('road 5: the erasure of a driver', () => {
  test('road 5: deletes the points of a former driver, in segments and list, and leaves those of the next one', async () => {
    const { office, path, first, cabs, send, minutes, erase } = await openRelayed();
    office.testContext.pass(60 * MINUTE_MS);
    await send(cabs[1], 70, 75);
    expect(await minutes()).toEqual([...range(1, 45), ...range(70, 75)]);
    await erase(first);
    expect(await minutes()).toEqual(range(70, 75));
    const item = await getItem(office.testContext.context, positionKey(office.teamId, path.tripId));
    expect(item).toMatchObject({ lat: 25.05 });
    expect(await table.partition(`TEAM#${office.teamId}#TRIP#${path.tripId}`, 'TRACK#0000')).toEqual([]);
  });

  test('road 5: deletes the last position of a former driver, also one that arrived after the relay', async () => {
    const { office, path, first, cabs, send, minutes, erase } = await openRelayed();
    office.testContext.pass(60 * MINUTE_MS);
    await send(cabs[0], 46, 50);
    const item = () => getItem(office.testContext.context, positionKey(office.teamId, path.tripId));
    expect((await item())?.lat).toBeDefined();
    await erase(first);
    expect(await item()).not.toHaveProperty('lat');
    expect(await minutes()).toEqual([]);
  });

  test('road 5: deletes the points and the last position of the driver of an ended trip, and leaves those of the former one', async () => {
    const { office, path, second, cabs, send, minutes, end, erase } = await openRelayed();
    office.testContext.pass(60 * MINUTE_MS);
    await send(cabs[1], 70, 75);
    await end();
    expect(await minutes()).toEqual([...range(1, 45), ...range(70, 75)]);
    await erase(second);
    expect(await minutes()).toEqual(range(1, 45));
    const trip = await getItem(office.testContext.context, tripKey(office.teamId, path.tripId));
    expect([trip?.lastPosition, trip?.lastKey]).toEqual([undefined, undefined]);
  });

  test('road 5: deletes the list also when the next driver sends positions meanwhile', async () => {
    const { office, first, cabs, send, minutes, erase } = await openRelayed();
    office.testContext.pass(60 * MINUTE_MS);
    await send(cabs[1], 70, 71);
    // The third update is the cut: the first two are the segments of the two legs.
    const meanwhile = () => send(cabs[1], 72, 73);
    await erase(first, [{ action: 'UpdateItem', skip: 2, times: 1, meanwhile }]);
    expect(await minutes()).toEqual(range(70, 73));
  });
});
