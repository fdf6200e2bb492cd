import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { editVehicle } from '../../shared/fleet/vehicles';
import { externalIdKey } from '../../shared/platform/table/external-ids';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal, refused } from '../support/accounts';
import { EXTERNAL_KINDS, type ExternalKind } from '../support/external-kinds';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

const KINDS = Object.entries(EXTERNAL_KINDS);
const CHANGED = KINDS.filter(([, { update }]) => update);
const REMOVED = KINDS.filter(([, { remove }]) => remove);
const TAKEN = refused('EXTERNAL_ID_TAKEN', 'externalId');

async function create(office: Office, kind: ExternalKind, externalId?: unknown) {
  const fields = await kind.body(office);
  return answered(office.send(kind.create, { body: { ...fields, ...(externalId !== undefined && { externalId }) } }));
}
/** The operations of drivers answer the driver under its name. */
async function answered(sent: ReturnType<Office['send']>) {
  const answer = await sent;
  return 'driver' in answer.body ? { ...answer, body: Object(answer.body.driver) } : answer;
}
const at = (kind: ExternalKind, id: unknown) => ({ path: { [kind.id]: String(id) } });
const change = (office: Office, { update, ...kind }: ExternalKind, id: unknown, body: object) => {
  if (update === undefined) throw new Error('This kind has no update.');
  return answered(office.send(update, { ...at(kind, id), body: { teamId: office.teamId, ...body } }));
};
const remove = (office: Office, { remove: removal, ...kind }: ExternalKind, id: unknown) => {
  if (removal === undefined) throw new Error('This kind has no removal.');
  return office.send(removal, at(kind, id));
};
async function idsWith(office: Office, kind: ExternalKind, externalId: string, query: Record<string, string> = {}) {
  const answer = await office.send(kind.list, { query: { externalId, ...query } });
  return recordsOf(answer, kind.plural).map(({ id, externalId: shown }) => [id, shown]);
}

describe.each(KINDS)('integrations 4: the externalId of a %s', (name, kind) => {
  it('is answered by creation and list, is unique in team and kind, and absent when it was not sent', async () => {
    const office = await openOffice(world);
    const { status, body } = await create(office, kind, 'SAP/4711#a');
    expect([status, body.externalId]).toEqual([201, 'SAP/4711#a']);
    expect(await idsWith(office, kind, 'SAP/4711#a')).toEqual([[body.id, 'SAP/4711#a']]);
    expect(await idsWith(office, kind, 'SAP/4711#A')).toEqual([]);
    expect(refusal(await create(office, kind, 'SAP/4711#a'))).toEqual(TAKEN);
    const { body: plain } = await create(office, kind);
    expect(Object.keys(plain)).not.toContain('externalId');
    const other = await openOffice(world);
    expect(await idsWith(other, kind, 'SAP/4711#a')).toEqual([]);
    expect((await create(other, kind, 'SAP/4711#a')).status).toBe(201);
  });

  it('is given to one of ten creations at once', async () => {
    const office = await openOffice(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(office, kind, 'E-1')));
    const [first, ...others] = answers.toSorted((one, two) => one.status - two.status);
    expect(first?.status).toBe(201);
    for (const answer of others) expect(refusal(answer)).toEqual(TAKEN);
    expect(await idsWith(office, kind, 'E-1')).toEqual([[first?.body.id, 'E-1']]);
  });

  it.each([['a b'], ['ñ'], ['a\u0000'], ['a\n'], ['x'.repeat(101)], [7], [{}]])('refuses %j', async (value) => {
    const office = await openOffice(world);
    expect(refusal(await create(office, kind, value))).toEqual(refused('VALIDATION_FAILED', 'externalId'));
  });

  it('is none when it is empty, as other texts of a form', async () => {
    const office = await openOffice(world);
    const { status, body } = await create(office, kind, '');
    expect([status, body.externalId]).toEqual([201, undefined]);
    expect(await table.partition(`TEAM#${office.teamId}`, 'EXTERNAL#')).toEqual([]);
  });

  it('costs 2 units, its look-up 2 beside what the list reads of the team, and nothing when it is not sent', async () => {
    const office = await openOffice(world);
    const spent = async (act: () => Promise<unknown>) => {
      await act();
      const { rru, wru } = JSON.parse(office.testContext.logs.at(-1) ?? '{}');
      return { rru, wru };
    };
    const plain = await spent(() => create(office, kind));
    const named = await spent(() => create(office, kind, 'x'.repeat(100)));
    expect(named).toEqual({ rru: plain.rru, wru: plain.wru + 2 });
    const { rru } = await spent(() => idsWith(office, kind, 'x'.repeat(100)));
    // The membership is 1, and lists by date read the team for its time zone.
    expect(rru).toBeLessThanOrEqual(name === 'trip' || name === 'payment' ? 4 : 3);
  });
});

describe.each(CHANGED)('integrations 4: a change of the externalId of a %s', (_, kind) => {
  it('moves it, null releases it, and that of another record is refused', async () => {
    const office = await openOffice(world);
    const { body: one } = await create(office, kind, 'A');
    const { body: two } = await create(office, kind);
    const answer = await change(office, kind, two.id, { externalId: 'A' });
    expect(refusal(answer)).toEqual(kind.taken === 400 ? refused('VALIDATION_FAILED', 'externalId') : TAKEN);
    const moved = await change(office, kind, one.id, { externalId: 'B' });
    expect([moved.status, moved.body.externalId]).toEqual([200, 'B']);
    expect([await idsWith(office, kind, 'A'), await idsWith(office, kind, 'B')]).toEqual([[], [[one.id, 'B']]]);
    expect((await change(office, kind, two.id, { externalId: 'A' })).status).toBe(200);
    expect(await idsWith(office, kind, 'A')).toEqual([[two.id, 'A']]);
    const cleared = await change(office, kind, two.id, { externalId: null });
    expect([cleared.status, cleared.body.externalId]).toEqual([200, undefined]);
    expect(await idsWith(office, kind, 'A')).toEqual([]);
    expect((await create(office, kind, 'A')).status).toBe(201);
    // The value that it has is no change.
    expect((await change(office, kind, one.id, { externalId: 'B' })).status).toBe(200);
    expect(await idsWith(office, kind, 'B')).toEqual([[one.id, 'B']]);
  });

  it('leaves one holder and no lost key when several changes come at once', async () => {
    const office = await openOffice(world);
    const { body: one } = await create(office, kind, 'A');
    await Promise.all(['B', 'C', 'D', null].map((externalId) => change(office, kind, one.id, { externalId })));
    const held = await table.partition(`TEAM#${office.teamId}`, 'EXTERNAL#');
    const found = await Promise.all(['A', 'B', 'C', 'D'].map((externalId) => idsWith(office, kind, externalId)));
    expect(held).toHaveLength(found.flat().length);
    for (const externalId of ['A', 'B', 'C', 'D']) {
      const isHeld = found.flat().some(([, shown]) => shown === externalId);
      expect((await create(office, kind, externalId)).status).toBe(isHeld ? 409 : 201);
    }
  });
});

describe.each(REMOVED)('integrations 4: a %s that is deleted or voided', (_, kind) => {
  it('releases its externalId', async () => {
    const office = await openOffice(world);
    const { body } = await create(office, kind, 'A');
    expect((await remove(office, kind, body.id)).status).toBe(200);
    expect(await idsWith(office, kind, 'A')).toEqual([]);
    expect(await table.partition(`TEAM#${office.teamId}`, 'EXTERNAL#')).toEqual([]);
    expect((await create(office, kind, 'A')).status).toBe(201);
  });
});

describe('integrations 4: the list of one externalId', () => {
  const [client, trip, invoice, payment] = ['client', 'trip', 'invoice', 'payment'].map((name) => EXTERNAL_KINDS[name]);

  it('keeps the other filters and has no further page', async () => {
    const office = await openOffice(world);
    if (!client || !trip || !invoice || !payment) throw new Error('A kind is missing.');
    for (const kind of [client, trip, invoice, payment]) await create(office, kind, 'A');
    expect(await idsWith(office, client, 'A', { status: 'INACTIVO' })).toEqual([]);
    expect(await idsWith(office, client, 'A', { q: 'xen', status: 'ACTIVO' })).toHaveLength(1);
    expect(await idsWith(office, client, 'A', { q: 'xen otro' })).toEqual([]);
    expect(await idsWith(office, trip, 'A', { from: '2026-03-05' })).toEqual([]);
    expect(await idsWith(office, trip, 'A', { from: '2026-03-04', status: 'NO_INICIADO' })).toHaveLength(1);
    expect(await idsWith(office, invoice, 'A', { status: 'VALID' })).toEqual([]);
    expect(await idsWith(office, invoice, 'A', { page: '2' })).toEqual([]);
    expect(await idsWith(office, payment, 'A', { to: '2001-01-01' })).toEqual([]);
    const cursor = refusal(await office.send(client.list, { query: { externalId: 'A', cursor: 'abc' } }));
    expect(cursor).toEqual(refused('VALIDATION_FAILED', 'cursor'));
    const search = refusal(await office.send(listTrips, { query: { externalId: 'A', q: 'acero' } }));
    expect(search).toEqual(refused('VALIDATION_FAILED', 'q'));
    expect(refusal(await office.send(client.list, { query: { externalId: 'a b' } }))).toEqual(
      refused('VALIDATION_FAILED', 'externalId'),
    );
  });
});

describe('integrations 4: a record that changed since it was read', () => {
  it('is not answered under a key that it no longer has', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const { id } = await insertClient(testContext, { teamId });
    await transact(testContext.context, [putItem(externalIdKey(teamId, 'CLIENT', 'A'), { id })]);
    expect(recordsOf(await office.send(listClients, { query: { externalId: 'A' } }), 'clients')).toEqual([]);
  });

  it('is a vehicle whose edit is tried again with the key that it has now', async () => {
    const office = await openOffice(world);
    const { testContext, teamId, id: actor } = office;
    const made = await office.send(createVehicle, { body: { plate: 'A1', externalId: 'A' } });
    const read = await getItem(testContext.context, vehicleKey(teamId, String(made.body.id)));
    if (read === undefined) throw new Error('The vehicle was not stored.');
    const path = { vehicleId: read.id };
    expect((await office.send(updateVehicle, { path, body: { externalId: 'B' } })).status).toBe(200);
    const edited = await testContext.use(editVehicle)({ id: actor, teamId }, read, { externalId: 'C' });
    expect(edited.externalId).toBe('C');
    const held = await table.partition(`TEAM#${teamId}`, 'EXTERNAL#');
    expect(held.map(({ sk }) => sk)).toEqual(['EXTERNAL#VEHICLE#C']);
  });
});

describe('integrations 4: the externalId of a document', () => {
  it('is no edit of a trip’s draft, which still follows its trip', async () => {
    const office = await openOffice(world);
    const trip = (await office.send(createTrip, { body: { startDate: '2026-03-04T12:00:00Z', revenue: 100 } })).body;
    const [draft] = recordsOf(await office.send(EXTERNAL_KINDS.invoice?.list ?? listTrips, {}), 'invoices');
    const sent = { path: { id: String(draft?.id) }, body: { teamId: office.teamId, externalId: 'F-1' } };
    expect((await office.send(editInvoice, sent)).body.externalId).toBe('F-1');
    await office.send(updateTrip, { path: { tripId: String(trip.id) }, body: { revenue: 900 } });
    const { body } = await office.send(getInvoice, { path: { id: String(draft?.id) } });
    expect([body.subtotal, body.externalId]).toEqual([900, 'F-1']);
  });

  it('stays with the document that is substituted', async () => {
    const office = await openOffice(world);
    const { teamId, testContext } = office;
    const uuid = '6128396f-c09b-4ec6-8699-43c5f7e3b230';
    const old = await insertInvoice(testContext, { teamId, status: 'VALID', uuid, externalId: 'F-1' });
    const { status, body } = await office.send(substituteInvoice, { path: { id: old.id }, body: { teamId } });
    expect([status, body.replaces, body.externalId]).toEqual([201, old.id, undefined]);
  });
});
