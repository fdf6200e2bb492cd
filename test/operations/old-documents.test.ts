import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as voidCollection } from '../../functions/collections/void-collection';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as listPayments } from '../../functions/payments/list-payments';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as reportTaxes } from '../../functions/reports/report-taxes';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { listDates, undatedDocuments } from '../../scripts/ledgers/list-dates';
import { openLedgers, unopenedDocuments } from '../../scripts/ledgers/open';
import { readOwed } from '../../shared/invoices/allocated';
import { invoiceCountKey, invoiceKey, invoiceOfUuidKey } from '../../shared/invoices/invoice-record';
import { paymentIndexes, paymentKey, paymentPlaceKey } from '../../shared/payments/payment';
import { tableClient } from '../../shared/platform/table/client';
import { putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { receivableKey } from '../../shared/trips/receivable';
import { brokenPromises } from '../resilience/invariants/table';
import { accounts } from '../support/accounts';
import { ENVIRONMENT, someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertTrips } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

/** Records as a release without ledgers wrote them: a COMPLETADO trip with its receivable, a payment of it, and VALID documents. */

const table = quickTable();
const world = accounts(table);

const ENDED = '2026-01-10T18:00:00.000Z';
const PAID_AT = '2026-01-12T12:00:00.000Z';

interface Old {
  readonly office: Office;
  readonly clientId: string;
  readonly tripId: string;
  readonly paymentId: string;
  /** Of 1,160.00 with the trip, and of 580.00 without one. */
  readonly freight: string;
  readonly rental: string;
}

async function insertOld(): Promise<Old> {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const money = { revenue: 1_000, paid: 400, estimate: undefined };
  const [trip] = await insertTrips(testContext, [
    { teamId, clientId, status: 'COMPLETADO', actualEndDate: ENDED, ...money },
  ]);
  if (trip === undefined) throw new Error('The trip was not inserted.');
  const payment = { tripId: trip.id, amount: 400, method: 'EFECTIVO' as const, clientId };
  const at = { id: someId(), paidAt: PAID_AT };
  const record = { ...payment, registeredBy: office.id, createdAt: PAID_AT };
  await transact(testContext.context, [
    putItem(receivableKey(teamId, trip.id), { tripId: trip.id, clientId, revenue: 1_000, paid: 400, since: ENDED }),
    putItem(paymentKey(teamId, at), record),
    // The index stood at the place.
    putItem(paymentPlaceKey(teamId, at.id), { tripId: trip.id, paidAt: PAID_AT }, paymentIndexes(teamId, at, record)),
  ]);
  const insert = async (total: number, issuedAt: string, tripId?: string) => {
    const fields = { teamId, clientId, status: 'VALID' as const, uuid: someId(), total, issuedAt };
    return (await insertInvoice(testContext, { ...fields, ...(tripId && { tripId }) })).id;
  };
  const freight = await insert(1_160, '2026-01-11T12:00:00.000Z', trip.id);
  const rental = await insert(580, '2026-01-13T12:00:00.000Z');
  return { office, clientId, tripId: trip.id, paymentId: at.id, freight, rental };
}

const balanceOf = async ({ office, tripId }: Old) => (await office.send(getTripBalance, { path: { tripId } })).body;
const receivablesOf = async ({ office }: Old) => (await office.send(reportReceivables)).body;
const ledgerOf = async ({ office }: Old, id: string) =>
  (await readOwed(office.testContext.context, office.teamId, [id]))[0];

/** The independent recount of the team's items finds nothing about money. */
async function expectSound({ office }: Old): Promise<void> {
  const own = (await table.everything()).filter(({ pk }) => String(pk).includes(office.teamId));
  expect(brokenPromises(own).filter((one) => /paid amount|keeps|balance|ledger|open amount/.test(one))).toEqual([]);
}

test('tax 3.10: before its ledger is opened, the balance of a trip counts its document and its payments', async () => {
  const old = await insertOld();
  expect(await balanceOf(old)).toMatchObject({ due: 1_160, isEstimate: false, paid: 400, balance: 760 });
  expect(await receivablesOf(old)).toMatchObject({ receivables: [{ tripId: old.tripId, balance: 600 }], count: 1 });
});

test('tax 3.10: an existing payment is a collection of one payment with its identifier', async () => {
  const old = await insertOld();
  const { office, paymentId, tripId } = old;
  const path = { collectionId: paymentId };
  expect(await office.send(getCollection, { path })).toMatchObject({
    status: 200,
    body: { id: paymentId, amount: 400, unallocated: 400, allocations: [] },
  });
  expect(recordsOf(await office.send(listPayments), 'payments')).toMatchObject([
    { id: paymentId, collectionId: paymentId, tripId, amount: 400, receiptStatus: 'NONE' },
  ]);
  expect((await office.send(voidCollection, { path })).status).toBe(200);
  expect(await balanceOf(old)).toMatchObject({ paid: 0, payments: [] });
});

test('tax 3.10: a payment of an old trip opens the ledger of its document, with the earlier payment', async () => {
  const old = await insertOld();
  const { office, tripId, freight, paymentId } = old;
  const body = { tripId, amount: 800, method: 'EFECTIVO' };
  expect(await office.send(createPayment, { body })).toMatchObject({
    status: 201,
    body: { allocations: [{ invoiceId: freight, amount: 760 }] },
  });
  expect(await ledgerOf(old, freight)).toMatchObject({ allocated: 116_000, ledgerVersion: 1 });
  expect((await office.send(getCollection, { path: { collectionId: paymentId } })).body).toMatchObject({
    allocations: [{ invoiceId: freight, amount: 400 }],
  });
  expect(await balanceOf(old)).toMatchObject({ due: 1_160, paid: 1_200, balance: -40 });
  expect(await receivablesOf(old)).toMatchObject({ receivables: [], inFavour: 40 });
  await expectSound(old);
});

test('tax 3.10: a collection and an allocation that name an old document open its ledger', async () => {
  const old = await insertOld();
  const { office, clientId, freight, rental } = old;
  const named = [{ invoiceId: freight, amount: 500 }];
  const collect = (allocations: object[]) =>
    office.send(createCollection, { body: { clientId, amount: 1_000, method: 'EFECTIVO', allocations } });
  const first = await collect([]);
  const path = { collectionId: String(first.body.id) };
  expect(await office.send(replaceAllocations, { path, body: { allocations: named } })).toMatchObject({
    status: 200,
    body: { unallocated: 500 },
  });
  expect(await ledgerOf(old, freight)).toMatchObject({ allocated: 90_000 });
  expect(await collect([{ invoiceId: rental, amount: 580 }])).toMatchObject({
    status: 201,
    body: { unallocated: 420 },
  });
  expect(await receivablesOf(old)).toMatchObject({ receivables: [{ invoiceId: freight, balance: 260 }] });
  await expectSound(old);
});

test('tax 3.10: a collection that names an old document first opens its ledger with the payments of its trip', async () => {
  const old = await insertOld();
  const { office, clientId, freight } = old;
  const body = { clientId, amount: 760, method: 'EFECTIVO', allocations: [{ invoiceId: freight, amount: 760 }] };
  expect((await office.send(createCollection, { body })).status).toBe(201);
  expect(await balanceOf(old)).toMatchObject({ due: 1_160, paid: 1_160, balance: 0 });
  await expectSound(old);
});

async function unopenedOf({ testContext, teamId }: Office) {
  const client = testContext.context.client(tableClient);
  const all = await unopenedDocuments(client, String(ENVIRONMENT.TABLE_NAME));
  return all.filter((one) => one.teamId === teamId);
}

test('tax 3.10: the run goes on with a document that an interrupted run gave a part of its advances', async () => {
  const { office, freight } = await insertOld();
  const { testContext } = office;
  const open = async () => openLedgers(testContext.runtime, await unopenedOf(office), () => {});
  expect(await open()).toBe(0);
  const mark = { set: { takesAdvances: true } };
  await transact(testContext.context, [update(invoiceKey(office.teamId, freight), mark, {}, () => new Error('gone'))]);
  expect((await unopenedOf(office)).map(({ id }) => id)).toEqual([freight]);
  expect(await open()).toBe(0);
  expect(await unopenedOf(office)).toEqual([]);
});

test('tax 3.10: the run opens all ledgers, and a second run finds none', async () => {
  const old = await insertOld();
  const { office, freight, rental, clientId } = old;
  const { testContext, teamId } = office;
  await insertInvoice(testContext, { teamId, clientId, status: 'DRAFT' });
  await insertInvoice(testContext, { teamId, clientId, status: 'CANCELLED' });
  const found = () => unopenedOf(office);
  const documents = await found();
  expect(documents.map(({ id }) => id)).toEqual([freight, rental]);
  const lines: string[] = [];
  const unknown = { teamId, id: someId(), issuedAt: '' };
  expect(await openLedgers(testContext.runtime, [unknown, ...documents], (line) => lines.push(line))).toBe(0);
  expect(await openLedgers(testContext.runtime, documents, (line) => lines.push(line))).toBe(0);
  expect(await found()).toEqual([]);
  expect(await ledgerOf(old, freight)).toMatchObject({ allocated: 40_000, ledgerVersion: 1 });
  expect(await receivablesOf(old)).toMatchObject({
    receivables: [
      { invoiceId: freight, total: 1_160, paid: 400, balance: 760 },
      { invoiceId: rental, balance: 580 },
    ],
  });
  await expectSound(old);
});

test('tax 3.10: the run continues after a document that fails, and names it', async () => {
  const old = await insertOld();
  const { office, freight, rental } = old;
  const fault = { action: 'TransactWriteItems', times: 1, before: () => new Error('The table is away.') };
  const { runtime } = table.testContext({ faults: [fault] });
  const lines: string[] = [];
  const documents = [freight, rental].map((id) => ({ teamId: office.teamId, id, issuedAt: '' }));
  expect(await openLedgers(runtime, documents, (line) => lines.push(line))).toBe(1);
  expect(lines).toEqual([`${freight} of team ${office.teamId}: The table is away.`]);
  expect(await ledgerOf(old, freight)).not.toHaveProperty('ledgerVersion');
  expect(await ledgerOf(old, rental)).toMatchObject({ ledgerVersion: 1 });
});

describe('tax 6.7: the documents that an older release stamped', () => {
  async function insertUndated() {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const given = { teamId, status: 'VALID' as const, issuedAt: '2026-05-05T18:00:00.000Z' };
    const old = await insertInvoice(testContext, { ...given, uuid: someId() });
    const note = await insertInvoice(testContext, { ...given, type: 'E', uuid: someId() });
    // Stamped within two weeks of its creation: it is found without an index.
    const near = await insertInvoice(testContext, { ...given, uuid: someId(), issuedAt: '2026-03-15T18:00:00.000Z' });
    await insertInvoice(testContext, { ...given, type: 'T', uuid: someId() });
    await insertInvoice(testContext, { ...given, issuedAt: '2026-03-15T18:00:00.000Z' });
    // The pointers and counters as a release without the index of dates wrote them.
    const asOld = [old, note, near].map(({ uuid = '', id }) =>
      putItem(invoiceOfUuidKey(teamId, uuid), { invoiceId: id }),
    );
    const uncount = update(invoiceCountKey(teamId), { remove: ['listed'] }, {}, () => new Error('gone'));
    await transact(testContext.context, [...asOld, uncount]);
    return { office, ids: [old.id, note.id, near.id].sort() };
  }
  const taxes = async (office: Office, from: string, to: string) =>
    (await office.send(reportTaxes, { query: { from, to } })).body;
  const ofMarch = (office: Office) => taxes(office, '2026-03-01', '2026-03-31');
  const ofMay = (office: Office) => taxes(office, '2026-05-01', '2026-05-31');
  const undated = async () => {
    const { testContext } = world.begin();
    return undatedDocuments(testContext.context.client(tableClient), String(ENVIRONMENT.TABLE_NAME));
  };

  test('are counted as unlisted until the run lists them, once; a second run finds none of them', async () => {
    const { office, ids } = await insertUndated();
    expect(await ofMarch(office)).toMatchObject({ sums: { documents: 2 }, unlisted: 4 });
    expect(await ofMay(office)).toMatchObject({ sums: { documents: 0 }, unlisted: 4 });
    const found = await undated();
    const own = found.documents.filter(({ teamId }) => teamId === office.teamId);
    expect(own.map(({ id }) => id).sort()).toEqual(ids);
    expect(found.unknown).toBeGreaterThanOrEqual(1);
    const lines: string[] = [];
    const run = () => listDates(office.testContext.runtime, { documents: own }, (line) => lines.push(line));
    expect([await run(), await run(), lines]).toEqual([0, 0, []]);
    // The document without folio fiscal is listed by its refresh.
    expect(await ofMarch(office)).toMatchObject({ sums: { documents: 2 }, unlisted: 1 });
    expect(await ofMay(office)).toMatchObject({ sums: { documents: 2 }, unlisted: 1 });
    expect((await undated()).documents.filter(({ teamId }) => teamId === office.teamId)).toEqual([]);
  });
});
