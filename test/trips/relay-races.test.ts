import { alertsOf } from '../../shared/alerts/alert';
import { driverKey } from '../../shared/fleet/driver';
import { finishAccessChange, lockDriverAccess } from '../../shared/fleet/driver-access';
import { positionKey } from '../../shared/fleet/position-places';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { substituteInvoice } from '../../shared/invoices/substitute-invoice';
import { getItem, getItems } from '../../shared/platform/table/read';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { relayTrip } from '../../shared/trips/relay-trip';
import { type RelayBody, type TripRecord, tripKey } from '../../shared/trips/trip';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import {
  asDriver,
  type Fleet,
  insertDriver,
  insertFleet,
  insertTrip,
  insertTripUnderWay,
  insertVehicle,
  moveAsOwner,
} from '../support/store-fleet';
import { CARTA_PORTE, DOCUMENT, insertInvoice } from '../support/store-invoices';

const table = quickTable();
const HERE = { lat: 24.02, lng: -101.5 };
const ROUNDS = 8;

const insertSpare = async ({ actor }: Fleet) => {
  const sub = someId();
  const open = { sub, appAccessStatus: 'ACTIVE', everActive: true } as const;
  return { ...(await insertDriver(table.testContext(), { ...open, teamId: actor.teamId })), sub };
};

const insertTruck = (teamId: string) => insertVehicle(table.testContext(), { teamId });

async function insertRoad() {
  const fleet = await insertFleet(table.testContext());
  const trip = await insertTripUnderWay(table.testContext(), fleet);
  return { fleet, trip, driver: await insertSpare(fleet) };
}

const relay = ({ actor }: Fleet, trip: TripRecord, body: RelayBody, testContext: TestContext = table.testContext()) =>
  testContext.use(relayTrip)(actor, trip, body, undefined);
const end = (fleet: Fleet, { id }: TripRecord, testContext: TestContext = table.testContext()) =>
  testContext.use(moveOwnTrip)(asDriver(fleet), id, 'COMPLETADO', undefined);
const ping = (fleet: Fleet, { id }: TripRecord, testContext: TestContext = table.testContext()) =>
  testContext.use(recordPing)(asDriver(fleet), id, HERE);

/** Each request's refusal, or OK. */
const resultsOf = async (requests: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(requests)).map((one) =>
    one.status === 'fulfilled' ? 'OK' : String(Object(one.reason).code ?? one.reason),
  );

/**
 * Trip, position and drivers agree: a trip under way has exactly its own driver, and the position takes that driver's account.
 * An ended trip has neither. `driverIds` are all drivers that the test uses.
 */
async function expectAgreement({ teamId, id }: TripRecord, driverIds: readonly string[]) {
  const { context } = table.testContext();
  const [trip, position] = await getItems(context, [tripKey(teamId, id), positionKey(teamId, id)]);
  const drivers = await getItems(
    context,
    driverIds.map((driverId) => driverKey(teamId, driverId)),
  );
  const goesOn = trip?.status === 'EN_PROCESO';
  for (const driver of drivers) {
    expect(driver?.tripId === id).toBe(goesOn && driver?.id === trip.driverId);
    expect(driver?.status).toBe(driver?.tripId === undefined ? 'DISPONIBLE' : 'EN_VIAJE');
  }
  const sub = drivers.find((driver) => driver?.id === trip?.driverId)?.sub;
  expect([position?.isOpen, position?.driverId, position?.sub]).toEqual(
    goesOn ? [true, trip?.driverId, sub] : [undefined, undefined, undefined],
  );
  return trip;
}

describe('tax 6.3: two relays at once', () => {
  test('tax 6.3: to two drivers: one wins, and the others are told', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { fleet, trip } = await insertRoad();
      const spare = await Promise.all(Array.from({ length: 6 }, () => insertSpare(fleet)));
      const results = await resultsOf(spare.map(({ id }) => relay(fleet, trip, { driverId: id })));
      expect(results.sort()).toEqual([...Array.from({ length: 5 }, () => 'CONFLICT'), 'OK']);
      const after = await expectAgreement(trip, [fleet.driver.id, ...spare.map(({ id }) => id)]);
      expect(after?.legs).toHaveLength(1);
    }
  });

  test('tax 6.3: to one driver both succeed, and the second changes nothing', async () => {
    const { fleet, trip, driver } = await insertRoad();
    const requests = Array.from({ length: 6 }, () => relay(fleet, trip, { driverId: driver.id }));
    expect(new Set(await resultsOf(requests))).toEqual(new Set(['OK']));
    expect((await expectAgreement(trip, [fleet.driver.id, driver.id]))?.legs).toHaveLength(1);
  });

  test.each(['driver', 'vehicle'] as const)('tax 6.3: of two trips to one %s: one gets it', async (what) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { fleet, trip, driver } = await insertRoad();
      const { teamId } = trip;
      const vehicle = await insertTruck(teamId);
      const second = { ...fleet, driver: await insertSpare(fleet), vehicle: await insertTruck(teamId) };
      const trips = [trip, await insertTripUnderWay(table.testContext(), second)];
      const body = { driver: { driverId: driver.id }, vehicle: { vehicleId: vehicle.id } }[what];
      const results = await resultsOf(trips.map((one) => relay(fleet, one, body)));
      expect([...results].sort()).toEqual(['OK', 'TRIP_NOT_READY']);
      const crew = await getItems(table.testContext().context, [
        driverKey(teamId, driver.id),
        vehicleKey(teamId, vehicle.id),
      ]);
      const winner = trips[results.indexOf('OK')];
      expect(crew.map((one) => one?.tripId).filter((tripId) => tripId !== undefined)).toEqual([winner?.id]);
      for (const one of trips) await expectAgreement(one, [fleet.driver.id, second.driver.id, driver.id]);
    }
  });
});

describe('tax 6.3: a relay against the end of the trip', () => {
  test('tax 6.3: by its driver: the relay is refused, or the driver is', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { fleet, trip, driver } = await insertRoad();
      const results = await resultsOf([relay(fleet, trip, { driverId: driver.id }), end(fleet, trip)]);
      expect([
        ['OK', 'FORBIDDEN'],
        ['TRIP_NOT_IN_PROGRESS', 'OK'],
      ]).toContainEqual(results);
      await expectAgreement(trip, [fleet.driver.id, driver.id]);
    }
  });

  test('tax 6.3: that commits first refuses the relay', async () => {
    const { fleet, trip, driver } = await insertRoad();
    const testContext = table.interrupted(() => end(fleet, trip));
    const refused = { code: 'TRIP_NOT_IN_PROGRESS' };
    await expect(relay(fleet, trip, { driverId: driver.id }, testContext)).rejects.toMatchObject(refused);
    await expectAgreement(trip, [fleet.driver.id, driver.id]);
  });

  test('tax 6.3: that commits second is the former driver’s, and is refused', async () => {
    const { fleet, trip, driver } = await insertRoad();
    const testContext = table.interrupted(() => relay(fleet, trip, { driverId: driver.id }));
    await expect(end(fleet, trip, testContext)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await expectAgreement(trip, [fleet.driver.id, driver.id])).toMatchObject({ status: 'EN_PROCESO' });
  });

  test('tax 6.3: by a cancellation: both end in one state', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { fleet, trip, driver } = await insertRoad();
      const cancel = moveAsOwner(table.testContext(), fleet, trip, 'CANCELADO');
      const results = await resultsOf([relay(fleet, trip, { driverId: driver.id }), cancel]);
      expect([
        ['OK', 'CONFLICT'],
        ['TRIP_NOT_IN_PROGRESS', 'OK'],
      ]).toContainEqual(results);
      await expectAgreement(trip, [fleet.driver.id, driver.id]);
    }
  });
});

describe('tax 6.3: a relay against the app', () => {
  test('tax 6.3: a ping of the former driver is before the relay or refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { fleet, trip, driver } = await insertRoad();
      const results = await resultsOf([
        relay(fleet, trip, { driverId: driver.id }),
        ...Array.from({ length: 5 }, () => ping(fleet, trip)),
      ]);
      expect(results[0]).toBe('OK');
      expect(results.slice(1).filter((one) => one !== 'OK' && one !== 'FORBIDDEN')).toEqual([]);
      await expectAgreement(trip, [fleet.driver.id, driver.id]);
      expect(await resultsOf([ping(fleet, trip), ping({ ...fleet, driver }, trip)])).toEqual(['FORBIDDEN', 'OK']);
    }
  });

  test.each([
    ['former', 0],
    ['new', 1],
  ] as const)(
    'tax 6.3: the access of the %s driver that closes meanwhile: the position follows the trip’s driver',
    async (_, at) => {
      const { fleet, trip, driver } = await insertRoad();
      const changed = at === 0 ? fleet.driver : driver;
      const read = await getItem(table.testContext().context, driverKey(trip.teamId, changed.id));
      if (read === undefined) throw new Error('The driver is not there.');
      const disable = async () => {
        await table.testContext().use(lockDriverAccess)(read, 'DISABLE');
        return table.testContext().use(finishAccessChange)(fleet.actor, read, 'DISABLE', undefined);
      };
      const testContext = table.interrupted(disable);
      const done = await resultsOf([relay(fleet, trip, { driverId: driver.id }, testContext)]);
      expect(done).toEqual([at === 0 ? 'OK' : 'CONFLICT']);
      const position = await getItem(table.testContext().context, positionKey(trip.teamId, trip.id));
      expect(position).toMatchObject(
        at === 0 ? { driverId: driver.id, sub: driver.sub, isOpen: true } : { driverId: fleet.driver.id, isOpen: true },
      );
    },
  );

  test('tax 6.3: an access change of the former driver that read before the relay is a conflict', async () => {
    const { fleet, trip, driver } = await insertRoad();
    const read = await getItem(table.testContext().context, driverKey(trip.teamId, fleet.driver.id));
    if (read === undefined) throw new Error('The driver is not there.');
    await relay(fleet, trip, { driverId: driver.id });
    const late = table.testContext().use(finishAccessChange)(fleet.actor, read, 'DISABLE', undefined);
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
    await expectAgreement(trip, [fleet.driver.id, driver.id]);
  });
});

async function insertFreight() {
  const fleet = await insertFleet(table.testContext());
  const planned = await insertTrip(table.testContext(), fleet, { cargoWeight: 5 });
  const trip = await moveAsOwner(table.testContext(), fleet, planned, 'EN_PROCESO');
  const invoice = await insertInvoice(
    table.testContext(),
    {
      ...{ ...DOCUMENT, documentTotal: undefined, uuid: null, cartaPorte: CARTA_PORTE },
      ...{ teamId: trip.teamId, tripId: trip.id, status: 'VALID', clientId: someId() },
    },
    { uuid: someId() },
  );
  return { fleet, trip, invoice, driver: await insertSpare(fleet) };
}

describe('tax 6.3: a relay with a Carta Porte', () => {
  test('tax 6.3: against a substitute by hand: the document has one substitute, and the alert', async () => {
    const { fleet, trip, invoice, driver } = await insertFreight();
    const byHand = () => table.testContext().use(substituteInvoice)(fleet.actor, invoice, {}, undefined);
    await relay(fleet, trip, { driverId: driver.id }, table.interrupted(byHand));
    const [old] = await getItems(table.testContext().context, [invoiceKey(trip.teamId, invoice.id)]);
    const drafts = (await table.partition(`TEAM#${trip.teamId}`, 'INVOICE#')).filter(
      ({ replaces }) => replaces === invoice.id,
    );
    expect(drafts.map(({ id }) => id)).toEqual([old?.replacedBy]);
    const alerts = await table.partition(alertsOf(trip.teamId).pk, 'ALERT#');
    expect(alerts).toEqual([expect.objectContaining({ type: 'CARTA_PORTE_OUTDATED', status: 'OPEN' })]);
  });

  test('tax 6.3: two at once make one draft', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { fleet, trip, invoice, driver } = await insertFreight();
      const other = await insertSpare(fleet);
      const results = await resultsOf([driver, other].map(({ id }) => relay(fleet, trip, { driverId: id })));
      expect(results.sort()).toEqual(['CONFLICT', 'OK']);
      const all = await table.partition(`TEAM#${trip.teamId}`, 'INVOICE#');
      expect(all.filter(({ replaces }) => replaces === invoice.id)).toHaveLength(1);
    }
  });

  test('tax 6.3: a faulty write leaves nothing, and a repeated request makes all of it', async () => {
    const { fleet, trip, invoice, driver } = await insertFreight();
    const before = await table.partition(`TEAM#${trip.teamId}`);
    const broken = new Error('The process ends here.');
    const dying = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, before: () => broken }] });
    await expect(relay(fleet, trip, { driverId: driver.id }, dying)).rejects.toBe(broken);
    expect(await table.partition(`TEAM#${trip.teamId}`)).toEqual(before);
    const lost = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, after: () => broken }] });
    await expect(relay(fleet, trip, { driverId: driver.id }, lost)).rejects.toBe(broken);
    const [old] = await getItems(table.testContext().context, [invoiceKey(trip.teamId, invoice.id)]);
    expect(old?.replacedBy).toBeDefined();
    const once = { ...trip, driverId: driver.id };
    expect(await relay(fleet, once, { driverId: driver.id })).toMatchObject({ driverId: driver.id });
    await expectAgreement(trip, [fleet.driver.id, driver.id]);
  });
});

/** Requests as the operation makes them: the trip is read with the membership, which is not counted here. The policy and the lists of overlaps are. */
describe('tax 6.3: the units of a relay', () => {
  test.each([
    ['to a driver', { driver: true, vehicle: false, document: false }, 4, 15],
    ['to a driver and a vehicle', { driver: true, vehicle: true, document: false }, 5.5, 23],
    ['to a driver, with a Carta Porte', { driver: true, vehicle: false, document: true }, 6, 45],
  ] as const)('tax 6.3: %s', async (_, given, reads, writes) => {
    const { fleet, trip, driver } = given.document ? await insertFreight() : await insertRoad();
    const vehicle = await insertVehicle(table.testContext(), { teamId: trip.teamId });
    const testContext = table.testContext();
    await relay(
      fleet,
      trip,
      { ...(given.driver && { driverId: driver.id }), ...(given.vehicle && { vehicleId: vehicle.id }) },
      testContext,
    );
    expect([testContext.meter.readUnits, testContext.meter.writeUnits]).toEqual([reads, writes]);
  });
});
