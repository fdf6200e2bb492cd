import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import type { DriverRecord } from '../../shared/fleet/driver';
import type { accounts } from './accounts';
import { someId, type TestContextOptions } from './engine-runtime';
import { type Desk, openOffice } from './office';
import { factId } from './phone';
import { insertDriver, insertVehicle } from './store-fleet';

const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;
const MINUTE_MS = 60_000;

/** The minutes of `send` and `at` count from the start. A trip under way, its driver's phone, and a colleague's. */
export async function openRoad(
  world: ReturnType<typeof accounts>,
  { driver: given = {}, options }: { driver?: Partial<DriverRecord>; options?: TestContextOptions } = {},
) {
  const office = await openOffice(world, {}, options);
  const { teamId, testContext } = office;
  const [driver, colleague] = [
    await insertDriver(testContext, { ...APP, ...given, teamId, sub: someId() }),
    await insertDriver(testContext, { ...APP, teamId, sub: someId() }),
  ];
  const vehicle = await insertVehicle(testContext, { teamId });
  const startDate = testContext.now().toISOString();
  const body = { driverId: driver.id, vehicleId: vehicle.id, startDate };
  const tripId = String((await office.send(createTrip, { body })).body.id);
  const path = { tripId };
  expect((await office.send(updateTripStatus, { path, body: { status: 'EN_PROCESO' } })).status).toBe(200);
  const start = testContext.now().getTime();
  const send = (cab: Desk, minutes: readonly number[]) => {
    const items = minutes.map((minute) => {
      const at = start + minute * MINUTE_MS;
      const place = { lat: 25.68661 + minute / 100, lng: -100.31612 };
      return { id: factId(at), kind: 'PING', recordedAt: new Date(at).toISOString(), tripId, ...place };
    });
    return cab.send(syncFacts, { body: { sentAt: testContext.now().toISOString(), items } });
  };
  const cabs = [await office.cab(driver), await office.cab(colleague)] as const;
  return {
    office,
    path,
    start,
    send,
    cabs,
    colleague,
    at: (minute: number) => new Date(start + minute * MINUTE_MS).toISOString(),
  };
}
