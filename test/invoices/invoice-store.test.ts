import fc from 'fast-check';
import * as v from 'valibot';
import { eventsOf } from '../../shared/audit/audit-event';
import { createInvoice } from '../../shared/invoices/create-invoice';
import { editInvoice, isEditable } from '../../shared/invoices/edit-invoice';
import { INVOICE_STATUSES, type InvoiceChanges } from '../../shared/invoices/invoice';
import {
  InvoiceRecord,
  invoiceCountKey,
  invoiceIndexes,
  invoiceKey,
  invoiceOfTripKey,
  recordOf,
} from '../../shared/invoices/invoice-record';
import { listInvoices } from '../../shared/invoices/list-invoices';
import { AppError } from '../../shared/platform/errors';
import { getItem } from '../../shared/platform/table/read';
import { create, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { RecordChanged } from '../../shared/stamping/invoice-states';
import { recordRefused } from '../../shared/stamping/record-outcome';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { createTripInvoice } from '../../shared/trips/trip-invoices';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertClient, insertFleet, insertTrip } from '../support/store-fleet';
import { CARTA_PORTE, ITEM, insertInvoice, storedInvoice, takeLock } from '../support/store-invoices';

const table = quickTable();

const someActor = () => ({ id: someId(), teamId: someId() });
const stored = ({ teamId, id }: Pick<InvoiceRecord, 'teamId' | 'id'>) =>
  getItem(table.testContext().context, invoiceKey(teamId, id));

/** The codes of the refused calls, sorted, and the number of calls that succeeded. */
async function outcomesOf(all: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(all);
  const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  return { done: outcomes.length - codes.length, codes: codes.sort() };
}

/** The counters of the team and of each client match the stored invoices, and every invoice is in its indexes. */
async function expectSound(teamId: string) {
  const items = await table.partition(`TEAM#${teamId}`);
  const invoices = items.filter(({ sk }) => String(sk).startsWith('INVOICE#'));
  for (const counter of items.filter(({ sk }) => String(sk).startsWith('INVOICE_COUNT'))) {
    const clientId = String(counter.sk).split('#')[2];
    const own = invoices.filter((invoice) => clientId === undefined || invoice.clientId === clientId);
    const wanted = INVOICE_STATUSES.map((status) => own.filter((invoice) => invoice.status === status).length);
    expect([counter.sk, counter.total]).toEqual([counter.sk, own.length]);
    expect(INVOICE_STATUSES.map((status) => counter[status] ?? 0)).toEqual(wanted);
  }
  for (const { clientId } of invoices) {
    if (clientId) expect(items.some(({ sk }) => sk === invoiceCountKey(teamId, String(clientId)).sk)).toBe(true);
  }
  for (const { gsi1pk, gsi1sk, gsi2pk, gsi2sk, ...invoice } of invoices) {
    const keys = invoiceIndexes(v.parse(InvoiceRecord, invoice));
    expect({ gsi1pk, gsi1sk, gsi2pk, gsi2sk }).toEqual({ gsi2pk: undefined, gsi2sk: undefined, ...keys });
  }
  return invoices;
}

describe('an invoice made by hand', () => {
  test('for a trip is for the trip’s client, and stands beside the trip’s own', async () => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const { teamId } = fleet.actor;
    const client = await insertClient(testContext, { teamId, rfc: 'ABC010101AB1', cfdiUse: 'G01' });
    const trip = await insertTrip(testContext, fleet, { clientId: client.id });
    const making = table.testContext();
    const body = { teamId, tripId: trip.id, items: [{ ...ITEM, withholdingRate: undefined }] };
    const invoice = await making.use(createTripInvoice)(fleet.actor, body, undefined);
    expect(invoice).toMatchObject({
      tripId: trip.id,
      clientId: client.id,
      clientName: client.name,
      status: 'DRAFT',
      cfdiUse: 'G01',
      paymentForm: '99',
      paymentMethod: 'PPD',
      subtotal: 25_000,
      taxAmount: 4_000,
      withheldAmount: 1_000,
      total: 28_000,
    });
    expect(await stored(invoice)).not.toHaveProperty('isTripDraft');
    const [event] = await table.partition(eventsOf(teamId, 'INVOICE', invoice.id).pk, 'EVENT#');
    expect(event).toMatchObject({ action: 'CREATE', actorId: fleet.actor.id });
    expect(await expectSound(teamId)).toHaveLength(2);
  });

  test('is made once for its Idempotency-Key, however often it is sent', async () => {
    const actor = someActor();
    const { id: clientId } = await insertClient(table.testContext(), { teamId: actor.teamId });
    const once = { pool: 'staff', callerId: actor.id, operationId: 'createInvoice', key: 'k', fingerprint: 'f' };
    const make = () =>
      table.testContext().use(createInvoice)(actor, { teamId: actor.teamId, clientId, items: [ITEM] }, once);
    const [first, ...others] = await Promise.all([make(), make(), make()]);
    for (const other of others) expect(other).toEqual(first);
    expect(await expectSound(actor.teamId)).toHaveLength(1);
  });

  test('is one of at most 99 of its trip', async () => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const { teamId } = fleet.actor;
    const trip = await insertTrip(testContext, fleet);
    const pointers = Array.from({ length: 98 }, () => {
      const invoiceId = someId();
      return create(
        invoiceOfTripKey(teamId, trip.id, invoiceId),
        { invoiceId },
        unexpectedConflict('A pointer of the test'),
      );
    });
    await transact(testContext.context, pointers);
    const make = () =>
      table.testContext().use(createTripInvoice)(fleet.actor, { teamId, tripId: trip.id, items: [ITEM] }, undefined);
    await make();
    await expect(make()).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'tripId' });
  });
});

describe('two at once', () => {
  test('edits of one revision: one is written, the others are told', async () => {
    const actor = someActor();
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId });
    const edits = ['a', 'b', 'c', 'd', 'e'].map((notes) =>
      table.testContext().use(editInvoice)(actor, record, { notes }),
    );
    expect(await outcomesOf(edits)).toEqual({ done: 1, codes: new Array(4).fill('CONFLICT') });
    expect(await stored(record)).toMatchObject({ revision: 1 });
    await expectSound(actor.teamId);
  });

  test('an edit and a stamp: the edit does not get under the lock', async () => {
    const actor = someActor();
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId });
    const lock = () => takeLock(table.testContext(), actor, record);
    const edit = table.interrupted(lock).use(editInvoice)(actor, record, { notes: 'x' });
    await expect(edit).rejects.toMatchObject({ code: 'INVOICE_NOT_EDITABLE' });
    expect(await stored(record)).toMatchObject({ status: 'PENDING', revision: 0, notes: null });
    await expectSound(actor.teamId);
  });

  test('a stamp and an edit: what was read is not what would be stamped', async () => {
    const actor = someActor();
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId });
    const edit = () => table.testContext().use(editInvoice)(actor, record, { notes: 'x' });
    await expect(takeLock(table.interrupted(edit), actor, record)).rejects.toThrow();
    expect(await stored(record)).toMatchObject({ status: 'DRAFT', revision: 1, notes: 'x' });
    await expectSound(actor.teamId);
  });

  test('an edit and a deletion: it is gone, or it is edited', async () => {
    const actor = someActor();
    const [one, other] = [
      await insertInvoice(table.testContext(), { teamId: actor.teamId, cartaPorte: CARTA_PORTE }),
      await insertInvoice(table.testContext(), { teamId: actor.teamId, cartaPorte: CARTA_PORTE }),
    ];
    const gone = () => table.testContext().use(removeInvoice)(actor, one);
    const edit = table.interrupted(gone).use(editInvoice)(actor, one, { notes: 'x', cartaPorte: null });
    await expect(edit).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const edited = () => table.testContext().use(editInvoice)(actor, other, { notes: 'x', cartaPorte: null });
    await expect(table.interrupted(edited).use(removeInvoice)(actor, other)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await stored(one)).toBeUndefined();
    expect(await stored(other)).toMatchObject({ notes: 'x' });
    expect(await expectSound(actor.teamId)).toHaveLength(1);
  });

  test('deletions: one of them', async () => {
    const actor = someActor();
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId });
    const all = [1, 2, 3].map(() => table.testContext().use(removeInvoice)(actor, record));
    expect(await outcomesOf(all)).toEqual({ done: 1, codes: ['NOT_FOUND', 'NOT_FOUND'] });
    await expectSound(actor.teamId);
  });

  test('a deletion and a stamp that came to nothing certain: the record stays, for its document may be there', async () => {
    const actor = someActor();
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId, status: 'ERROR' });
    const stampInVain = async () => {
      const { locked } = await takeLock(table.testContext(), actor, record);
      await table.testContext().use(recordRefused)(actor, locked, 'Nothing found.', { isOpen: true });
    };
    await expect(table.interrupted(stampInVain).use(removeInvoice)(actor, record)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await stored(record)).toMatchObject({ status: 'ERROR', revision: record.revision });
    await expectSound(actor.teamId);
  });
});

describe('an edit', () => {
  test('that leaves the client withholds as that one does, and one that takes another as the other does', async () => {
    const actor = someActor();
    const insertOf = (rfc: string) => insertClient(table.testContext(), { teamId: actor.teamId, rfc });
    const [company, person] = [await insertOf('ABC010101AB1'), await insertOf('RIJU800101AB1')];
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId, clientId: company.id });
    const edit = (changes: InvoiceChanges) => table.testContext().use(editInvoice)(actor, record, changes);
    const items = [{ ...ITEM, withholdingRate: undefined }];
    expect(await edit({ items })).toMatchObject({ clientId: company.id, withheldAmount: 1_000 });
    const edited = v.parse(InvoiceRecord, await stored(record));
    const moved = await table.testContext().use(editInvoice)(actor, edited, { clientId: person.id });
    expect(moved).toMatchObject({ clientId: person.id, withheldAmount: 0 });
    await expectSound(actor.teamId);
  });

  test('names the fields alone where the status stays, and reads no client where there is none', async () => {
    const actor = someActor();
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId });
    const testContext = table.testContext();
    await testContext.use(editInvoice)(actor, record, { items: [ITEM], notes: 'x' });
    expect(testContext.actions()).toEqual(['TransactWriteItems']);
    const [event] = await table.partition(eventsOf(actor.teamId, 'INVOICE', record.id).pk, 'EVENT#');
    expect(event?.changes).toEqual({ fields: ['items', 'notes'] });
  });

  test('of an ERROR makes it DRAFT again and leaves its stamping', async () => {
    const actor = someActor();
    const stamping = { number: 2, attemptId: someId(), isOpen: true, livemode: false };
    const given = {
      teamId: actor.teamId,
      clientId: someId(),
      status: 'ERROR',
      errorMessage: 'RFC desconocido',
    } as const;
    const record = await insertInvoice(table.testContext(), given, { stamping });
    const testContext = table.testContext();
    const edited = await testContext.use(editInvoice)(actor, record, { notes: 'x' });
    expect(testContext.actions()).toEqual(['TransactWriteItems']);
    expect(edited).toMatchObject({ status: 'DRAFT', errorMessage: null, notes: 'x' });
    expect(await stored(record)).toMatchObject({ status: 'DRAFT', revision: 1, stamping });
    const [event] = await table.partition(eventsOf(actor.teamId, 'INVOICE', record.id).pk, 'EVENT#');
    expect(event).toMatchObject({
      action: 'UPDATE',
      changes: { fields: ['notes'], previousStatus: 'ERROR', newStatus: 'DRAFT' },
    });
    await expectSound(actor.teamId);
  });

  test('of nothing writes nothing', async () => {
    const actor = someActor();
    const record = await insertInvoice(table.testContext(), {
      teamId: actor.teamId,
      status: 'ERROR',
      errorMessage: 'x',
    });
    const testContext = table.testContext();
    for (const nothing of [{}, { notes: undefined }]) {
      const edited = await testContext.use(editInvoice)(actor, record, nothing);
      expect(edited).toMatchObject({ status: 'ERROR', errorMessage: 'x' });
    }
    expect(testContext.calls).toEqual([]);
  });

  test('writes neither items nor a Carta Porte that stay as they are', async () => {
    const actor = someActor();
    const items = new Array(5).fill(ITEM);
    const record = await insertInvoice(table.testContext(), { teamId: actor.teamId, items, cartaPorte: CARTA_PORTE });
    const details = () => table.partition(`TEAM#${actor.teamId}#INVOICE#${record.id}`);
    const before = await details();
    const testContext = table.testContext();
    await testContext.use(editInvoice)(actor, record, { notes: 'x' });
    expect((await details()).filter(({ sk }) => !String(sk).startsWith('EVENT#'))).toEqual(before);
    // A summary of more than one kilobyte takes four units; the audit entry and its index take three.
    expect(testContext.meter.writeUnits).toBeLessThanOrEqual(7);
  });
});

/** One random operation on an invoice. */
interface Deed {
  readonly kind: keyof typeof DEEDS;
  readonly which: number;
}

interface Desk {
  readonly actor: { id: string; teamId: string };
  readonly clients: readonly (string | null)[];
}

/** The random number decides the client, the Carta Porte and the number of items. */
const choiceOf = ({ clients }: Desk, which: number) => ({
  clientId: clients[which % clients.length] ?? null,
  items: which % 2 ? [ITEM] : new Array(5).fill(ITEM),
  cartaPorte: which % 5 ? CARTA_PORTE : null,
});

type Doing = (desk: Desk, record: InvoiceRecord, which: number) => Promise<unknown>;

const DEEDS = {
  create: (desk, _, which) => {
    const body = { teamId: desk.actor.teamId, ...choiceOf(desk, which) };
    return table.testContext().use(createInvoice)(desk.actor, body, undefined);
  },
  edit: (desk, record, which) => table.testContext().use(editInvoice)(desk.actor, record, choiceOf(desk, which)),
  remove: ({ actor }, record) => table.testContext().use(removeInvoice)(actor, record),
  lock: async ({ actor }, record) => isEditable(record) && takeLock(table.testContext(), actor, record),
  refuse: async ({ actor }, record) =>
    record.status === 'PENDING' && table.testContext().use(recordRefused)(actor, record, 'No.', { isOpen: false }),
} as const satisfies Record<string, Doing>;

/** Runs two random operations on existing invoices at once. Only expected refusals may occur. */
async function doBoth(desk: Desk, known: readonly InvoiceRecord[], pair: readonly Deed[]) {
  const done = pair.map(({ kind, which }) => {
    const record = known[which % Math.max(1, known.length)];
    return DEEDS[record ? kind : 'create'](desk, record ?? recordOf(storedInvoice(), { revision: 0 }).record, which);
  });
  for (const outcome of await Promise.allSettled(done)) {
    if (outcome.status === 'fulfilled' || outcome.reason instanceof RecordChanged) continue;
    expect(outcome.reason).toBeInstanceOf(AppError);
  }
}

test('the counters count what is there after any sequence of makings, edits, deletions and stamps, two at a time', async () => {
  const deed = fc.record<Deed>({
    kind: fc.constantFrom('create', 'create', 'edit', 'edit', 'remove', 'lock', 'refuse'),
    which: fc.nat(1_000),
  });
  const pairs = fc.array(fc.tuple(deed, deed), { minLength: 6, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(pairs, async (sequence) => {
      const actor = someActor();
      const { teamId } = actor;
      const rfcs = ['ABC010101AB1', 'RIJU800101AB1'];
      const clients = await Promise.all(rfcs.map((rfc) => insertClient(table.testContext(), { teamId, rfc })));
      const desk = { actor, clients: [...clients.map(({ id }) => id), null] };
      let invoices = await expectSound(teamId);
      for (const pair of sequence) {
        await doBoth(desk, v.parse(v.array(InvoiceRecord), invoices), pair);
        invoices = await expectSound(teamId);
      }
      for (const filter of [{}, { clientId: clients[0]?.id }, { status: 'DRAFT' } as const]) {
        const { total } = await table.testContext().use(listInvoices)(teamId, filter, { page: 1, limit: 50 });
        const wanted = invoices.filter((one) => Object.entries(filter).every(([name, value]) => one[name] === value));
        expect(total).toBe(wanted.length);
      }
    }),
    { numRuns: 4 },
  );
});
