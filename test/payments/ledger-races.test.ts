import type { TeamActor } from '../../shared/audit/audit';
import { type OwedInvoice, readOwed } from '../../shared/invoices/allocated';
import { type InvoiceRecord, invoiceKey } from '../../shared/invoices/invoice-record';
import { open } from '../../shared/invoices/ledger';
import { Books as Accounts, BooksChanged } from '../../shared/payments/books';
import { createCollection, voidCollection } from '../../shared/payments/collections';
import { createPayment } from '../../shared/payments/payments';
import { readTrips } from '../../shared/payments/read-books';
import { readCollection } from '../../shared/payments/read-collection';
import { replaceAllocations } from '../../shared/payments/replace-allocations';
import { settleLedger } from '../../shared/payments/settle-ledger';
import { getItem } from '../../shared/platform/table/read';
import { putItem, unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { creditNoteCreditKey, receivableKey, receivableOf, receivablesOf } from '../../shared/trips/receivable';
import type { TripRecord } from '../../shared/trips/trip';
import { brokenPromises } from '../resilience/invariants/table';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertClient, insertTrips } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();

let issued = 0;
/** A later instant at each call. */
function nextInstant(): string {
  issued += 1;
  return new Date(START + issued * 1_000).toISOString();
}

interface Books {
  readonly actor: TeamActor;
  readonly clientId: string;
  readonly trip: TripRecord;
}

async function openBooks(): Promise<Books> {
  const testContext = table.testContext();
  const actor = { id: someId(), teamId: someId() };
  const { id: clientId } = await insertClient(testContext, { teamId: actor.teamId });
  const fields = { teamId: actor.teamId, clientId, revenue: 100, status: 'COMPLETADO' as const };
  const [trip] = await insertTrips(testContext, [{ ...fields, actualEndDate: '2026-01-10T18:00:00.000Z' }]);
  const row = trip && receivableOf(trip);
  if (trip === undefined || row === undefined) throw new Error('One was laid.');
  await transact(testContext.context, [putItem(receivableKey(trip.teamId, trip.id), row)]);
  return { actor, clientId, trip };
}

async function insertDocument({ actor, clientId, trip }: Books, total: number, ofTrip = true): Promise<InvoiceRecord> {
  const testContext = table.testContext();
  return insertInvoice(
    testContext,
    {
      teamId: actor.teamId,
      clientId,
      status: 'VALID',
      uuid: someId(),
      total,
      issuedAt: nextInstant(),
      ...(ofTrip && { tripId: trip.id }),
    },
    { documentTotal: total * 100 },
  );
}

const settle = ({ actor }: Books, id: string, testContext = table.testContext()) =>
  testContext.use(settleLedger)(actor, id);

async function insertOpen(books: Books, total: number, ofTrip = true): Promise<InvoiceRecord> {
  const { id } = await insertDocument(books, total, ofTrip);
  await settle(books, id);
  return stored(books, id);
}

async function stored({ actor }: Books, id: string): Promise<OwedInvoice> {
  const [record] = await readOwed(table.testContext().context, actor.teamId, [id]);
  if (record === undefined) throw new Error('The invoice is gone.');
  return record;
}

const collect = ({ actor, clientId }: Books, fields: object, testContext = table.testContext()) =>
  testContext.use(createCollection)(actor, { clientId, amount: 100, method: 'EFECTIVO', ...fields }, undefined);

const MONEY = /paid amount|keeps|balance|ledger|open amount/;

/** The independent recount of the whole table finds nothing. */
async function expectSound({ actor }: Books): Promise<void> {
  const own = (await table.everything()).filter(({ pk }) => String(pk).includes(actor.teamId));
  expect(brokenPromises(own).filter((sentence) => MONEY.test(sentence))).toEqual([]);
}

const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'DONE')).sort();

test('tax 3.8: of two allocations of one document at once, one is done and the other gets CONFLICT', async () => {
  const books = await openBooks();
  const { id: invoiceId } = await insertOpen(books, 100);
  const allocations = [{ invoiceId, amount: 100 }];
  const late = table.interrupted(() => collect(books, { allocations }));
  await expect(collect(books, { allocations }, late)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await stored(books, invoiceId)).toMatchObject({ allocated: 10_000 });
  await expectSound(books);
});

test('tax 3.6: of two collections with the same credit of a note at once, one is done and the other gets CONFLICT', async () => {
  const books = await openBooks();
  const { teamId } = books.actor;
  const key = creditNoteCreditKey(teamId, books.clientId);
  const credit = { clientId: books.clientId, inFavour: 10_000, kind: 'CREDIT_NOTE' as const };
  await transact(table.testContext().context, [putItem(key, credit)]);
  const [one, other] = [await insertOpen(books, 100), await insertOpen(books, 100, false)];
  const use = (invoiceId: string, testContext?: TestContext) =>
    collect(
      books,
      { method: 'OTRO', paymentForm: '17', allocations: [{ invoiceId, amount: 100 }] },
      testContext ?? table.testContext(),
    );
  const late = table.interrupted(() => use(one.id));
  await expect(use(other.id, late)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await getItem(table.testContext().context, key)).toMatchObject({ inFavour: 0 });
  expect([(await stored(books, one.id)).allocated, (await stored(books, other.id)).allocated]).toEqual([10_000, 0]);
  const outcomes = await Promise.allSettled([use(other.id), use(other.id)]);
  expect(codes(outcomes)).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED']);
});

test('tax 3.8: many payments and collections at once never allocate more than the documents', async () => {
  const books = await openBooks();
  const [one, other] = [await insertOpen(books, 100), await insertOpen(books, 50, false)];
  const { actor, trip } = books;
  const named = [{ invoiceId: one.id, amount: 60 }];
  const outcomes = await Promise.allSettled([
    collect(books, { allocations: named }),
    collect(books, { allocations: named }),
    collect(books, {}),
    table.testContext().use(createPayment)(actor, { tripId: trip.id, amount: 70, method: 'EFECTIVO' }, undefined),
    table.testContext().use(createPayment)(actor, { tripId: trip.id, amount: 70, method: 'EFECTIVO' }, undefined),
  ]);
  expect(codes(outcomes).filter((code) => !['DONE', 'CONFLICT', 'VALIDATION_FAILED'].includes(code))).toEqual([]);
  for (const { id, total } of [one, other])
    expect((await stored(books, id)).allocated).toBeLessThanOrEqual(total * 100);
  await expectSound(books);
});

test('tax 3.5: a payment while a document of its trip becomes VALID is allocated to it', async () => {
  const books = await openBooks();
  const { actor, trip } = books;
  const pay = (testContext = table.testContext()) =>
    testContext.use(createPayment)(actor, { tripId: trip.id, amount: 40, method: 'EFECTIVO' }, undefined);
  const first = await insertDocument(books, 100);
  await settle(books, first.id, table.interrupted(pay));
  expect(await stored(books, first.id)).toMatchObject({ allocated: 4_000 });
  const second = await insertDocument(books, 30);
  await pay(table.interrupted(() => settle(books, second.id)));
  expect(await stored(books, first.id)).toMatchObject({ allocated: 8_000 });
  await expectSound(books);
});

test('tax 3.5: the ledger is opened once by five at once', async () => {
  const books = await openBooks();
  await table.testContext().use(createPayment)(
    books.actor,
    { tripId: books.trip.id, amount: 40, method: 'EFECTIVO' },
    undefined,
  );
  const { id } = await insertDocument(books, 100);
  await Promise.all([1, 2, 3, 4, 5].map(() => settle(books, id)));
  expect(await stored(books, id)).toMatchObject({ allocated: 4_000, ledgerVersion: 1 });
  await expectSound(books);
});

describe('tax 3.8: a payment during another change of its document', () => {
  /** Makes the change before each call of a collection over all open documents, in books of their own. */
  async function atEachCall(
    change: (books: Books, invoiceId: string) => Promise<unknown>,
    check: (record: OwedInvoice) => void,
  ): Promise<void> {
    let calls = 0;
    for (const action of ['BatchGetItem', 'Query', 'TransactWriteItems']) {
      for (let skip = 0, isMade = true; isMade; skip += 1) {
        const books = await openBooks();
        const { id } = await insertOpen(books, 100);
        isMade = false;
        const meanwhile = async () => {
          isMade = true;
          await change(books, id);
        };
        await collect(books, {}, table.testContext({ faults: [{ action, times: 1, skip, meanwhile }] }));
        if (isMade) check(await stored(books, id));
        await expectSound(books);
        calls += Number(isMade);
      }
    }
    expect(calls).toBeGreaterThanOrEqual(5);
  }

  test('allocates nothing to a document that was cancelled meanwhile', () =>
    atEachCall(
      async (books, id) => {
        const set = { status: 'CANCELLED' };
        const cancel = update(invoiceKey(books.actor.teamId, id), { set }, {}, () => new Error('gone'));
        await transact(table.testContext().context, [cancel]);
        await settle(books, id);
      },
      (record) => expect(record).toMatchObject({ isLedgerClosed: true, allocated: 0 }),
    ));

  test('allocates no more than a credit note leaves', () =>
    atEachCall(
      async ({ actor }, id) => {
        const { context } = table.testContext();
        const documents = await readOwed(context, actor.teamId, [id]);
        const trips = await readTrips(
          context,
          actor.teamId,
          documents.map(({ tripId }) => tripId),
        );
        const credited = new Accounts(actor.teamId, { documents, trips });
        credited.changeLedger(id, { ...credited.document(id), credited: 7_000 });
        await transact(context, credited.steps());
      },
      (record) => expect(open(record)).toBe(0),
    ));
});

test('tax 3.7: a void and an allocation at once leave one of both', async () => {
  const books = await openBooks();
  const { actor } = books;
  const { id: invoiceId } = await insertOpen(books, 100);
  const { id } = await collect(books, { allocations: [] });
  const allocate = (testContext = table.testContext()) =>
    testContext.use(replaceAllocations)(actor, id, [{ invoiceId, amount: 50 }]);
  await table.interrupted(() => allocate()).use(voidCollection)(actor, id, 'COLLECTION');
  expect((await stored(books, invoiceId)).allocated).toBe(0);
  await expectSound(books);
  const { id: next } = await collect(books, { allocations: [] });
  const late = table.interrupted(() => table.testContext().use(voidCollection)(actor, next, 'COLLECTION'));
  const asked = late.use(replaceAllocations)(actor, next, [{ invoiceId, amount: 50 }]);
  await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expectSound(books);
});

test('tax 3.8: of two allocations of one payment on account at once, the later one replaces the other', async () => {
  const books = await openBooks();
  const { actor } = books;
  const { id } = await collect(books, { allocations: [] });
  // Without a trip both documents have nothing in common but the payment.
  const [one, other] = [await insertOpen(books, 100, false), await insertOpen(books, 100, false)];
  const allocate = (invoiceId: string, testContext = table.testContext()) =>
    testContext.use(replaceAllocations)(actor, id, [{ invoiceId, amount: 100 }]);
  const late = table.interrupted(() => allocate(one.id));
  await allocate(other.id, late);
  expect([(await stored(books, one.id)).allocated, (await stored(books, other.id)).allocated]).toEqual([0, 10_000]);
  await expectSound(books);
});

test('tax 3.9: a change of a ledger is refused when the document was cancelled after the read', async () => {
  const books = await openBooks();
  const { teamId } = books.actor;
  const { context } = table.testContext();
  const { id } = await insertOpen(books, 100, false);
  const accounts = new Accounts(teamId, { documents: await readOwed(context, teamId, [id]), trips: [] });
  accounts.changeLedger(id, { ...accounts.document(id), receipted: 7_000, receiptCount: 1 });
  const missing = unexpectedConflict('An invoice');
  await transact(context, [
    update(invoiceKey(teamId, id), { set: { status: 'CANCELLED' } }, { exists: true }, missing),
  ]);
  await expect(transact(context, accounts.steps())).rejects.toBeInstanceOf(BooksChanged);
  expect((await stored(books, id)).receipted).toBeUndefined();
});

describe('tax 3.9: an interruption at any call leaves nothing half allocated', () => {
  const cut = () => new Error('cut');

  /** Ends the work before or after each of its calls to the table, in books of their own. */
  async function cutEverywhere(work: (books: Books, testContext: TestContext) => Promise<unknown>): Promise<void> {
    let cuts = 0;
    for (const action of ['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems']) {
      for (const place of [{ before: cut }, { after: cut }]) {
        for (let skip = 0, isCut = true; isCut; skip += 1) {
          const books = await openBooks();
          await insertOpen(books, 60);
          await insertOpen(books, 30, false);
          const testContext = table.testContext({ faults: [{ action, times: 1, skip, ...place }] });
          const outcome = await work(books, testContext).then(
            () => 'done',
            (failure: unknown) => failure,
          );
          await expectSound(books);
          isCut = outcome !== 'done';
          if (isCut) expect(outcome).toMatchObject({ message: 'cut' });
          cuts += Number(isCut);
        }
      }
    }
    expect(cuts).toBeGreaterThanOrEqual(6);
  }

  test('of a collection over several documents', () =>
    cutEverywhere((books, testContext) => collect(books, { amount: 80 }, testContext)));

  test('of an allocation anew, and of a void', () =>
    cutEverywhere(async (books, testContext) => {
      const { actor } = books;
      const { id, allocations } = await collect(books, { amount: 80 });
      const named = allocations.slice(0, 1).map(({ invoiceId, amount }) => ({ invoiceId, amount }));
      await testContext.use(replaceAllocations)(actor, id, named);
      await testContext.use(voidCollection)(actor, id, 'COLLECTION');
    }));

  test('of the step after a stamp and a cancellation: the next run completes it', () =>
    cutEverywhere(async (books, testContext) => {
      const { actor, trip } = books;
      await table.testContext().use(createPayment)(
        actor,
        { tripId: trip.id, amount: 100, method: 'EFECTIVO' },
        undefined,
      );
      const { id } = await insertDocument(books, 50);
      const opened = await settle(books, id, testContext).catch((failure: unknown) => failure);
      await settle(books, id);
      expect(await stored(books, id)).toMatchObject({ allocated: 4_000, ledgerVersion: 1 });
      const key = invoiceKey(actor.teamId, id);
      const cancel = update(key, { set: { status: 'CANCELLED' } }, {}, () => new Error('gone'));
      await transact(table.testContext().context, [cancel]);
      await settle(books, id);
      expect((await stored(books, id)).allocated).toBe(0);
      if (opened !== undefined) throw opened;
    }));
});

test('tax 3.5: a payment that is moved keeps the identifier of its collection', async () => {
  const books = await openBooks();
  const { actor } = books;
  const [ofTrip, other] = [await insertOpen(books, 100), await insertOpen(books, 100, false)];
  const { id } = await collect(books, { allocations: [{ invoiceId: ofTrip.id, amount: 100 }] });
  const { use } = table.testContext();
  await use(replaceAllocations)(actor, id, [{ invoiceId: other.id, amount: 100 }]);
  await use(replaceAllocations)(actor, id, [
    { invoiceId: other.id, amount: 40 },
    { invoiceId: ofTrip.id, amount: 60 },
  ]);
  expect(await use(readCollection)(actor.teamId, id)).toMatchObject({ id, amount: 100, unallocated: 0 });
  await use(replaceAllocations)(actor, id, [{ invoiceId: ofTrip.id, amount: 100 }]);
  expect(await use(readCollection)(actor.teamId, id)).toMatchObject({ id, amount: 100, unallocated: 0 });
  expect(await table.partition(receivablesOf(actor.teamId).pk)).toMatchObject([{ invoiceId: other.id, paid: 0 }]);
  await expectSound(books);
});
