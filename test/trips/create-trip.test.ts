import { eventsOf } from '../../shared/audit/audit-event';
import { invoiceCountKey, invoiceKey, invoicesInStatus, invoicesOfClient } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { createTrip } from '../../shared/trips/create-trip';
import type { NewTrip } from '../../shared/trips/trip';
import { tripKey, tripsInStatus, tripsOfDriver } from '../../shared/trips/trip';
import { type Scene, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { layClient, layDriver, layFleet, layRoute, layVehicle } from '../support/store-fleet';
import { storedTrip } from '../support/store-records';

const table = quickTable();

async function layReferences(scene: Scene) {
  const { actor, driver, vehicle } = await layFleet(scene);
  const { teamId } = actor;
  const client = await layClient(scene, { teamId, rfc: 'ABC010101AB1' });
  const route = await layRoute(scene, { teamId });
  const ids = { clientId: client.id, routeId: route.id, driverId: driver.id, vehicleId: vehicle.id };
  return { actor, driver, vehicle, client, route, ids };
}

const plan = (given: Partial<NewTrip> = {}): NewTrip => ({ startDate: storedTrip().startDate, ...given });
const written = (teamId: string) => table.partition(`TEAM#${teamId}`);

describe('planning a trip', () => {
  test('writes trip, draft, both counts and the first entry of the timeline in one transaction', async () => {
    const { actor, driver, vehicle, client, route, ids } = await layReferences(table.scene());
    const { teamId } = actor;
    const scene = table.scene();
    const trip = await scene.use(createTrip)(actor, plan({ ...ids, revenue: 25_000 }), undefined);
    expect(scene.actions()).toEqual(['BatchGetItem', 'TransactWriteItems']);
    expect(trip).toMatchObject({
      ...ids,
      teamId,
      status: 'NO_INICIADO',
      routeName: route.name,
      clientName: client.name,
      driverName: driver.name,
      driverPhone: driver.phone,
      vehiclePlate: vehicle.plate,
      createdAt: scene.now().toISOString(),
    });
    expect(await getItem(scene.context, tripKey(teamId, trip.id))).toEqual(trip);
    expect(await getItem(scene.context, invoiceKey(teamId, trip.invoiceId))).toMatchObject({
      tripId: trip.id,
      status: 'DRAFT',
      clientId: client.id,
      subtotal: 25_000,
      withheldAmount: 1_000,
    });
    expect(await getItem(scene.context, invoiceCountKey(teamId))).toMatchObject({ total: 1, DRAFT: 1 });
    expect(await getItem(scene.context, invoiceCountKey(teamId, client.id))).toMatchObject({ total: 1, DRAFT: 1 });
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
    const { actor, client, driver, ids } = await layReferences(table.scene());
    const { teamId } = actor;
    const trip = await table.scene().use(createTrip)(actor, plan(ids), undefined);
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
    const { actor } = await layFleet(table.scene());
    const scene = table.scene();
    const trip = await scene.use(createTrip)(actor, plan(), undefined);
    expect(scene.actions()).toEqual(['TransactWriteItems']);
    const invoice = await getItem(scene.context, invoiceKey(actor.teamId, trip.invoiceId));
    expect(invoice).toMatchObject({ clientId: null, items: [], total: 0 });
    expect((await written(actor.teamId)).filter(({ sk }) => String(sk).startsWith('INVOICE_COUNT'))).toHaveLength(1);
  });

  test('twenty times at once counts twenty drafts', async () => {
    const { actor, client, ids } = await layReferences(table.scene());
    await Promise.all(Array.from({ length: 20 }, () => table.scene().use(createTrip)(actor, plan(ids), undefined)));
    const count = { total: 20, DRAFT: 20 };
    expect(await getItem(table.scene().context, invoiceCountKey(actor.teamId))).toMatchObject(count);
    expect(await getItem(table.scene().context, invoiceCountKey(actor.teamId, client.id))).toMatchObject(count);
  });
});

describe('a plan that names what it may not', () => {
  /** Refuses the plan by its field, and finds nothing written. */
  async function expectRefused(scene: Scene, actor: { id: string; teamId: string }, body: NewTrip, field: string) {
    const before = await written(actor.teamId);
    const planned = scene.use(createTrip)(actor, body, undefined);
    await expect(planned).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
    expect(await written(actor.teamId)).toEqual(before);
  }

  test.each(['clientId', 'routeId', 'driverId', 'vehicleId'] as const)(
    'is refused by %s when there is none such',
    async (field) => {
      const { actor, ids } = await layReferences(table.scene());
      await expectRefused(table.scene(), actor, plan({ ...ids, [field]: someId() }), field);
    },
  );

  test.each(['clientId', 'routeId', 'driverId', 'vehicleId'] as const)(
    'is refused by %s when it is another team’s',
    async (field) => {
      const { actor, ids } = await layReferences(table.scene());
      const other = await layReferences(table.scene());
      await expectRefused(table.scene(), actor, plan({ ...ids, [field]: other.ids[field] }), field);
    },
  );

  test('is refused by the first of several', async () => {
    const { actor } = await layReferences(table.scene());
    await expectRefused(table.scene(), actor, plan({ vehicleId: someId(), clientId: someId() }), 'clientId');
  });

  test.each(['driverId', 'vehicleId'] as const)('is refused by %s when it is BAJA', async (field) => {
    const scene = table.scene();
    const { actor, ids } = await layReferences(scene);
    const gone = { teamId: actor.teamId, status: 'BAJA' } as const;
    const { id } = field === 'driverId' ? await layDriver(scene, gone) : await layVehicle(scene, gone);
    await expectRefused(table.scene(), actor, plan({ ...ids, [field]: id }), field);
  });

  test.each(['driverId', 'vehicleId'] as const)(
    'is refused by %s when it becomes BAJA between the reading and the writing',
    async (field) => {
      const { actor, driver, vehicle, ids } = await layReferences(table.scene());
      const leave = () =>
        field === 'driverId'
          ? layDriver(table.scene(), { ...driver, status: 'BAJA' })
          : layVehicle(table.scene(), { ...vehicle, status: 'BAJA' });
      const scene = table.scene({ faults: [{ action: 'TransactWriteItems', meanwhile: leave }] });
      const planned = scene.use(createTrip)(actor, plan(ids), undefined);
      await expect(planned).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
      expect((await written(actor.teamId)).filter(({ sk }) => /^(TRIP|INVOICE)/.test(String(sk)))).toEqual([]);
    },
  );

  test.each(['EN_VIAJE', 'NO_DISPONIBLE', 'VACACIONES'] as const)(
    'may name a driver who is %s: the start will ask again',
    async (status) => {
      const scene = table.scene();
      const { actor } = await layReferences(scene);
      const { id } = await layDriver(scene, { teamId: actor.teamId, status });
      await expect(scene.use(createTrip)(actor, plan({ driverId: id }), undefined)).resolves.toMatchObject({
        driverId: id,
      });
    },
  );
});
