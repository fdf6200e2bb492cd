import * as v from 'valibot';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as listCollections } from '../../functions/collections/list-collections';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as voidCollection } from '../../functions/collections/void-collection';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as listPayments } from '../../functions/payments/list-payments';
import { operation as voidPayment } from '../../functions/payments/void-payment';
import { operation as reportIncome } from '../../functions/reports/report-income';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { readOwed } from '../../shared/invoices/allocated';
import type { Invoice } from '../../shared/invoices/invoice';
import { type InvoiceRecord, invoiceKey } from '../../shared/invoices/invoice-record';
import { Books } from '../../shared/payments/books';
import { paymentKey } from '../../shared/payments/payment';
import { readTrips } from '../../shared/payments/read-books';
import { settleLedger } from '../../shared/payments/settle-ledger';
import { putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { receivableKey, receivableOf } from '../../shared/trips/receivable';
import type { TripRecord } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertTrips } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

interface Desk {
  readonly office: Office;
  readonly clientId: string;
}

async function openDesk(): Promise<Desk> {
  const office = await openOffice(world);
  const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId, paymentTerms: 30 });
  return { office, clientId };
}

async function insertTrip({ office, clientId }: Desk, given: Partial<TripRecord> = {}): Promise<TripRecord> {
  const [trip] = await insertTrips(office.testContext, [
    { teamId: office.teamId, clientId, revenue: 1_000, status: 'COMPLETADO', actualEndDate: ENDED, ...given },
  ]);
  if (trip === undefined) throw new Error('One was laid.');
  const row = receivableOf(trip);
  if (row) await transact(office.testContext.context, [putItem(receivableKey(trip.teamId, trip.id), row)]);
  return trip;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ENDED = '2026-01-10T18:00:00.000Z';
let issued = 0;

/** A VALID document with its ledger open. */
async function insertDocument(
  { office, clientId }: Desk,
  total: number,
  given: Partial<Invoice> = {},
  own: Partial<InvoiceRecord> = {},
): Promise<string> {
  issued += 1;
  const issuedAt = new Date(Date.parse('2026-01-01T00:00:00Z') + issued * 1_000).toISOString();
  const fields = { teamId: office.teamId, clientId, status: 'VALID', uuid: someId(), issuedAt, total } as const;
  const { id } = await insertInvoice(
    office.testContext,
    { ...fields, ...given },
    { documentTotal: total * 100, ...own },
  );
  await settle(office, id);
  return id;
}

const settle = (office: Office, id: string) =>
  office.testContext.use(settleLedger)({ id: office.id, teamId: office.teamId }, id);

async function ledgerOf({ office }: Desk, id: string) {
  const [record] = await readOwed(office.testContext.context, office.teamId, [id]);
  if (record === undefined) throw new Error('The invoice is gone.');
  return record;
}

const setInvoice = ({ office }: Desk, id: string, set: Partial<InvoiceRecord>) =>
  transact(office.testContext.context, [update(invoiceKey(office.teamId, id), { set }, {}, () => new Error('gone'))]);

const collect = ({ office, clientId }: Desk, body: object, headers = {}) =>
  office.send(createCollection, { body: { clientId, amount: 100, method: 'EFECTIVO', ...body }, headers });
const allocate = ({ office }: Desk, collectionId: unknown, allocations: object[]) =>
  office.send(replaceAllocations, { path: { collectionId: String(collectionId) }, body: { allocations } });
const read = ({ office }: Desk, collectionId: unknown) =>
  office.send(getCollection, { path: { collectionId: String(collectionId) } });
const balanceOf = async ({ office }: Desk, tripId: string) =>
  (await office.send(getTripBalance, { path: { tripId } })).body;
const receivables = async ({ office }: Desk, query: Record<string, string> = {}) =>
  (await office.send(reportReceivables, { query })).body;

const rowsOf = (body: Readonly<Record<string, unknown>>, name: string) => v.parse(Rows, body[name]);
const Rows = v.array(v.record(v.string(), v.unknown()));

describe('a document that becomes VALID', () => {
  test('tax 3.2: makes the trip due with its total; before, the trip is an estimate', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk, { estimate: 116_000 });
    expect(await balanceOf(desk, trip.id)).toMatchObject({
      due: 1_160,
      isEstimate: true,
      balance: 1_160,
      documents: [],
    });
    const invoiceId = await insertDocument(desk, 1_120, { tripId: trip.id });
    expect(await balanceOf(desk, trip.id)).toMatchObject({
      due: 1_120,
      isEstimate: false,
      paid: 0,
      balance: 1_120,
      documents: [{ invoiceId, total: 1_120, credited: 0, allocated: 0, open: 1_120 }],
    });
  });

  test('tax 3.5: takes the advances of its trip, the oldest first, once', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk);
    for (const [amount, paidAt] of [
      [300, '2026-02-02T12:00:00.000Z'],
      [500, '2026-02-01T12:00:00.000Z'],
    ] as const)
      await desk.office.send(createPayment, { body: { tripId: trip.id, amount, paidAt, method: 'EFECTIVO' } });
    const id = await insertDocument(desk, 600, { tripId: trip.id });
    await settle(desk.office, id);
    expect(await ledgerOf(desk, id)).toMatchObject({ allocated: 60_000, ledgerVersion: 1 });
    const payments = recordsOf(await desk.office.send(listPayments), 'payments');
    expect(payments).toMatchObject([
      { amount: 300, allocations: [{ invoiceId: id, amount: 100 }], receiptStatus: 'DUE' },
      { amount: 500, allocations: [{ invoiceId: id, amount: 500 }] },
    ]);
    expect(await balanceOf(desk, trip.id)).toMatchObject({ due: 600, paid: 800, balance: -200 });
  });

  test('tax 3.7: gives its allocations back when it is cancelled', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk, { estimate: 70_000 });
    const id = await insertDocument(desk, 600, { tripId: trip.id });
    const rental = await insertDocument(desk, 200);
    const { body } = await collect(desk, { amount: 800 });
    expect(body).toMatchObject({ unallocated: 0, allocations: [{ invoiceId: id }, { invoiceId: rental }] });
    for (const one of [id, rental]) {
      await setInvoice(desk, one, { status: 'CANCELLED' });
      await settle(desk.office, one);
      await settle(desk.office, one);
      const ledger = await ledgerOf(desk, one);
      expect(ledger).toMatchObject({ isLedgerClosed: true });
      expect(ledger.allocated).toBe(0);
    }
    expect(await balanceOf(desk, trip.id)).toMatchObject({ due: 700, isEstimate: true, paid: 0, documents: [] });
    expect((await read(desk, body.id)).body).toMatchObject({ unallocated: 800, allocations: [] });
    expect(await receivables(desk)).toMatchObject({ receivables: [{ tripId: trip.id, balance: 700 }], inFavour: 800 });
  });
});

describe('a credit note', () => {
  const credit = async (desk: Desk, id: string, cents: number) => {
    const { office } = desk;
    const { context } = office.testContext;
    const documents = await readOwed(context, office.teamId, [id]);
    const tripIds = documents.map(({ tripId }) => tripId);
    const books = new Books(office.teamId, { documents, trips: await readTrips(context, office.teamId, tripIds) });
    const { credited = 0, ...ledger } = books.document(id);
    books.changeLedger(id, { ...ledger, credited: credited + cents });
    await transact(context, books.steps());
    await settle(office, id);
  };

  test('tax 3.6: cuts the allocations of a paid document back, the newest first', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk);
    const id = await insertDocument(desk, 100, { tripId: trip.id });
    const paid = async (amount: number, paidAt: string) =>
      (await collect(desk, { amount, paidAt, allocations: [{ invoiceId: id, amount }] })).body.id;
    const first = await paid(40, '2026-02-01T12:00:00.000Z');
    const body = { tripId: trip.id, amount: 35, paidAt: '2026-02-02T12:00:00.000Z', method: 'EFECTIVO' };
    const second = (await desk.office.send(createPayment, { body })).body.id;
    const third = await paid(25, '2026-02-03T12:00:00.000Z');
    await credit(desk, id, 4_000);
    const states = async () => Promise.all([first, second, third].map(async (one) => (await read(desk, one)).body));
    expect(await states()).toMatchObject([
      { unallocated: 0, allocations: [{ amount: 40 }] },
      { unallocated: 15, allocations: [{ amount: 20 }] },
      { unallocated: 25, allocations: [] },
    ]);
    expect(await ledgerOf(desk, id)).toMatchObject({ credited: 4_000, allocated: 6_000 });
    // The money of the trip stays on it; the other one is on account.
    expect(await balanceOf(desk, trip.id)).toMatchObject({ due: 60, paid: 75, balance: -15 });
    expect(await receivables(desk)).toMatchObject({ receivables: [], inFavour: 40 });
  });

  test('tax 3.6: leaves the allocations that a receipt contains, so that open is below 0', async () => {
    const desk = await openDesk();
    const id = await insertDocument(desk, 100);
    const { body } = await collect(desk, { amount: 100 });
    const at = { id: String(body.id), paidAt: String(body.paidAt) };
    const set = { allocations: [{ invoiceId: id, amount: 100, receiptId: someId() }] };
    const mark = update(paymentKey(desk.office.teamId, at), { set }, {}, () => new Error('gone'));
    await transact(desk.office.testContext.context, [mark]);
    await credit(desk, id, 3_000);
    expect(await ledgerOf(desk, id)).toMatchObject({ credited: 3_000, allocated: 10_000 });
    expect((await read(desk, body.id)).body).toMatchObject({ unallocated: 0, allocations: [{ amount: 100 }] });
    expect(await receivables(desk)).toMatchObject({ receivables: [] });
  });
});

describe('a payment of a trip', () => {
  test('tax 3.5: pays the open documents of the trip, the oldest first, and the rest stays on the trip', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk);
    const [first, second] = [
      await insertDocument(desk, 100, { tripId: trip.id }),
      await insertDocument(desk, 200, { tripId: trip.id }),
    ];
    const { status, body } = await desk.office.send(createPayment, {
      body: { tripId: trip.id, amount: 350, method: 'EFECTIVO' },
    });
    expect([status, body]).toMatchObject([
      201,
      {
        collectionId: body.id,
        allocations: [
          { invoiceId: first, amount: 100 },
          { invoiceId: second, amount: 200 },
        ],
      },
    ]);
    expect((await read(desk, body.id)).body).toMatchObject({ id: body.id, amount: 350, unallocated: 50 });
    expect(await receivables(desk)).toMatchObject({ count: 0, inFavour: 50 });
    expect(await balanceOf(desk, trip.id)).toMatchObject({ due: 300, paid: 350, balance: -50 });
  });

  test('integrations 4: allocated anew, it keeps its externalId, and a further payment has none', async () => {
    const desk = await openDesk();
    const [trip, other] = [await insertTrip(desk), await insertTrip(desk)];
    const invoiceId = await insertDocument(desk, 40, { tripId: other.id });
    const body = { tripId: trip.id, amount: 100, method: 'EFECTIVO', externalId: 'P-1' };
    const { id } = (await desk.office.send(createPayment, { body })).body;
    expect((await allocate(desk, id, [{ invoiceId, amount: 40 }])).status).toBe(200);
    const shown = async (query = {}) =>
      recordsOf(await desk.office.send(listPayments, { query }), 'payments').map((one) => [
        one.id === id,
        one.externalId,
      ]);
    expect((await shown()).sort()).toEqual([
      [false, undefined],
      [true, 'P-1'],
    ]);
    expect(await shown({ externalId: 'P-1' })).toEqual([[true, 'P-1']]);
  });

  test('tax 3.7: voided, it opens its documents again', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk);
    const id = await insertDocument(desk, 100, { tripId: trip.id });
    const { body } = await desk.office.send(createPayment, {
      body: { tripId: trip.id, amount: 60, method: 'EFECTIVO' },
    });
    expect(await receivables(desk)).toMatchObject({
      receivables: [{ invoiceId: id, total: 100, paid: 60, balance: 40 }],
    });
    const path = { paymentId: String(body.id) };
    expect((await desk.office.send(voidPayment, { path })).status).toBe(200);
    expect(refusal(await desk.office.send(voidPayment, { path }))).toEqual(refused('NOT_FOUND'));
    expect((await ledgerOf(desk, id)).allocated).toBe(0);
    expect(await receivables(desk)).toMatchObject({ receivables: [{ invoiceId: id, balance: 100 }] });
    expect(recordsOf(await desk.office.send(listPayments), 'payments')).toEqual([]);
    expect((await read(desk, body.id)).body).toMatchObject({ amount: 60, voidedAt: expect.any(String) });
  });
});

describe('a collection', () => {
  test('tax 3.5: is one payment for each trip, and one for what is for no trip', async () => {
    const desk = await openDesk();
    const trips = [await insertTrip(desk), await insertTrip(desk)];
    const [one, other] = await Promise.all(trips.map((trip) => insertDocument(desk, 100, { tripId: trip.id })));
    const rental = await insertDocument(desk, 50);
    const { status, body } = await collect(desk, {
      amount: 300,
      method: 'TRANSFERENCIA',
      paymentForm: '03',
      reference: 'SPEI 1',
      allocations: [one, other, rental].map((invoiceId) => ({ invoiceId, amount: 50 })),
    });
    expect([status, body]).toMatchObject([
      201,
      { amount: 300, unallocated: 150, clientId: desk.clientId, paymentForm: '03' },
    ]);
    expect((await read(desk, body.id)).body).toEqual(body);
    expect(recordsOf(await desk.office.send(listCollections), 'collections')).toEqual([body]);
    const payments = recordsOf(await desk.office.send(listPayments), 'payments');
    expect(payments.map(({ tripId, amount }) => [tripId, amount]).sort()).toEqual(
      [[undefined, 200], ...trips.map(({ id }) => [id, 50])].sort(),
    );
    expect(payments.every(({ collectionId }) => collectionId === body.id)).toBe(true);
    for (const { id } of trips) expect(await balanceOf(desk, id)).toMatchObject({ paid: 50, balance: 50 });
    expect(await receivables(desk)).toMatchObject({
      total: 100,
      inFavour: 150,
      credits: [{ clientId: desk.clientId, inFavour: 150 }],
    });
  });

  test('tax 3.6: without allocations it pays the oldest due document first, and the rest is the client’s', async () => {
    const desk = await openDesk();
    const late = await insertDocument(desk, 100, { issuedAt: '2026-01-20T00:00:00.000Z' });
    const early = await insertDocument(desk, 100, { issuedAt: '2026-01-05T00:00:00.000Z' });
    const { body } = await collect(desk, { amount: 150 });
    expect(body).toMatchObject({
      unallocated: 0,
      allocations: [
        { invoiceId: early, amount: 100 },
        { invoiceId: late, amount: 50 },
      ],
    });
    expect((await collect(desk, { amount: 80 })).body).toMatchObject({
      unallocated: 30,
      allocations: [{ invoiceId: late, amount: 50 }],
    });
  });

  test('tax 9: its allocations are replaced, and those that a receipt contains stay', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk);
    const ofTrip = await insertDocument(desk, 100, { tripId: trip.id });
    const rental = await insertDocument(desk, 100);
    const { body } = await collect(desk, { amount: 150, allocations: [{ invoiceId: ofTrip, amount: 100 }] });
    const moved = await allocate(desk, body.id, [{ invoiceId: rental, amount: 90 }]);
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { id: body.id, amount: 150, unallocated: 60, allocations: [{ invoiceId: rental, amount: 90 }] },
    ]);
    expect(await balanceOf(desk, trip.id)).toMatchObject({ paid: 0, balance: 100 });
    const none = await allocate(desk, body.id, []);
    expect(none.body).toMatchObject({ unallocated: 150, allocations: [] });
    const both = await allocate(desk, body.id, [
      { invoiceId: rental, amount: 50 },
      { invoiceId: ofTrip, amount: 100 },
    ]);
    expect(both.body).toMatchObject({ unallocated: 0 });
    expect((await read(desk, body.id)).body).toEqual(both.body);
    expect(await balanceOf(desk, trip.id)).toMatchObject({ paid: 100, balance: 0 });
  });

  test('tax 9: allocations cannot be taken while a document is being stamped on the invoice', async () => {
    const desk = await openDesk();
    const id = await insertDocument(desk, 100);
    const { body } = await collect(desk, { amount: 100 });
    await setInvoice(desk, id, { documentPending: someId() });
    expect(refusal(await allocate(desk, body.id, []))).toEqual(refused('DOCUMENT_PENDING'));
    expect((await allocate(desk, body.id, [{ invoiceId: id, amount: 100 }])).status).toBe(200);
  });

  test('tax 3.7: it is voided by an administrator, and not while a receipt contains it', async () => {
    const desk = await openDesk();
    const id = await insertDocument(desk, 100);
    const { body } = await collect(desk, { amount: 120 });
    const path = { collectionId: String(body.id) };
    const member = await desk.office.hire('MEMBER');
    expect((await member.send(voidCollection, { path })).status).toBe(403);
    const receiptId = someId();
    const at = { id: path.collectionId, paidAt: String(body.paidAt) };
    const set = { allocations: [{ invoiceId: id, amount: 100, receiptId }] };
    const mark = update(paymentKey(desk.office.teamId, at), { set }, {}, () => new Error('gone'));
    await transact(desk.office.testContext.context, [mark]);
    const answer = await desk.office.send(voidCollection, { path });
    expect(refusal(answer)).toEqual(refused('PAYMENT_HAS_RECEIPT'));
    expect(String(answer.body.message)).toContain(receiptId);
    const free = update(
      paymentKey(desk.office.teamId, at),
      { set: { allocations: [{ invoiceId: id, amount: 100 }] } },
      {},
      () => new Error('gone'),
    );
    await transact(desk.office.testContext.context, [free]);
    expect(await desk.office.send(voidCollection, { path })).toMatchObject({
      status: 200,
      body: { collectionId: body.id },
    });
    expect(await receivables(desk)).toMatchObject({ total: 100, inFavour: 0 });
    expect((await ledgerOf(desk, id)).allocated).toBe(0);
    expect(refusal(await desk.office.send(voidCollection, { path }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await allocate(desk, body.id, []))).toEqual(refused('NOT_FOUND'));
  });

  test('is one for an Idempotency-Key, also for a member', async () => {
    const desk = await openDesk();
    const member = await desk.office.hire('MEMBER');
    const request = {
      body: { clientId: desk.clientId, amount: 10, method: 'EFECTIVO' },
      headers: { 'idempotency-key': 'k' },
    };
    const one = await member.send(createCollection, request);
    expect([one.status, await member.send(createCollection, request)]).toEqual([201, one]);
    expect(await receivables(desk)).toMatchObject({ inFavour: 10 });
  });

  test('tax 9: a repeat that is planned while the first request is written gets the answer of the first one', async () => {
    const desk = await openDesk();
    const { office, clientId } = desk;
    const invoiceId = await insertDocument(desk, 100);
    const body = { clientId, amount: 100, method: 'EFECTIVO', allocations: [{ invoiceId, amount: 100 }] };
    const key = { 'idempotency-key': 'twice' };
    let first: unknown;
    const meanwhile = async () => {
      first = await office.send(createCollection, { body, headers: key });
    };
    // The repeat has looked for the row of the key, and reads the documents.
    const late = world.begin({ faults: [{ action: 'BatchGetItem', skip: 1, times: 1, meanwhile }] });
    const headers = { ...(await late.bearer(office.testContext.now(), office.id)), ...key };
    const again = await late.send(createCollection, {
      body: { ...body, teamId: office.teamId },
      path: { teamId: office.teamId },
      headers,
    });
    expect(first).toMatchObject({ status: 201 });
    expect(again).toEqual(first);
    expect(await receivables(desk)).toMatchObject({ receivables: [], inFavour: 0 });
  });

  describe('tax 3.8: is refused', () => {
    const cases: [string, (desk: Desk) => Promise<object[]>, string][] = [
      ['an unknown document', async () => [{ invoiceId: someId(), amount: 1 }], 'allocations[0].invoiceId'],
      [
        'a document of another client',
        async (desk) => {
          const { id: clientId } = await insertClient(desk.office.testContext, { teamId: desk.office.teamId });
          return [{ invoiceId: await insertDocument({ ...desk, clientId }, 100), amount: 1 }];
        },
        'allocations[0].invoiceId',
      ],
      [
        'a document of another team',
        async () => [{ invoiceId: await insertDocument(await openDesk(), 100), amount: 1 }],
        'allocations[0].invoiceId',
      ],
      [
        'a document of type T',
        async (desk) => [{ invoiceId: await insertDocument(desk, 100, {}, { type: 'T' }), amount: 1 }],
        'allocations[0].invoiceId',
      ],
      ...(['DRAFT', 'PENDING', 'ERROR', 'CANCELLED', 'CANCELLED_PENDING'] as const).map(
        (status): [string, (desk: Desk) => Promise<object[]>, string] => [
          `a document that is ${status}`,
          async (desk) => [{ invoiceId: await insertDocument(desk, 100, { status }), amount: 1 }],
          'allocations[0].invoiceId',
        ],
      ),
      [
        'more than is open',
        async (desk) => [
          { invoiceId: await insertDocument(desk, 100), amount: 1 },
          { invoiceId: await insertDocument(desk, 50), amount: 50.01 },
        ],
        'allocations[1].amount',
      ],
      [
        'a document twice',
        async (desk) => {
          const invoiceId = await insertDocument(desk, 100);
          return [
            { invoiceId, amount: 1 },
            { invoiceId, amount: 1 },
          ];
        },
        'allocations[1].invoiceId',
      ],
      [
        'more than the amount',
        async (desk) => [
          { invoiceId: await insertDocument(desk, 100), amount: 60 },
          { invoiceId: await insertDocument(desk, 100), amount: 40.01 },
        ],
        'allocations[1].amount',
      ],
      [
        '41 documents',
        async () => Array.from({ length: 41 }, () => ({ invoiceId: someId(), amount: 1 })),
        'allocations',
      ],
    ];
    test.each(cases)('for %s', async (_, allocationsOf, field) => {
      const desk = await openDesk();
      const allocations = await allocationsOf(desk);
      expect(refusal(await collect(desk, { allocations }))).toEqual(refused('VALIDATION_FAILED', field));
      expect(recordsOf(await desk.office.send(listCollections), 'collections')).toEqual([]);
    });
  });

  test('for a client of another team it is refused', async () => {
    const desk = await openDesk();
    const { clientId } = await openDesk();
    expect(refusal(await collect(desk, { clientId }))).toEqual(refused('VALIDATION_FAILED', 'clientId'));
  });

  test('lists stand in pages of whole collections, also of one client', async () => {
    const desk = await openDesk();
    const ids: unknown[] = [];
    for (let day = 1; day <= 3; day += 1) {
      const trip = await insertTrip(desk);
      const documents = [await insertDocument(desk, 10, { tripId: trip.id }), await insertDocument(desk, 10)];
      const allocations = documents.map((invoiceId) => ({ invoiceId, amount: 10 }));
      const { body } = await collect(desk, { paidAt: `2026-02-0${day}T00:00:00.000Z`, amount: 30, allocations });
      ids.unshift(body.id);
    }
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const query = { limit: '1', clientId: desk.clientId, ...(typeof cursor === 'string' && { cursor }) };
      const { body } = await desk.office.send(listCollections, { query });
      seen.push(...rowsOf(body, 'collections').map(({ id }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(ids);
    const { body } = await desk.office.send(listCollections, { query: { clientId: someId() } });
    expect(body).toMatchObject({ collections: [], nextCursor: null });
  });
});

describe('receivables', () => {
  test('tax 3.3: have one row for each open document, due by the terms of its client, and estimates of trips', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk, { estimate: 116_000 });
    const other = await insertTrip(desk, { estimate: 50_000 });
    const id = await insertDocument(desk, 1_120, { tripId: trip.id, issuedAt: '2026-01-15T12:00:00.000Z' });
    const rental = await insertDocument(desk, 200, { issuedAt: '2026-01-16T12:00:00.000Z' });
    const rows = rowsOf(await receivables(desk), 'receivables');
    expect(rows).toMatchObject([
      { tripId: other.id, isEstimate: true, dueOn: '2026-02-09', total: 500, balance: 500 },
      { tripId: trip.id, invoiceId: id, isEstimate: false, dueOn: '2026-02-14', total: 1_120, balance: 1_120 },
      { invoiceId: rental, isEstimate: false, dueOn: '2026-02-15', balance: 200 },
    ]);
    expect(rows[2]).not.toHaveProperty('tripId');
    // A payment that is dated later leaves the amount open today, in the whole report and in its pages.
    const paidAt = new Date(desk.office.testContext.now().getTime() + 20 * DAY_MS).toISOString();
    const ahead = { amount: 50, paidAt, allocations: [{ invoiceId: rental, amount: 50 }] };
    expect((await collect(desk, ahead)).status).toBe(201);
    expect(rowsOf(await receivables(desk), 'receivables')).toEqual(rows);
    const pages: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await receivables(desk, { limit: '2', ...(typeof cursor === 'string' && { cursor }) });
      pages.push(...rowsOf(page, 'receivables'));
      cursor = page.nextCursor;
    } while (cursor);
    expect(pages).toHaveLength(3);
    expect(pages).toEqual(expect.arrayContaining(rows));
  });

  test('tax 3.3: of a document stand under its own client, with its terms, not under the client of the trip', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk);
    const { office } = desk;
    const other = await insertClient(office.testContext, { teamId: office.teamId, paymentTerms: 5 });
    const given = { tripId: trip.id, clientId: other.id, issuedAt: '2026-01-15T12:00:00.000Z' };
    const id = await insertDocument(desk, 100, given);
    expect(await receivables(desk)).toMatchObject({
      receivables: [{ invoiceId: id, tripId: trip.id, clientId: other.id, dueOn: '2026-01-20' }],
      clients: [{ clientId: other.id, total: 100 }],
    });
  });
});

describe('income', () => {
  test('tax 3.4: is the money that was collected, by its date, allocated or not', async () => {
    const desk = await openDesk();
    const trip = await insertTrip(desk);
    const id = await insertDocument(desk, 100, { tripId: trip.id });
    const allocations = [{ invoiceId: id, amount: 60 }];
    const { body } = await collect(desk, { amount: 150, paidAt: '2026-02-03T12:00:00.000Z', allocations });
    const income = async () =>
      (await desk.office.send(reportIncome, { query: { from: '2026-02-01', to: '2026-02-28', groupBy: 'month' } }))
        .body;
    expect(await income()).toMatchObject({ total: 150 });
    await allocate(desk, body.id, []);
    await setInvoice(desk, id, { status: 'CANCELLED' });
    await settle(desk.office, id);
    expect(await income()).toMatchObject({ total: 150 });
    await desk.office.send(voidCollection, { path: { collectionId: String(body.id) } });
    expect(await income()).toMatchObject({ total: 0 });
  });
});

describe('tax 3.8: one collection pays', () => {
  /** Documents of 10.00, each of a trip of its own, or of one of so many trips. */
  async function documentsOf(desk: Desk, count: number, trips: number) {
    const owned = [];
    for (let trip = 0; trip < trips; trip += 1) owned.push((await insertTrip(desk)).id);
    const ids = [];
    for (let at = 0; at < count; at += 1) ids.push(await insertDocument(desk, 10, { tripId: owned[at % trips] ?? '' }));
    return ids.map((invoiceId) => ({ invoiceId, amount: 10 }));
  }
  const pay = ({ office, clientId }: Desk, amount: number, allocations?: readonly object[]) =>
    office.send(createCollection, { body: { clientId, amount, method: 'EFECTIVO', allocations } });

  test.each([
    [40, 7],
    [23, 23],
  ])('%i documents of %i trips, with a rest on account', async (count, trips) => {
    const desk = await openDesk();
    const allocations = await documentsOf(desk, count, trips);
    const { status, body } = await pay(desk, 10 * count + 1, allocations);
    expect([status, body.unallocated, Object.values(Object(body.allocations)).length]).toEqual([201, 1, count]);
  });

  test('no more: 400 names the limit, and nothing is written', async () => {
    const desk = await openDesk();
    const allocations = await documentsOf(desk, 25, 24);
    const before = await receivables(desk);
    const answer = await pay(desk, 250, allocations);
    expect(answer).toMatchObject({ status: 400, body: { field: 'allocations' } });
    expect(answer.body.message).toContain('at most 47 invoices and trips, counted together');
    expect(await receivables(desk)).toEqual(before);
    // Without allocations it pays the oldest that fit.
    const { status, body } = await pay(desk, 250);
    expect([status, body.unallocated]).toEqual([201, 20]);
  });

  test('at most 40 documents', async () => {
    const desk = await openDesk();
    const allocations = Array.from({ length: 41 }, () => ({ invoiceId: someId(), amount: 1 }));
    const answer = await pay(desk, 41, allocations);
    expect(answer).toMatchObject({ status: 400, body: { field: 'allocations' } });
    expect(answer.body.message).toContain('at most 40 documents');
  });
});
