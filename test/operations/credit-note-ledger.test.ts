import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as createCreditNote } from '../../functions/invoices/create-credit-note';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { type InvoiceRecord, invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { recordCancellation } from '../../shared/stamping/record-outcome';
import { type Office, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertTrips } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { bench, befall, open, insertCustomer, stamp, refresh, recover, alerted, statusOf } = offices;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

afterEach(offices.forgetWork);

/** A COMPLETADO trip whose document of 28,000.00 is VALID, and of which a payment on account paid a part. */
async function paid(amount?: number) {
  const office = await open();
  const { teamId, testContext } = office;
  const { id: clientId, name: clientName } = await insertCustomer(office);
  const [trip] = await insertTrips(testContext, [
    { teamId, clientId, revenue: 25_000, status: 'COMPLETADO', actualEndDate: '2026-01-10T18:00:00.000Z' },
  ]);
  const { id } = await insertInvoice(testContext, { teamId, clientId, clientName, tripId: trip?.id ?? '' });
  expect(await stamp(office, id)).toMatchObject({ body: { status: 'VALID', total: 28_000 } });
  const body = { clientId, amount, method: 'TRANSFERENCIA', allocations: [{ invoiceId: id, amount }] };
  const collected = amount === undefined ? undefined : await office.send(createCollection, { body });
  return { office, id, tripId: trip?.id ?? '', collectionId: String(collected?.body.id) };
}

async function draftNote(office: Office, id: string, share: number): Promise<string> {
  const body = { relation: '01', paymentForm: '03', share };
  return String((await office.send(createCreditNote, { path: { id }, body })).body.id);
}
async function note(office: Office, id: string, share: number): Promise<string> {
  const noteId = await draftNote(office, id, share);
  expect(await stamp(office, noteId)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  return noteId;
}
const cancel = async (office: Office, id: string) =>
  office.send(cancelInvoice, {
    path: { id },
    body: { motive: '02' },
    headers: await office.exchange.bearer(undefined, office.id),
  });
const recordOf = ({ testContext, teamId }: Office, id: string) => getItem(testContext.context, invoiceKey(teamId, id));
const balance = async (office: Office, tripId: string) =>
  (await office.send(getTripBalance, { path: { tripId } })).body;
const tripsOf = async (office: Office) => recordsOf(await office.send(listTrips, {}), 'trips');
const receivables = async (office: Office) => (await office.send(reportReceivables, {})).body;

test('tax 5.2: a note lowers what the trip is due and its receivable, and its cancellation raises both', async () => {
  const { office, id, tripId } = await paid();
  const earlier = await note(office, id, 0.5);
  const half = { invoiceId: id, total: 28_000, credited: 14_000, allocated: 0, open: 14_000 };
  expect(await balance(office, tripId)).toMatchObject({ due: 14_000, balance: 14_000, documents: [half] });
  expect(await receivables(office)).toMatchObject({ total: 14_000, receivables: [{ invoiceId: id, balance: 14_000 }] });
  expect(await tripsOf(office)).toMatchObject([{ id: tripId, due: 14_000, balance: 14_000, isEstimate: false }]);
  await note(office, id, 0.5);
  expect(await balance(office, tripId)).toMatchObject({ due: 0, balance: 0, documents: [{ open: 0 }] });
  expect(await receivables(office)).toMatchObject({ total: 0, receivables: [] });
  // Both were stamped in the same second.
  expect(await cancel(office, earlier)).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
});

test('tax 5.2: the amounts are as before after the note is cancelled', async () => {
  const { office, id, tripId } = await paid();
  const before = await balance(office, tripId);
  expect(await cancel(office, await note(office, id, 1))).toMatchObject({ body: { status: 'CANCELLED' } });
  expect(await balance(office, tripId)).toEqual(before);
  expect(await receivables(office)).toMatchObject({ total: 28_000, receivables: [{ invoiceId: id, balance: 28_000 }] });
});

test('tax 3.6: a note on a paid document gives the part beyond it back to the collection', async () => {
  const { office, id, tripId, collectionId } = await paid(20_000);
  await note(office, id, 0.5);
  expect(await balance(office, tripId)).toMatchObject({ due: 14_000, documents: [{ allocated: 14_000, open: 0 }] });
  expect((await office.send(getCollection, { path: { collectionId } })).body).toMatchObject({
    allocations: [{ invoiceId: id, amount: 14_000 }],
    unallocated: 6_000,
  });
  expect(await receivables(office)).toMatchObject({ receivables: [], inFavour: 6_000 });
});

test('tax 3.6: what a note gave back stays the credit of the client after its cancellation, and is allocated by hand', async () => {
  const { office, id, tripId, collectionId } = await paid(20_000);
  expect(await cancel(office, await note(office, id, 0.5))).toMatchObject({ body: { status: 'CANCELLED' } });
  expect(await balance(office, tripId)).toMatchObject({
    due: 28_000,
    documents: [{ allocated: 14_000, open: 14_000 }],
  });
  expect(await receivables(office)).toMatchObject({ receivables: [{ balance: 14_000 }], inFavour: 6_000 });
  const body = { allocations: [{ invoiceId: id, amount: 20_000 }] };
  const headers = await office.exchange.bearer(undefined, office.id);
  expect((await office.send(replaceAllocations, { path: { collectionId }, body, headers })).body).toMatchObject({
    unallocated: 0,
  });
  expect(await receivables(office)).toMatchObject({ receivables: [{ balance: 8_000 }], inFavour: 0 });
});

test('tax 4.4: a note whose document was released before it became VALID is applied, and raises RECEIPT_CONFLICT', async () => {
  const { office, id } = await paid();
  const noteId = await draftNote(office, id, 0.25);
  befall({ fault: 'LOSE_ANSWER' });
  expect((await stamp(office, noteId)).status).toBe(202);
  const release = { remove: ['documentPending'] };
  await transact(office.testContext.context, [
    update(invoiceKey(office.teamId, id), release, {}, () => new Error('gone')),
  ]);
  expect(await refresh(office, noteId)).toMatchObject({ body: { status: 'VALID' } });
  expect(await recordOf(office, id)).toMatchObject({ credited: 700_000 });
  expect(await alerted(office, 'RECEIPT_CONFLICT')).toMatchObject([{ entityId: noteId, severity: 'CRITICAL' }]);
});

test('tax 3.6: recovery cuts back what an interrupted stamp of the note left', async () => {
  const { office, id, tripId } = await paid(28_000);
  const noteId = await draftNote(office, id, 0.25);
  befall({ fault: 'LOSE_ANSWER' });
  expect((await stamp(office, noteId)).status).toBe(202);
  office.testContext.pass(2 * MINUTE);
  await recover(office);
  expect(await statusOf(office, noteId)).toBe('VALID');
  const headers = await office.exchange.bearer(undefined, office.id);
  const { body } = await office.send(getTripBalance, { path: { tripId }, headers });
  expect(body).toMatchObject({ due: 21_000, documents: [{ credited: 7_000, allocated: 21_000, open: 0 }] });
});

describe('tax 6.2: a note whose substitute', () => {
  /** A note of this share, and a VALID substitute of a half that the SAT did not let replace it. */
  async function kept(share = 0.25) {
    const { office, id, tripId } = await paid();
    const old = await note(office, id, share);
    const body = { items: [{ description: 'Descuento', productKey: '84111506', unitKey: 'ACT', price: 12_500 }] };
    const substitute = await office.send(substituteInvoice, { path: { id: old }, body });
    const newId = String(substitute.body.id);
    befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome: 'rejected' });
    expect(await stamp(office, newId)).toMatchObject({ body: { status: 'VALID' } });
    for (const wait of [2 * MINUTE, HOUR, HOUR]) {
      office.testContext.pass(wait);
      bench.pass(wait);
      await recover(office);
    }
    expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toMatchObject([{ entityId: old }]);
    const total = (await recordOf(office, newId))?.documentTotal ?? 0;
    return { office, id, tripId, old, newId, total };
  }

  test('is VALID counts no more; when the substitute is cancelled it counts again', async () => {
    const { office, id, old, newId, total } = await kept();
    expect(await recordOf(office, id)).toMatchObject({ credited: total });
    expect(total).not.toBe(700_000);
    expect(await cancel(office, newId)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await recordOf(office, id)).toMatchObject({ credited: 700_000 });
    expect(await cancel(office, old)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect((await recordOf(office, id))?.credited).toBeUndefined();
  });

  test('counts again in full leaves nothing to collect', async () => {
    const { office, id, newId } = await kept(1);
    expect(await receivables(office)).toMatchObject({ receivables: [{ invoiceId: id }] });
    expect(await cancel(office, newId)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await receivables(office)).toMatchObject({ total: 0, receivables: [] });
  });

  const stale = async ({ office, id }: { office: Office; id: string }, was: Partial<InvoiceRecord>) => {
    const { testContext, teamId } = office;
    const record = await recordOf(office, id);
    if (record === undefined) throw new Error('The note is gone.');
    const actor = { id: office.id, teamId };
    return testContext.use(recordCancellation)(actor, { ...record, ...was }, 'CANCELLED', undefined);
  };

  test('is cancelled meanwhile is read again before it is cancelled itself', async () => {
    const { office, old } = await kept();
    await expect(stale({ office, id: old }, { isReplaced: undefined })).rejects.toThrow('changed meanwhile');
    expect(await statusOf(office, old)).toBe('VALID');
  });

  test('becomes VALID meanwhile is read again before it is cancelled itself', async () => {
    const { office, id } = await paid();
    const old = await note(office, id, 0.25);
    await expect(stale({ office, id: old }, { isReplaced: true })).rejects.toThrow('changed meanwhile');
    expect(await statusOf(office, old)).toBe('VALID');
  });

  test('is cancelled while the note is cancelled: the sum is computed again', async () => {
    const { office, old, newId } = await kept();
    const { testContext, teamId } = office;
    const [record, substitute] = [await recordOf(office, old), await recordOf(office, newId)];
    if (record === undefined || substitute === undefined) throw new Error('A note is gone.');
    const gone = update(invoiceKey(teamId, old), { set: { status: 'CANCELLED' } }, {}, () => new Error('gone'));
    await transact(testContext.context, [gone]);
    const write = testContext.use(recordCancellation)({ id: office.id, teamId }, substitute, 'CANCELLED', undefined, {
      restored: record,
    });
    await expect(write).rejects.toThrow('changed meanwhile');
  });
});
