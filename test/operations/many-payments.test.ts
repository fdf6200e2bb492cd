import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as listPayments } from '../../functions/payments/list-payments';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { readOwed } from '../../shared/invoices/allocated';
import { connectionReset } from '../support/faults';
import { type Office, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { ITEM } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { open, insertReady, stamp } = offices;

afterEach(offices.forgetWork);

/** Pesos of each payment. */
const PART = 10.01;
const EACH = { amount: PART, method: 'TRANSFERENCIA' };
/** One transaction takes forty. */
const MANY = 95;

const read = async (office: Office, id: string) => (await office.send(getInvoice, { path: { id } })).body;

async function makeValid(office: Office, id: string) {
  expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  return read(office, id);
}

async function substituteOf(office: Office, id: string, body: object = { notes: 'Orden 2' }) {
  const answer = await office.send(substituteInvoice, { path: { id }, body });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}

async function ledgerOf(office: Office, id: string) {
  const [record] = await readOwed(office.testContext.context, office.teamId, [id]);
  const { allocated, ledgerVersion, isLedgerClosed } = record ?? {};
  return { allocated, isOpen: ledgerVersion !== undefined && !isLedgerClosed };
}

async function collect(office: Office, clientId: unknown, body: object) {
  const answer = await office.send(createCollection, { body: { ...EACH, clientId, ...body } });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}

/** A trip with the draft of its invoice. */
async function planned() {
  const office = await open();
  const { clientId } = await read(office, await insertReady(office));
  const plan = { startDate: '2026-03-02T15:00:00.000Z', clientId, cargoDescription: 'Acero', revenue: 5_000 };
  const { id: tripId, invoiceId } = (await office.send(createTrip, { body: plan })).body;
  const pay = async (count: number, amount = PART) => {
    for (let number = 0; number < count; number += 1)
      expect((await office.send(createPayment, { body: { ...EACH, tripId, amount } })).status).toBe(201);
  };
  return { office, clientId, tripId: String(tripId), invoiceId: String(invoiceId), pay };
}

const cents = (count: number) => count * 1_001;

test('tax 3.5: a document takes all advances of its trip, however many there are', async () => {
  const { office, invoiceId, pay } = await planned();
  await pay(MANY);
  await makeValid(office, invoiceId);
  expect(await ledgerOf(office, invoiceId)).toEqual({ allocated: cents(MANY), isOpen: true });
});

/** Recovery in the next hour, in which the stamp is not looked at for a minute. */
async function recoverOften(office: Office) {
  for (let runs = 0; runs < 3; runs += 1) {
    for (const clock of [office.testContext, offices.bench]) clock.pass(20 * 60_000);
    await offices.recover(office);
  }
}

describe('tax 3.5: a stamp that ends before it allocated all advances', () => {
  /** The stamp writes its lock and its document first, and then a portion of the advances in each transaction. */
  const BEFORE = 2;

  const ended = async (count: number, portions: number) => {
    const plan = await planned();
    const { office, invoiceId, pay } = plan;
    await pay(count);
    const dying = [{ action: 'TransactWriteItems', skip: BEFORE + portions, before: connectionReset }] as const;
    await offices.sendWith(dying, office, stampInvoice, { id: invoiceId });
    const allocated = cents(Math.min(count, 40 * portions));
    expect(await ledgerOf(office, invoiceId)).toEqual({ allocated, isOpen: portions > 0 });
    return plan;
  };

  test.each([0, 1, 2])('after %i portions of 40 is completed by recovery', async (portions) => {
    const { office, invoiceId } = await ended(85, portions);
    await recoverOften(office);
    expect(await ledgerOf(office, invoiceId)).toEqual({ allocated: cents(85), isOpen: true });
  });

  test('is completed by the next payment of the trip, before that payment is allocated', async () => {
    const { office, invoiceId, pay } = await ended(45, 1);
    await pay(1);
    expect(await ledgerOf(office, invoiceId)).toEqual({ allocated: cents(46), isOpen: true });
  });

  test('gives back what it had when the document is cancelled', async () => {
    const { office, invoiceId } = await ended(45, 1);
    const cancelled = await office.send(cancelInvoice, { path: { id: invoiceId }, body: { motive: '03' } });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await ledgerOf(office, invoiceId)).toEqual({ allocated: 0, isOpen: false });
    await recoverOften(office);
    expect(await ledgerOf(office, invoiceId)).toEqual({ allocated: 0, isOpen: false });
  });
});

test('tax 3.5: recovery does not allocate again what a member took from a document that has all its advances', async () => {
  const { office, tripId, invoiceId, pay } = await planned();
  await pay(45);
  await makeValid(office, invoiceId);
  const [first] = recordsOf(await office.send(listPayments, { query: { tripId } }), 'payments');
  const path = { collectionId: String(first?.id) };
  expect((await office.send(replaceAllocations, { path, body: { allocations: [] } })).status).toBe(200);
  await recoverOften(office);
  expect(await ledgerOf(office, invoiceId)).toEqual({ allocated: cents(44), isOpen: true });
});

test('tax 3.5: payments that are allocated in full do not keep a later advance from the next document of the trip', async () => {
  const { office, clientId, tripId, invoiceId, pay } = await planned();
  const { total } = await makeValid(office, invoiceId);
  await pay(40);
  await pay(1, Number((Number(total) - 40 * PART).toFixed(2)));
  await pay(1, 500);
  const body = { tripId, clientId, items: [ITEM], noCartaPorteReason: 'LOCAL' };
  const second = String((await office.send(createInvoice, { body })).body.id);
  await makeValid(office, second);
  expect(await ledgerOf(office, second)).toEqual({ allocated: 50_000, isOpen: true });
});

test.each([false, true])('tax 3.7: a substitute takes over all payments, of a trip: %s', async (isOfTrip) => {
  const { office, invoiceId, pay } = await planned();
  const id = isOfTrip ? invoiceId : await insertReady(office);
  const { clientId } = await makeValid(office, id);
  if (isOfTrip) await pay(MANY);
  else
    for (let number = 0; number < MANY; number += 1)
      await collect(office, clientId, { allocations: [{ invoiceId: id, amount: PART }] });
  const newId = await substituteOf(office, id);
  await makeValid(office, newId);
  expect(await read(office, id)).toMatchObject({ status: 'CANCELLED' });
  expect(await ledgerOf(office, newId)).toEqual({ allocated: cents(MANY), isOpen: true });
  expect(await ledgerOf(office, id)).toEqual({ allocated: 0, isOpen: false });
  const rows = recordsOf(await office.send(reportReceivables), 'receivables');
  expect(rows.map((row) => row.invoiceId)).toEqual([newId]);
});

test('tax 3.7: a move that ends after its first transaction goes on from the old document', async () => {
  const office = await open();
  const id = await insertReady(office);
  const { clientId } = await makeValid(office, id);
  for (let number = 0; number < MANY; number += 1)
    await collect(office, clientId, { allocations: [{ invoiceId: id, amount: PART }] });
  const newId = await substituteOf(office, id);
  // Six transactions are written. The last of them moves the first forty payments.
  const dying = [{ action: 'TransactWriteItems', skip: 6, before: connectionReset }] as const;
  await offices.sendWith(dying, office, stampInvoice, { id: newId });
  expect(await ledgerOf(office, newId)).toEqual({ allocated: cents(40), isOpen: true });
  expect(await ledgerOf(office, id)).toEqual({ allocated: cents(MANY - 40), isOpen: true });
  await recoverOften(office);
  expect(await ledgerOf(office, newId)).toEqual({ allocated: cents(MANY), isOpen: true });
  expect(await ledgerOf(office, id)).toEqual({ allocated: 0, isOpen: false });
});

test('tax 3.7: what a client left on account is not spent by a substitution', async () => {
  const office = await open();
  const id = await insertReady(office);
  const { clientId } = await makeValid(office, id);
  const collection = await collect(office, clientId, { amount: 1_000, allocations: [{ invoiceId: id, amount: 50 }] });
  const newId = await substituteOf(office, id);
  await makeValid(office, newId);
  const { body } = await office.send(getCollection, { path: { collectionId: collection } });
  expect(body).toMatchObject({ allocations: [{ invoiceId: newId, amount: 50 }], unallocated: 950 });
});
