import { eventsOf } from '../../shared/audit/audit-event';
import { invoiceCountKey, invoiceKey, invoicesInStatus, invoicesOfClient } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { createTrip } from '../../shared/trips/create-trip';
import type { NewTrip } from '../../shared/trips/trip';
import { tripKey, tripsInStatus, tripsOfDriver } from '../../shared/trips/trip';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertClient, insertDriver, insertFleet, insertRoute, insertVehicle } from '../support/store-fleet';
import { storedTrip } from '../support/store-records';

const table = quickTable();

async function insertReferences(testContext: TestContext) {
  const { actor, driver, vehicle } = await insertFleet(testContext);
  const { teamId } = actor;
  const client = await insertClient(testContext, { teamId, rfc: 'ABC010101AB1' });
  const route = await insertRoute(testContext, { teamId });
  const ids = { clientId: client.id, routeId: route.id, driverId: driver.id, vehicleId: vehicle.id };
  return { actor, driver, vehicle, client, route, ids };
}

const plan = (given: Partial<NewTrip> = {}): NewTrip => ({ startDate: storedTrip().startDate, ...given });
const written = (teamId: string) => table.partition(`TEAM#${teamId}`);

describe('planning a trip', () => {
  test('writes trip, draft, both counts and the first entry of the timeline in one transaction', async () => {
    const { actor, driver, vehicle, client, route, ids } = await insertReferences(table.testContext());
    const { teamId } = actor;
    const testContext = table.testContext();
    const trip = await testContext.use(createTrip)(actor, plan({ ...ids, revenue: 25_000 }), undefined);
    // The second call reads the places of the route, the next ones the policy and the trips of driver and vehicle. The last one finds a
    // name that was given meanwhile.
    expect(testContext.actions()).toEqual([
      ...['BatchGetItem', 'BatchGetItem'],
      ...['GetItem', 'Query', 'Query'],
      ...['TransactWriteItems', 'BatchGetItem'],
    ]);
    expect(trip).toMatchObject({
      ...ids,
      teamId,
      status: 'NO_INICIADO',
      routeName: route.name,
      clientName: client.name,
      driverName: driver.name,
      driverPhone: driver.phone,
      vehiclePlate: vehicle.plate,
      createdAt: testContext.now().toISOString(),
    });
    expect(await getItem(testContext.context, tripKey(teamId, trip.id))).toEqual(trip);
    expect(await getItem(testContext.context, invoiceKey(teamId, trip.invoiceId))).toMatchObject({
      tripId: trip.id,
      status: 'DRAFT',
      clientId: client.id,
      subtotal: 25_000,
      withheldAmount: 1_000,
    });
    expect(await getItem(testContext.context, invoiceCountKey(teamId))).toMatchObject({ total: 1, DRAFT: 1 });
    expect(await getItem(testContext.context, invoiceCountKey(teamId, client.id))).toMatchObject({
      total: 1,
      DRAFT: 1,
    });
    const audit = await table.partition(eventsOf(teamId, 'TRIP', trip.id).pk, 'EVENT#');
    expect(audit).toEqual([
      expect.objectContaining({
        entityType: 'TRIP',
        entityId: trip.id,
        action: 'CREATE',
        actorId: actor.id,
        newStatus: 'NO_INICIADO',
      }),
    ]);
  });

  test('puts trip and draft where their lists look for them', async () => {
    const { actor, client, driver, ids } = await insertReferences(table.testContext());
    const { teamId } = actor;
    const trip = await table.testContext().use(createTrip)(actor, plan(ids), undefined);
    const items = await written(teamId);
    expect(items.find(({ sk }) => sk === `TRIP#${trip.id}`)).toMatchObject({
      ...tripsInStatus(teamId, 'NO_INICIADO'),
      ...tripsOfDriver(teamId, driver.id),
      gsi1sk: `${trip.startDate}#${trip.id}`,
      gsi2sk: `${trip.startDate}#${trip.id}`,
    });
    expect(items.find(({ sk }) => sk === `INVOICE#${trip.invoiceId}`)).toMatchObject({
      ...invoicesInStatus(teamId, 'DRAFT'),
      ...invoicesOfClient(teamId, client.id),
    });
  });

  test('needs nothing but its start: a draft without client and lines, and no call to read', async () => {
    const { actor } = await insertFleet(table.testContext());
    const testContext = table.testContext();
    const trip = await testContext.use(createTrip)(actor, plan(), undefined);
    expect(testContext.actions()).toEqual(['TransactWriteItems']);
    const invoice = await getItem(testContext.context, invoiceKey(actor.teamId, trip.invoiceId));
    expect(invoice).toMatchObject({ clientId: null, items: [], total: 0 });
    expect((await written(actor.teamId)).filter(({ sk }) => String(sk).startsWith('INVOICE_COUNT'))).toHaveLength(1);
  });

  test('twenty times at once counts twenty drafts', async () => {
    const { actor, client, ids } = await insertReferences(table.testContext());
    await Promise.all(
      Array.from({ length: 20 }, () => table.testContext().use(createTrip)(actor, plan(ids), undefined)),
    );
    const count = { total: 20, DRAFT: 20 };
    expect(await getItem(table.testContext().context, invoiceCountKey(actor.teamId))).toMatchObject(count);
    expect(await getItem(table.testContext().context, invoiceCountKey(actor.teamId, client.id))).toMatchObject(count);
  });
});

describe('a plan that names what it may not', () => {
  /** Expects the plan to be refused with this field, and no item to be written. */
  async function expectRefused(
    testContext: TestContext,
    actor: { id: string; teamId: string },
    body: NewTrip,
    field: string,
  ) {
    const before = await written(actor.teamId);
    const planned = testContext.use(createTrip)(actor, body, undefined);
    await expect(planned).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
    expect(await written(actor.teamId)).toEqual(before);
  }

  test.each(['clientId', 'routeId', 'driverId', 'vehicleId'] as const)(
    'is refused by %s when there is none such',
    async (field) => {
      const { actor, ids } = await insertReferences(table.testContext());
      await expectRefused(table.testContext(), actor, plan({ ...ids, [field]: someId() }), field);
    },
  );

  test.each(['clientId', 'routeId', 'driverId', 'vehicleId'] as const)(
    'is refused by %s when it is another team’s',
    async (field) => {
      const { actor, ids } = await insertReferences(table.testContext());
      const other = await insertReferences(table.testContext());
      await expectRefused(table.testContext(), actor, plan({ ...ids, [field]: other.ids[field] }), field);
    },
  );

  test('is refused by the first of several', async () => {
    const { actor } = await insertReferences(table.testContext());
    await expectRefused(table.testContext(), actor, plan({ vehicleId: someId(), clientId: someId() }), 'clientId');
  });

  test.each(['driverId', 'vehicleId'] as const)('is refused by %s when it is BAJA', async (field) => {
    const testContext = table.testContext();
    const { actor, ids } = await insertReferences(testContext);
    const gone = { teamId: actor.teamId, status: 'BAJA' } as const;
    const { id } =
      field === 'driverId' ? await insertDriver(testContext, gone) : await insertVehicle(testContext, gone);
    await expectRefused(table.testContext(), actor, plan({ ...ids, [field]: id }), field);
  });

  test.each(['driverId', 'vehicleId'] as const)(
    'is refused by %s when it becomes BAJA between the reading and the writing',
    async (field) => {
      const { actor, driver, vehicle, ids } = await insertReferences(table.testContext());
      const leave = () =>
        field === 'driverId'
          ? insertDriver(table.testContext(), { ...driver, status: 'BAJA' })
          : insertVehicle(table.testContext(), { ...vehicle, status: 'BAJA' });
      const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', meanwhile: leave }] });
      const planned = testContext.use(createTrip)(actor, plan(ids), undefined);
      await expect(planned).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
      expect((await written(actor.teamId)).filter(({ sk }) => /^(TRIP|INVOICE)/.test(String(sk)))).toEqual([]);
    },
  );

  test.each(['EN_VIAJE', 'NO_DISPONIBLE', 'VACACIONES'] as const)(
    'may name a driver who is %s: the start will ask again',
    async (status) => {
      const testContext = table.testContext();
      const { actor } = await insertReferences(testContext);
      const { id } = await insertDriver(testContext, { teamId: actor.teamId, status });
      await expect(testContext.use(createTrip)(actor, plan({ driverId: id }), undefined)).resolves.toMatchObject({
        driverId: id,
      });
    },
  );
});
