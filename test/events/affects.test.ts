import { alertsOf } from '../../shared/alerts/alert';
import { affectedBy } from '../../shared/audit/affects';
import { auditStep } from '../../shared/audit/audit';
import { type AuditedEntity, SYSTEM_ACTOR } from '../../shared/audit/audit-event';
import { clientKey } from '../../shared/clients/client';
import { createClient, editClient } from '../../shared/clients/clients';
import { recordsOfFile } from '../../shared/files/record-of-file';
import { driverKey } from '../../shared/fleet/driver';
import { activateDriver } from '../../shared/fleet/driver-access';
import { voidCollection } from '../../shared/payments/collections';
import { createPayment } from '../../shared/payments/payments';
import { transact } from '../../shared/platform/table/transact';
import { tripKey } from '../../shared/trips/trip';
import { engineTable } from '../support/engine';
import { someId } from '../support/engine-runtime';
import { entriesOf } from '../support/entries';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertFleet, insertTrip, insertTripUnderWay, moveAsOwner } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const engine = engineTable();

async function insertScene() {
  const testContext = table.testContext();
  const fleet = await insertFleet(testContext);
  const crew = [
    { entityType: 'DRIVER', entityId: fleet.driver.id },
    { entityType: 'VEHICLE', entityId: fleet.vehicle.id },
  ];
  const { teamId } = fleet.actor;
  return {
    testContext,
    fleet,
    crew,
    teamId,
    entries: (type: AuditedEntity, id: string) => entriesOf(table, teamId, type, id),
  };
}

describe('integrations 1: affects names what the transaction changed without an entry', () => {
  it('integrations 1: a created trip names its draft invoice', async () => {
    const { testContext, fleet, entries } = await insertScene();
    const trip = await insertTrip(testContext, fleet);
    expect(await entries('TRIP', trip.id)).toMatchObject([
      { action: 'CREATE', affects: [{ entityType: 'INVOICE', entityId: trip.invoiceId }] },
    ]);
  });

  it('integrations 1: a start by the driver and an end name driver and vehicle', async () => {
    const { testContext, fleet, crew, entries } = await insertScene();
    const trip = await insertTripUnderWay(testContext, fleet);
    await moveAsOwner(testContext, fleet, trip, 'COMPLETADO');
    const [, started, ended] = await entries('TRIP', trip.id);
    expect(started).toMatchObject({ newStatus: 'EN_PROCESO', actorType: 'DRIVER' });
    expect(started?.affects).toHaveLength(2);
    expect(started?.affects).toEqual(expect.arrayContaining(crew));
    expect(ended).toMatchObject({ newStatus: 'COMPLETADO' });
    expect(ended?.actorType).toBeUndefined();
    expect(ended?.affects).toEqual(expect.arrayContaining(crew));
  });

  it('integrations 1: the cancellation of a planned trip does not name driver and vehicle, which it does not change', async () => {
    const { testContext, fleet, entries } = await insertScene();
    const trip = await insertTrip(testContext, fleet);
    await moveAsOwner(testContext, fleet, trip, 'CANCELADO');
    const [, cancelled] = await entries('TRIP', trip.id);
    const kinds = cancelled?.affects?.map(({ entityType }) => entityType) ?? [];
    expect(kinds).not.toContain('DRIVER');
    expect(kinds).not.toContain('VEHICLE');
  });

  it('integrations 1: a payment names the trip when it is registered and when it is voided', async () => {
    const { testContext, fleet, entries } = await insertScene();
    const trip = await insertTrip(testContext, fleet, { revenue: 1_000 });
    const { id } = await testContext.use(createPayment)(
      fleet.actor,
      { tripId: trip.id, amount: 100, method: 'EFECTIVO' },
      undefined,
    );
    await testContext.use(voidCollection)(fleet.actor, id, 'PAYMENT');
    const affects = [{ entityType: 'TRIP', entityId: trip.id }];
    expect(await entries('PAYMENT', id)).toMatchObject([
      { action: 'CREATE', affects },
      { action: 'DELETE', affects },
    ]);
  });

  it('integrations 1: an edit of one record names none', async () => {
    const { testContext, fleet, entries } = await insertScene();
    const client = await testContext.use(createClient)(fleet.actor, { name: 'Aceros', status: 'ACTIVO' }, undefined);
    await testContext.use(editClient)(fleet.actor, client, { notes: 'Paga tarde' });
    expect((await entries('CLIENT', client.id)).map((entry) => 'affects' in entry && entry.affects)).toEqual([
      false,
      false,
    ]);
  });

  it('integrations 1: a raised alert has an entry CREATE by SYSTEM, in the transaction of its cause', async () => {
    const { testContext, fleet, teamId, entries } = await insertScene();
    const trip = await insertTrip(testContext, fleet);
    const invoice = await insertInvoice(testContext, { teamId, tripId: trip.id, status: 'VALID' });
    await moveAsOwner(testContext, fleet, trip, 'CANCELADO');
    const alerts = await table.partition(alertsOf(teamId).pk, 'ALERT#');
    expect(alerts.length).toBeGreaterThan(0);
    const [, cancelled] = await entries('TRIP', trip.id);
    for (const { id } of alerts) {
      const [entry, ...others] = await entries('ALERT', String(id));
      expect([entry, others]).toMatchObject([{ action: 'CREATE', actorId: SYSTEM_ACTOR, actorType: 'SYSTEM' }, []]);
    }
    expect(cancelled?.affects).toEqual([{ entityType: 'INVOICE', entityId: invoice.id }]);
  });

  it('integrations 1: the first use of the app has one entry by the driver', async () => {
    const { testContext, teamId, entries } = await insertScene();
    const driver = await insertDriver(testContext, {
      teamId,
      sub: someId(),
      username: 'ana',
      appAccessStatus: 'INVITED',
    });
    const active = await testContext.use(activateDriver)(driver);
    await Promise.all([testContext.use(activateDriver)(active), testContext.use(activateDriver)(driver)]);
    expect(await entries('DRIVER', driver.id)).toMatchObject([
      { action: 'UPDATE', actorId: driver.id, actorType: 'DRIVER', changes: { appAccessStatus: 'ACTIVE' } },
    ]);
  });
});

describe('integrations 1: the records that a transaction changes', () => {
  const teamId = someId();
  const own = { entityType: 'CLIENT', entityId: someId() } as const;
  const keyOf = (id: string) => driverKey(teamId, id);

  it('integrations 8: the entry of a change stays below 1 KB with 8 affected records', async () => {
    const testContext = engine.testContext();
    const actor = { id: someId(), teamId, pool: 'drivers' } as const;
    const reservations = Array.from(
      { length: 8 },
      () => ({ entityType: 'BOX_RESERVATION', entityId: someId() }) as const,
    );
    const entityId = someId();
    const entry = {
      entityType: 'BOX_RESERVATION',
      entityId,
      action: 'STATUS',
      lat: 19.432608,
      lng: -99.133209,
    } as const;
    const statuses = { previousStatus: 'CANCELLED_PENDING', newStatus: 'CANCELLED_PENDING' };
    await transact(testContext.context, [
      auditStep(testContext.context, actor, { ...entry, ...statuses, affects: reservations }),
    ]);
    // Two for an item of at most 1 KB in a transaction, and one for its place in the index.
    expect(testContext.meter).toMatchObject({ writeUnits: 3 });
    expect((await entriesOf(engine, teamId, 'BOX_RESERVATION', entityId))[0]?.affects).toHaveLength(8);
  });

  it('integrations 1: at most 8 are named, each once', () => {
    const ids = Array.from({ length: 12 }, someId);
    const affected = affectedBy(teamId, own, [...ids, ...ids].map(keyOf));
    expect(affected.map(({ entityId }) => entityId)).toEqual(ids.slice(0, 8));
  });

  it('integrations 1: no record of another team, no further item of a record, and not the own record', () => {
    const id = someId();
    const others = [
      tripKey(someId(), id),
      clientKey(teamId, own.entityId),
      { pk: `TEAM#${teamId}`, sk: `TRIP#${id}#PLACE` },
    ];
    const listed = { pk: `TEAM#${teamId}#TRIP#${id}`, sk: 'STOP#1' };
    expect(affectedBy(teamId, own, [...others, listed, { pk: `TEAM#${teamId}`, sk: 'TRIP#x' }])).toEqual([]);
  });

  it('integrations 1: a record with an entry of its own in the transaction is not named', () => {
    const id = someId();
    const entry = { pk: `TEAM#${teamId}#DRIVER#${id}`, sk: `EVENT#${someId()}` };
    expect(affectedBy(teamId, own, [keyOf(id), entry])).toEqual([]);
    expect(affectedBy(teamId, own, [keyOf(id), { ...entry, pk: `TEAM#${someId()}#DRIVER#${id}` }])).toHaveLength(1);
  });

  it.each([
    ['DRIVER', 'DRIVER'],
    ['vehicles', 'VEHICLE'],
    [' Client ', 'CLIENT'],
    ['team', 'TEAM'],
    ['trip', 'TRIP'],
    ['invoice', 'INVOICE'],
    ['box', 'BOX'],
    ['reservation', 'BOX_RESERVATION'],
    ['route', 'ROUTE'],
  ])('integrations 1: the event of a file of %s names the %s', (entityType, kind) => {
    const entityId = someId();
    expect(recordsOfFile({ entityType, entityId })).toEqual([{ entityType: kind, entityId }]);
  });

  it.each(['user', 'papel'])('integrations 1: the event of a file of %s names no record', (entityType) => {
    expect(recordsOfFile({ entityType, entityId: someId() })).toEqual([]);
  });
});
