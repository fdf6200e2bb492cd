import type * as v from 'valibot';
import { eventsOf } from '../../shared/audit/audit-event';
import { type ClientChanges, clientKey } from '../../shared/clients/client';
import { editClient } from '../../shared/clients/clients';
import { editInvoice } from '../../shared/invoices/edit-invoice';
import { invoiceCountKey, invoiceIndexes, invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { editRoute } from '../../shared/routes/routes';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { editTrip } from '../../shared/trips/edit-trip';
import { followClient, followRoute } from '../../shared/trips/follow-names';
import type { TripRecord } from '../../shared/trips/trip';
import { tripKey } from '../../shared/trips/trip';
import { quickTable } from '../support/quick-table';
import { type Fleet, insertClient, insertFleet, insertRoute, insertTrip } from '../support/store-fleet';

const table = quickTable();

/** A route name that makes the draft's one item longer than a summary may store. */
const LONG = '🚛'.repeat(100);

async function insertPlanned() {
  const testContext = table.testContext();
  const fleet = await insertFleet(testContext);
  const { teamId } = fleet.actor;
  const person = await insertClient(testContext, { teamId, name: 'Juana Ríos', rfc: 'RIJU800101AB1' });
  const company = await insertClient(testContext, { teamId, name: 'Acero', rfc: 'ACE010101AB1', cfdiUse: 'G01' });
  const trip = await insertTrip(testContext, fleet, { clientId: person.id, revenue: 1_000 });
  return { fleet, person, company, trip };
}

const draftOf = async ({ teamId, invoiceId }: TripRecord) => {
  const draft = await getItem(table.testContext().context, invoiceKey(teamId, invoiceId));
  if (draft === undefined) throw new Error('The draft is there.');
  return draft;
};
const counts = ({ actor }: Fleet, clientId?: string) =>
  getItem(table.testContext().context, invoiceCountKey(actor.teamId, clientId));
const itemAt = async (trip: TripRecord) =>
  (await table.partition(`TEAM#${trip.teamId}`, `INVOICE#${trip.invoiceId}`))[0];
describe('the draft that was made with a trip', () => {
  test('follows its client, with what that one withholds, its index and the counters', async () => {
    const { fleet, person, company, trip } = await insertPlanned();
    await table.testContext().use(editTrip)(fleet.actor, trip, { clientId: company.id });
    const draft = await draftOf(trip);
    const money = { subtotal: 1_000, taxAmount: 160, withheldAmount: 40, total: 1_120 };
    expect(draft).toMatchObject({
      clientId: company.id,
      clientName: 'Acero',
      cfdiUse: 'G01',
      status: 'DRAFT',
      ...money,
    });
    expect(await itemAt(trip)).toMatchObject(invoiceIndexes(draft));
    expect(await counts(fleet)).toMatchObject({ total: 1, DRAFT: 1 });
    expect(await counts(fleet, person.id)).toMatchObject({ total: 0, DRAFT: 0 });
    expect(await counts(fleet, company.id)).toMatchObject({ total: 1, DRAFT: 1 });
    const [event] = await table.partition(eventsOf(trip.teamId, 'INVOICE', trip.invoiceId).pk, 'EVENT#');
    expect(event).toMatchObject({ action: 'UPDATE', changes: { fields: ['clientId', 'clientName'] } });
  });

  test('follows its revenue and its route, and keeps its customer', async () => {
    const { fleet, person, trip } = await insertPlanned();
    const route = await insertRoute(table.testContext(), { teamId: trip.teamId, name: LONG });
    const once = await table.testContext().use(editTrip)(fleet.actor, trip, { routeId: route.id });
    await table.testContext().use(editTrip)(fleet.actor, once, { revenue: 2_000, notes: 'x' });
    const draft = await draftOf(trip);
    expect(draft).toMatchObject({ clientId: person.id, total: 2_320, revision: 2, isTripDraft: true });
    expect(draft.items).toBeUndefined();
    const [details] = await table.partition(`TEAM#${trip.teamId}#INVOICE#${draft.id}`, 'ITEMS');
    expect(details).toMatchObject({ items: [{ price: 2_000, description: expect.stringContaining(LONG) }] });
    expect(await counts(fleet, person.id)).toMatchObject({ total: 1, DRAFT: 1 });
  });

  test('is not read for what it does not show', async () => {
    const { fleet, person, trip } = await insertPlanned();
    const testContext = table.testContext();
    await testContext.use(editTrip)(fleet.actor, trip, { notes: 'x', clientId: person.id, revenue: 1_000 });
    expect(testContext.actions()).toEqual(['TransactWriteItems']);
    expect((await draftOf(trip)).revision).toBe(0);
  });

  test('stays as a member left it', async () => {
    const { fleet, company, trip } = await insertPlanned();
    await table.testContext().use(editInvoice)(fleet.actor, await draftOf(trip), { notes: 'Revisada' });
    const edited = await draftOf(trip);
    await table.testContext().use(editTrip)(fleet.actor, trip, { clientId: company.id, revenue: 5 });
    expect(await draftOf(trip)).toEqual(edited);
  });

  test('stays when it is no draft any more, or gone', async () => {
    const { fleet, trip } = await insertPlanned();
    await table.testContext().use(removeInvoice)(fleet.actor, await draftOf(trip));
    const edited = await table.testContext().use(editTrip)(fleet.actor, trip, { revenue: 5 });
    expect(edited.revenue).toBe(5);
    const other = await insertPlanned();
    const lock = update(
      invoiceKey(other.trip.teamId, other.trip.invoiceId),
      { set: { status: 'PENDING' } },
      {},
      unexpectedConflict('A lock'),
    );
    await transact(table.testContext().context, [lock]);
    await table.testContext().use(editTrip)(other.fleet.actor, other.trip, { revenue: 5 });
    expect(await draftOf(other.trip)).toMatchObject({ status: 'PENDING', total: 1_160 });
  });

  test('of a trip that two change at once says what the trip says in the end', async () => {
    const { fleet, company, trip } = await insertPlanned();
    await Promise.all([
      table.testContext().use(editTrip)(fleet.actor, trip, { clientId: company.id }),
      table.testContext().use(editTrip)(fleet.actor, trip, { revenue: 3_000 }),
    ]);
    expect(await getItem(table.testContext().context, tripKey(trip.teamId, trip.id))).toMatchObject({
      clientId: company.id,
      revenue: 3_000,
    });
    expect(await draftOf(trip)).toMatchObject({ clientId: company.id, subtotal: 3_000, withheldAmount: 120 });
  });

  test('that a member edits just then is left alone, and the trip is changed all the same', async () => {
    const { fleet, trip } = await insertPlanned();
    const edit = async () => table.testContext().use(editInvoice)(fleet.actor, await draftOf(trip), { notes: 'Mía' });
    const changed = await table.interrupted(edit).use(editTrip)(fleet.actor, trip, { revenue: 9 });
    expect(changed.revenue).toBe(9);
    expect(await draftOf(trip)).toMatchObject({ notes: 'Mía', subtotal: 1_000 });
  });
});

describe('desk 1.10: the draft of a trip whose client or route gets another name', () => {
  async function insertNamed() {
    const planned = await insertPlanned();
    const route = await insertRoute(table.testContext(), { teamId: planned.trip.teamId, name: 'Antes' });
    await table.testContext().use(editTrip)(planned.fleet.actor, planned.trip, { routeId: route.id });
    const trip = async () => {
      const stored = await getItem(table.testContext().context, tripKey(planned.trip.teamId, planned.trip.id));
      if (stored === undefined) throw new Error('The trip is there.');
      return stored;
    };
    type Person = typeof planned.person;
    const renameClient = async (changes: v.InferOutput<typeof ClientChanges>, testContext = table.testContext()) => {
      const after = await table.testContext().use(editClient)(planned.fleet.actor, planned.person, changes);
      await testContext.use(followClient)(planned.fleet.actor, changes, after);
      return after satisfies Person;
    };
    return { ...planned, route, stored: trip, renameClient };
  }

  test('shows it, with one entry, and a repetition writes nothing', async () => {
    const { fleet, person, route, trip, stored, renameClient } = await insertNamed();
    const before = await stored();
    const after = await renameClient({ name: 'Juana Ríos Leal' });
    const renamed = await table.testContext().use(editRoute)(fleet.actor, route, { name: 'Después' });
    await table.testContext().use(followRoute)(fleet.actor, { name: 'Después' }, renamed);
    const draft = await draftOf(trip);
    expect(draft).toMatchObject({ clientName: 'Juana Ríos Leal', isTripDraft: true, total: 1_160 });
    expect(draft.items?.[0]?.description).toBe('Servicio de autotransporte de carga: Después');
    expect(await stored()).toMatchObject({ clientName: 'Juana Ríos Leal', routeName: 'Después' });
    expect((await stored()).estimate).toBe(before.estimate);
    expect(await counts(fleet, person.id)).toMatchObject({ total: 1, DRAFT: 1 });
    const events = await table.partition(eventsOf(trip.teamId, 'INVOICE', trip.invoiceId).pk, 'EVENT#');
    expect(events.map(({ changes }) => changes)).toEqual([
      { fields: ['routeName'] },
      { fields: ['clientName'] },
      { fields: ['routeName'] },
    ]);
    const again = table.testContext();
    await again.use(followClient)(fleet.actor, { name: after.name }, after);
    expect(again.actions()).not.toContain('TransactWriteItems');
  });

  test('stays as a member left it, also when the member edits it just then', async () => {
    for (const isEarly of [true, false]) {
      const { fleet, trip, stored, renameClient } = await insertNamed();
      const edit = async () => table.testContext().use(editInvoice)(fleet.actor, await draftOf(trip), { notes: 'Mía' });
      if (isEarly) await edit();
      await renameClient({ name: 'Otra' }, isEarly ? undefined : table.interrupted(edit));
      expect(await draftOf(trip)).toMatchObject({ notes: 'Mía', clientName: 'Juana Ríos' });
      expect((await stored()).clientName).toBe('Otra');
    }
  });

  test('shows both when the trip is edited just then', async () => {
    const { fleet, trip, stored, renameClient } = await insertNamed();
    const edit = async () => table.testContext().use(editTrip)(fleet.actor, await stored(), { revenue: 3_000 });
    await renameClient({ name: 'Otra' }, table.interrupted(edit));
    expect(await draftOf(trip)).toMatchObject({ subtotal: 3_000, clientName: 'Otra', isTripDraft: true });
    expect(await stored()).toMatchObject({ revenue: 3_000, clientName: 'Otra' });
  });

  test('has other taxes when the client became a company, and the trip is due with them', async () => {
    const { trip, stored, renameClient } = await insertNamed();
    await renameClient({ name: 'Ríos y Asociados', rfc: 'RIA010101AB1' });
    const draft = await draftOf(trip);
    expect(draft).toMatchObject({ clientName: 'Ríos y Asociados', withheldAmount: 40, total: 1_120 });
    expect(await stored()).toMatchObject({ clientName: 'Ríos y Asociados', estimate: 112_000 });
  });

  test('fits its summary again under a short name of the route', async () => {
    const { fleet, trip, route } = await insertNamed();
    const items = () => table.partition(`TEAM#${trip.teamId}#INVOICE#${trip.invoiceId}`, 'ITEMS');
    let current = route;
    for (const [name, count] of [
      [LONG, 1],
      ['Corta', 0],
    ] as const) {
      current = await table.testContext().use(editRoute)(fleet.actor, current, { name });
      await table.testContext().use(followRoute)(fleet.actor, { name }, current);
      expect([name, await items()]).toHaveProperty('1.length', count);
    }
    expect((await draftOf(trip)).items?.[0]?.description).toContain('Corta');
  });

  test('fits its summary again when nothing is withheld any more', async () => {
    const { fleet, trip, route, person, renameClient } = await insertNamed();
    const items = () => table.partition(`TEAM#${trip.teamId}#INVOICE#${trip.invoiceId}`, 'ITEMS');
    await renameClient({ name: 'Ríos y Asociados', rfc: 'RIA010101AB1' });
    // The longest name with which the line of a person still fits, and the one of a company does not.
    let current = route;
    for (let bytes = 1; (await items()).length === 0; bytes += 1) {
      const name = `${'🚛'.repeat(Math.floor(bytes / 4))}${'x'.repeat(bytes % 4)}`;
      current = await table.testContext().use(editRoute)(fleet.actor, current, { name });
      await table.testContext().use(followRoute)(fleet.actor, { name }, current);
    }
    const company = await getItem(table.testContext().context, clientKey(person.teamId, person.id));
    const changes = { name: 'Juana Ríos', rfc: 'RIJU800101AB1' };
    const after = await table.testContext().use(editClient)(fleet.actor, company ?? person, changes);
    await table.testContext().use(followClient)(fleet.actor, changes, after);
    expect(await items()).toEqual([]);
  });

  test('of a trip that was given to another client just then is that one’s', async () => {
    const { fleet, company, trip, stored, renameClient } = await insertNamed();
    const edit = async () => table.testContext().use(editTrip)(fleet.actor, await stored(), { clientId: company.id });
    await renameClient({ name: 'Otra' }, table.interrupted(edit));
    expect(await draftOf(trip)).toMatchObject({ clientId: company.id, clientName: 'Acero' });
    expect((await stored()).clientName).toBe('Acero');
  });
});
