import { createClient, editClient } from '../../shared/clients/clients';
import { type DriverStatus, driverKey } from '../../shared/fleet/driver';
import { editDriver } from '../../shared/fleet/drivers';
import { plateKey, type VehicleRecord, vehicleKey } from '../../shared/fleet/vehicle';
import { changeVehicleStatus, createVehicle, editVehicle } from '../../shared/fleet/vehicles';
import { createPayment } from '../../shared/payments/payments';
import { getItem } from '../../shared/platform/table/read';
import { createRoutePoint, removeRoutePoint } from '../../shared/routes/route-points';
import { editTrip } from '../../shared/trips/edit-trip';
import { type TripChanges, tripIndexes, tripKey } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { type Fleet, insertDriver, insertFleet, insertTrip, insertVehicle, startTrip } from '../support/store-fleet';

const table = quickTable();

/** Code and field of each refused call, and the number of calls that succeeded. */
async function outcomesOf(all: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(all);
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [[outcome.reason.code, outcome.reason.field]] : [],
  );
  return { done: outcomes.length - refusals.length, refusals };
}

describe('an edit', () => {
  test('is one transaction of the record and its audit entry, which names fields and no values', async () => {
    const testContext = table.testContext();
    const actor = { id: someId(), teamId: someId() };
    const client = await testContext.use(createClient)(actor, { name: 'Ximena Zárate', status: 'ACTIVO' }, undefined);
    const editing = table.testContext();
    await editing.use(editClient)(actor, client, { rfc: 'ZAXX800101AB1', notes: 'Ximena paga tarde' });
    expect(editing.actions()).toEqual(['TransactWriteItems']);
    const [, event] = await table.partition(`TEAM#${actor.teamId}#CLIENT#${client.id}`);
    expect(event).toMatchObject({ action: 'UPDATE', actorId: actor.id, changes: { fields: ['rfc', 'notes'] } });
    expect(JSON.stringify(event)).not.toMatch(/Ximena|ZAXX/);
  });

  test('of nothing is no call', async () => {
    const { actor, driver, vehicle } = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), { actor, driver, vehicle });
    const testContext = table.testContext();
    expect(await testContext.use(editDriver)(actor, driver, { name: undefined })).toEqual(driver);
    expect(await testContext.use(editVehicle)(actor, vehicle, {})).toEqual(vehicle);
    expect(await testContext.use(editTrip)(actor, trip, {})).toEqual(trip);
    expect(testContext.calls).toEqual([]);
  });

  test('that sends each field as it was read writes nothing, and leaves no audit entry', async () => {
    const testContext = table.testContext();
    const actor = { id: someId(), teamId: someId() };
    const fields = {
      name: 'Ximena',
      address: { city: 'León', country: 'México' },
      creditLimit: 0,
      status: 'ACTIVO' as const,
    };
    const client = await testContext.use(createClient)(actor, fields, undefined);
    const editing = table.testContext();
    expect(await editing.use(editClient)(actor, client, { ...fields, rfc: null })).toEqual(client);
    expect(editing.calls).toEqual([]);
    await editing.use(editClient)(actor, client, { ...fields, address: { city: 'Lerma', country: 'México' } });
    const entries = await table.partition(`TEAM#${actor.teamId}#CLIENT#${client.id}`);
    expect(entries.map(({ changes }) => changes)).toEqual([undefined, { fields: ['address'] }]);
  });

  test('of a record that is gone meanwhile is NOT_FOUND, and makes none', async () => {
    const actor = { id: someId(), teamId: someId() };
    const ghost: VehicleRecord = {
      id: someId(),
      teamId: actor.teamId,
      plate: 'AA-1',
      status: 'DISPONIBLE',
      createdAt: '2026-03-02T15:00:00.000Z',
      version: 1,
    };
    const edited = table.testContext().use(editVehicle)(actor, ghost, { brand: 'Volvo' });
    await expect(edited).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await table.partition(`TEAM#${actor.teamId}`)).toEqual([]);
  });

  test('beside another of other fields keeps both', async () => {
    const { actor, vehicle } = await insertFleet(table.testContext());
    const edits = [{ brand: 'Volvo' }, { model: 'FH' }, { year: 2020 }, { notes: 'x' }];
    await Promise.all(edits.map((changes) => table.testContext().use(editVehicle)(actor, vehicle, changes)));
    const stored = await getItem(table.testContext().context, vehicleKey(vehicle.teamId, vehicle.id));
    // The operation removes the mark of the correction when the documents are reported.
    expect({ ...stored, correction: undefined }).toEqual({
      ...vehicle,
      ...Object.assign({}, ...edits),
      version: vehicle.version + edits.length,
    });
  });
});

describe('plates', () => {
  async function registerFleet(...plates: string[]) {
    const actor = { id: someId(), teamId: someId() };
    const vehicles = [];
    for (const plate of plates)
      vehicles.push(await table.testContext().use(createVehicle)(actor, { plate }, undefined));
    return { actor, vehicles };
  }

  /** Each vehicle holds the plate that it shows, and no vehicle holds a second one. */
  async function expectSound(teamId: string) {
    const vehicles = await table.partition(`TEAM#${teamId}`, 'VEHICLE#');
    const held = await table.partition(`TEAM#${teamId}`, 'PLATE#');
    const shown = vehicles.map(({ id, plate }) => [plateKey(teamId, String(plate)).sk, id]);
    expect(held.map(({ sk, vehicleId }) => [sk, vehicleId]).sort()).toEqual(shown.sort());
  }

  test('for which five vehicles race go to one of them', async () => {
    const { actor, vehicles } = await registerFleet('A1', 'A2', 'A3', 'A4', 'A5');
    const sent = vehicles.map((vehicle) => table.testContext().use(editVehicle)(actor, vehicle, { plate: 'Z9' }));
    const taken = new Array(4).fill(['VALIDATION_FAILED', 'plate']);
    expect(await outcomesOf(sent)).toEqual({ done: 1, refusals: taken });
    await expectSound(actor.teamId);
  });

  test('of one vehicle that is given two at once are one', async () => {
    const { actor, vehicles } = await registerFleet('A1');
    const [vehicle] = vehicles;
    if (vehicle === undefined) throw new Error('One was registered.');
    const sent = ['Z8', 'Z9'].map((plate) => table.testContext().use(editVehicle)(actor, vehicle, { plate }));
    expect(await outcomesOf(sent)).toEqual({ done: 1, refusals: [['VALIDATION_FAILED', 'plate']] });
    await expectSound(actor.teamId);
  });

  test.each(['Z9', 'a1', 'B2'])(
    'are sound when the plate changed between the reading and the writing of %s',
    async (plate) => {
      const { actor, vehicles } = await registerFleet('A1');
      const [vehicle] = vehicles;
      if (vehicle === undefined) throw new Error('One was registered.');
      const testContext = table.interrupted(() =>
        table.testContext().use(editVehicle)(actor, vehicle, { plate: 'B2' }),
      );
      const edited = testContext.use(editVehicle)(actor, vehicle, { plate });
      await expect(edited).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'plate' });
      await expectSound(actor.teamId);
    },
  );

  test('that two vehicles exchange are exchanged by way of a third', async () => {
    const { actor, vehicles } = await registerFleet('A1', 'A2');
    const [one, other] = vehicles;
    if (one === undefined || other === undefined) throw new Error('Two were registered.');
    const between = await table.testContext().use(editVehicle)(actor, one, { plate: 'TEMP' });
    await table.testContext().use(editVehicle)(actor, other, { plate: 'A1' });
    await table.testContext().use(editVehicle)(actor, between, { plate: 'A2' });
    await expectSound(actor.teamId);
  });
});

test('what is taken away twice at once is taken away once', async () => {
  const actor = { id: someId(), teamId: someId() };
  const point = { name: 'Patio', address: 'Apodaca', lat: 25.78, lng: -100.18 };
  const made = await table.testContext().use(createRoutePoint)(actor, point, undefined);
  const sent = [1, 2].map(() => table.testContext().use(removeRoutePoint)(actor, made));
  expect(await outcomesOf(sent)).toEqual({ done: 1, refusals: [['NOT_FOUND', undefined]] });
});

describe('a status that changed between the reading and the writing', () => {
  test('of a driver who started a trip is refused: EN_VIAJE is not left by hand', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    for (const status of ['BAJA', 'VACACIONES'] satisfies DriverStatus[]) {
      const testContext = table.interrupted(() => startTrip(table.testContext(), fleet, trip).catch(() => undefined));
      const edited = testContext.use(editDriver)(fleet.actor, fleet.driver, { status });
      await expect(edited).rejects.toMatchObject({ code: 'DRIVER_STATUS' });
    }
    const stored = await getItem(table.testContext().context, driverKey(fleet.driver.teamId, fleet.driver.id));
    expect(stored).toMatchObject({ status: 'EN_VIAJE', tripId: trip.id, appAccessStatus: 'ACTIVE' });
  });

  test('of a vehicle that started a trip is refused', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const testContext = table.interrupted(() => startTrip(table.testContext(), fleet, trip));
    const moved = testContext.use(changeVehicleStatus)(fleet.actor, fleet.vehicle, 'MANTENIMIENTO');
    await expect(moved).rejects.toMatchObject({ code: 'VEHICLE_STATUS' });
  });

  test('of a driver whose access was opened meanwhile is a conflict, and closes nothing', async () => {
    const { actor, driver } = await insertFleet(table.testContext(), { driver: { appAccessStatus: 'INVITED' } });
    const activate = () =>
      insertDriver(table.testContext(), { ...driver, appAccessStatus: 'ACTIVE', everActive: true });
    const edited = table.interrupted(activate).use(editDriver)(actor, driver, { status: 'BAJA' });
    await expect(edited).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('an edit of a trip', () => {
  /** A planned trip, with a second driver and a second vehicle to assign. */
  async function insertPlanned() {
    const fleet = await insertFleet(table.testContext());
    const { teamId } = fleet.actor;
    const driver = await insertDriver(table.testContext(), { teamId, name: 'María Ruiz' });
    const vehicle = await insertVehicle(table.testContext(), { teamId });
    return { fleet, driver, vehicle, trip: await insertTrip(table.testContext(), fleet) };
  }
  const stored = async ({ actor }: Fleet, id: string) => {
    const items = await table.partition(`TEAM#${actor.teamId}`, `TRIP#${id}`);
    const trip = await getItem(table.testContext().context, tripKey(actor.teamId, id));
    if (trip === undefined) throw new Error('The trip is gone.');
    return { trip, item: items[0] };
  };

  /** The trip's index entries match the fields of its record. */
  async function expectSound(fleet: Fleet, id: string) {
    const { trip, item } = await stored(fleet, id);
    expect(item).toMatchObject(tripIndexes(trip));
    return trip;
  }

  test('that gives it another driver loses to a start, and the other way round', async () => {
    const { fleet, driver, vehicle, trip } = await insertPlanned();
    const start = () => startTrip(table.testContext(), fleet, trip);
    for (const changes of [{ driverId: driver.id }, { vehicleId: vehicle.id }]) {
      const testContext = table.interrupted(() => start().catch(() => undefined));
      const edited = testContext.use(editTrip)(fleet.actor, trip, changes);
      await expect(edited).rejects.toMatchObject({ code: 'TRIP_ALREADY_STARTED' });
    }
    expect(await expectSound(fleet, trip.id)).toMatchObject({ status: 'EN_PROCESO', driverId: fleet.driver.id });
    const other = await insertPlanned();
    await table.testContext().use(editTrip)(other.fleet.actor, other.trip, { driverId: other.driver.id });
    const late = startTrip(table.testContext(), other.fleet, other.trip);
    await expect(late).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await expectSound(other.fleet, other.trip.id)).toMatchObject({ status: 'NO_INICIADO' });
  });

  test.each<readonly [string, (driverId: string) => TripChanges, TripChanges]>([
    ['driver, then the start', (driverId) => ({ driverId }), { startDate: '2026-04-01T00:00:00.000Z' }],
    [
      'start, then the start',
      () => ({ startDate: '2026-05-01T00:00:00.000Z' }),
      { startDate: '2026-04-01T00:00:00.000Z' },
    ],
  ])('never puts it where no list looks: %s', async (_, first, second) => {
    const { fleet, driver, trip } = await insertPlanned();
    const testContext = table.interrupted(() => table.testContext().use(editTrip)(fleet.actor, trip, first(driver.id)));
    const edited = testContext.use(editTrip)(fleet.actor, trip, second);
    await expect(edited).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await expectSound(fleet, trip.id)).toMatchObject(first(driver.id));
  });

  test('of its notes does not mind what else was changed meanwhile', async () => {
    const { fleet, driver, trip } = await insertPlanned();
    const reassign = () => table.testContext().use(editTrip)(fleet.actor, trip, { driverId: driver.id });
    await table.interrupted(reassign).use(editTrip)(fleet.actor, trip, { notes: 'Llamar al llegar' });
    const after = await expectSound(fleet, trip.id);
    expect(after).toMatchObject({ notes: 'Llamar al llegar', driverId: driver.id, driverName: 'María Ruiz' });
  });

  test('of its notes does not mind a payment that came in between, and is sent once', async () => {
    const { fleet, trip } = await insertPlanned();
    const pay = () =>
      table.testContext().use(createPayment)(
        fleet.actor,
        { tripId: trip.id, amount: 1000, method: 'EFECTIVO' },
        undefined,
      );
    const testContext = table.interrupted(pay);
    await testContext.use(editTrip)(fleet.actor, trip, { notes: 'Llamar al llegar' });
    expect(testContext.actions()).toEqual(['TransactWriteItems']);
    expect(await expectSound(fleet, trip.id)).toMatchObject({ notes: 'Llamar al llegar', paid: 1000 });
  });

  test('that assigns the first driver puts it among the driver’s trips', async () => {
    const { fleet, driver } = await insertPlanned();
    const trip = await insertTrip(table.testContext(), fleet, { driverId: undefined, vehicleId: undefined });
    await table.testContext().use(editTrip)(fleet.actor, trip, { driverId: driver.id });
    expect(await expectSound(fleet, trip.id)).toMatchObject({ driverId: driver.id });
  });

  test.each(['driverId', 'vehicleId'] as const)(
    'is refused by %s when it becomes BAJA between the reading and the writing',
    async (field) => {
      const { fleet, driver, vehicle, trip } = await insertPlanned();
      const leave = () =>
        field === 'driverId'
          ? insertDriver(table.testContext(), { ...driver, status: 'BAJA' })
          : insertVehicle(table.testContext(), { ...vehicle, status: 'BAJA' });
      const id = field === 'driverId' ? driver.id : vehicle.id;
      const edited = table.interrupted(leave).use(editTrip)(fleet.actor, trip, { [field]: id });
      await expect(edited).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
      expect(await expectSound(fleet, trip.id)).toEqual(trip);
    },
  );

  test('that names nothing anew reads nothing', async () => {
    const { fleet, trip } = await insertPlanned();
    const testContext = table.testContext();
    const edited = await testContext.use(editTrip)(fleet.actor, trip, { notes: 'x' });
    expect(testContext.actions()).toEqual(['TransactWriteItems']);
    // The same driver is not read again. Policy and list are, because the answer warns of an overlap (docs/decisions/0100).
    await testContext.use(editTrip)(fleet.actor, edited, { driverId: fleet.driver.id });
    // Nothing differs, so nothing is written.
    expect(testContext.actions().slice(1)).toEqual(['GetItem', 'Query']);
  });
});
