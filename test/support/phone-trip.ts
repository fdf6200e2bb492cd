import { driverKey } from '../../shared/fleet/driver';
import { positionKey } from '../../shared/fleet/position-places';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { getItem } from '../../shared/platform/table/read';
import { readTimeline } from '../../shared/trips/read-trip';
import { receivableKey } from '../../shared/trips/receivable';
import { tripKey } from '../../shared/trips/trip';
import { START, type TestContext } from './engine-runtime';
import { factId, type Item, itemOf, type PhoneRoad, planStops, stateOf } from './phone';
import { insertFleet, insertTrip } from './store-fleet';

const MINUTE_MS = 60_000;

/** A trip that has not begun, with two stops and a price, and the phone of its driver. */
export async function planPhoneRoad(testContext: TestContext): Promise<PhoneRoad> {
  const fleet = await insertFleet(testContext);
  const trip = await insertTrip(testContext, fleet, { revenue: 1_000 });
  const stopIds = await planStops(testContext, fleet, trip);
  return { fleet, trip: { ...trip, stopsRevision: 1 }, stopIds };
}

/** The identifier of a fact that was recorded so many minutes after the start of the test. */
export const idAt = (minutes: number): string => factId(START + minutes * MINUTE_MS);
export const instantAt = (minutes: number): string => new Date(START + minutes * MINUTE_MS).toISOString();

type Road = Pick<PhoneRoad, 'trip'>;
export const tripStart = (road: Road, minutes = 0, fields: object = {}): Item =>
  itemOf(road, 'TRIP_START', fields, idAt(minutes));
export const tripEnd = (road: Road, minutes = 0, fields: object = {}): Item =>
  itemOf(road, 'TRIP_END', fields, idAt(minutes));

/** Trip, driver, vehicle, position, receivable and timeline, without what depends on the moment of a call. */
export async function wholeState(testContext: TestContext, { fleet, trip: { id, teamId } }: PhoneRoad) {
  const { context } = testContext;
  const trip = await getItem(context, tripKey(teamId, id));
  if (trip === undefined) throw new Error('The trip does not exist.');
  const { status, actualStartDate, actualEndDate, startLat, startLng, startFactId, endFactId, lastPosition } = trip;
  const driver = await getItem(context, driverKey(teamId, fleet.driver.id));
  const vehicle = await getItem(context, vehicleKey(teamId, fleet.vehicle.id));
  const position = await getItem(context, positionKey(teamId, id));
  const { records } = await testContext.use(readTimeline)(teamId, id, { limit: 100 });
  return {
    trip: { status, actualStartDate, actualEndDate, startLat, startLng, startFactId, endFactId, lastPosition },
    crew: [driver?.status, driver?.tripId, vehicle?.status, vehicle?.tripId],
    position: position && { lat: position.lat, isOpen: position.isOpen },
    since: (await getItem(context, receivableKey(teamId, id)))?.since,
    stops: (await stateOf(testContext, { trip })).stops.map((stop) => [stop.status, stop.arrived, stop.departed]),
    facts: records.flatMap(({ receivedAt, ...entry }) => (receivedAt === undefined ? [] : [entry])),
  };
}
