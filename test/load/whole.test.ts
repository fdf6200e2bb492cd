import { eventKey, eventsOf } from '../../shared/audit/audit-event';
import { driverKey } from '../../shared/fleet/driver';
import { positionKey } from '../../shared/fleet/position-places';
import { normalPlate, plateKey, vehicleKey } from '../../shared/fleet/vehicle';
import { invoiceCountKey, invoiceKey } from '../../shared/invoices/invoice-record';
import { capability } from '../../shared/platform/runtime/capability';
import { allItems } from '../../shared/platform/table/lists';
import { deleteItem, increment, put, type Step, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { type TripRecord, tripKey } from '../../shared/trips/trip';
import { engineTable } from '../support/engine';
import type { TestContext } from '../support/engine-runtime';
import { type Fleet, insertFleet, insertTripUnderWay } from '../support/store-fleet';
import { halves } from './whole';

const table = engineTable();
const READING = capability({ table: ['GetItem', 'BatchGetItem', 'Query'], gsi1: ['Query'] }, (context) => context);
const refused = () => new Error('The test breaks what is there.');

/** Inserts a trip under way with its fleet and the vehicle's plate, in the state that the service would have written. */
async function whole(testContext: TestContext): Promise<{ fleet: Fleet; trip: TripRecord }> {
  const fleet = await insertFleet(testContext);
  const { id, teamId, plate } = fleet.vehicle;
  await transact(testContext.context, [put(plateKey(teamId, normalPlate(plate)), { vehicleId: id }, {}, refused)]);
  return { fleet, trip: await insertTripUnderWay(testContext, fleet) };
}

const found = async (testContext: TestContext, team: string) => (await halves(testContext.use(READING), team)).found;

test('the checker finds nothing in what the service writes', async () => {
  const testContext = table.testContext();
  const { trip } = await whole(testContext);
  expect(await found(testContext, trip.teamId)).toEqual([]);
});

/** Each entry damages one record, as a transaction that was stored in part would, and has the message that the checker must return. */
const BREAKS: Record<string, [(trip: TripRecord, fleet: Fleet) => Step, RegExp]> = {
  'a driver who was left behind': [
    ({ teamId }, { driver }) =>
      update(driverKey(teamId, driver.id), { set: { status: 'DISPONIBLE' }, remove: ['tripId'] }, {}, refused),
    /^no EN_VIAJE/,
  ],
  'a vehicle that waits for another trip': [
    ({ teamId, invoiceId }, { vehicle }) =>
      update(vehicleKey(teamId, vehicle.id), { set: { tripId: invoiceId } }, {}, refused),
    /EN_VIAJE too many/,
  ],
  'a trip whose index was left behind': [
    ({ teamId, id }) => update(tripKey(teamId, id), { set: { gsi1sk: '2020-01-01' } }, {}, refused),
    /^no index of EN_PROCESO/,
  ],
  'a trip that is over, with nothing else': [
    ({ teamId, id }) => update(tripKey(teamId, id), { set: { status: 'COMPLETADO' } }, {}, refused),
    /EN_VIAJE too many/,
  ],
  'a trip without its draft': [
    ({ teamId, invoiceId }) => deleteItem(invoiceKey(teamId, invoiceId), {}, refused),
    /^no draft/,
  ],
  'a counter that counted twice': [
    ({ teamId }) => increment(invoiceCountKey(teamId), { total: 1 }),
    /^counter of the team/,
  ],
  'a vehicle without its plate': [
    ({ teamId }, { vehicle }) => deleteItem(plateKey(teamId, normalPlate(vehicle.plate)), {}, refused),
    /^no plate/,
  ],
  'a trip without its position': [({ teamId, id }) => deleteItem(positionKey(teamId, id), {}, refused), /^position of/],
};

test.each(Object.entries(BREAKS))('the checker finds %s', async (_, [breakOf, told]) => {
  const testContext = table.testContext();
  const { fleet, trip } = await whole(testContext);
  await transact(testContext.context, [breakOf(trip, fleet)]);
  expect(await found(testContext, trip.teamId)).toContainEqual(expect.stringMatching(told));
});

test('the checker finds a transition without its entry in the timeline', async () => {
  const testContext = table.testContext();
  const { trip } = await whole(testContext);
  const [last] = await allItems(testContext.use(READING), eventsOf(trip.teamId, 'TRIP', trip.id));
  if (last) await transact(testContext.context, [deleteItem(eventKey(trip.teamId, last), {}, refused)]);
  expect(await found(testContext, trip.teamId)).toContainEqual(expect.stringMatching(/^timeline of/));
});
