import { auditStep, type TeamActor } from '../audit/audit';
import type { OwedInvoice } from '../invoices/allocated';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { invoiceKey } from '../invoices/invoice-record';
import { isLedgerOpen, isOwed, open } from '../invoices/ledger';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { transact } from '../platform/table/transact';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import { Books } from './books';
import { collectionOf } from './collection';
import { wantedOf } from './collection-parts';
import { onFreshBooks } from './fresh-books';
import { type KeptPayment, type PaymentPosition, restOfPayment } from './payment';
import { allocatedTo, livePaymentsOfTrip, paymentsOfDocument, readDocuments, readTrips } from './read-books';
import { readKept } from './read-collection';
import { rewriteCollection } from './rewrite-collection';

/** The ledger does not yet say what the status says: it must be opened, or closed. */
export const isLedgerDue = (record: InvoiceRecord): boolean => isOwed(record) !== isLedgerOpen(record);

/** One transaction changes at most this many payments. */
const MOST_AT_ONCE = 40;

/**
 * Brings the ledger of a document in line with its status, after the write that changed the status. A VALID document is
 * entered at its trip, and the trip's advances are allocated to it, the oldest first. A document that is not owed any
 * more gives its allocations back; one that a credit note reduced gives back what is beyond it. Repeating it changes nothing, so an interruption is repaired by the next call.
 */
export const settleLedger = capability(
  { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], gsi1: ['Query'] },
  (context) => (actor: TeamActor, invoiceId: string) => settleDocument(context, actor, invoiceId),
);

export const settleDocument = (context: Context, actor: TeamActor, invoiceId: string): Promise<void> =>
  onFreshBooks(context, async () => {
    while (await settleOnce(context, actor, invoiceId));
  });

/** Returns whether it wrote something, so that there may be more to do. */
async function settleOnce(context: Context, actor: TeamActor, invoiceId: string): Promise<boolean> {
  const [record] = await readDocuments(context, actor.teamId, [invoiceId]);
  if (record === undefined) return false;
  if (!isLedgerDue(record)) return open(record) < 0 && cutBack(context, actor, record);
  await (isOwed(record) ? openLedger : closeLedger)(context, actor, record);
  return true;
}

async function openLedger(context: Context, actor: TeamActor, record: OwedInvoice): Promise<void> {
  const { teamId, id, tripId } = record;
  const former = await formerOf(context, record);
  const trips = await readTrips(context, teamId, [tripId]);
  const hasAdvances = trips.some(({ paid = 0 }) => paid > 0);
  const ofTrip = hasAdvances && tripId ? await livePaymentsOfTrip(context, teamId, tripId) : [];
  const ofFormer = former && tripId === undefined ? await paymentsOfDocument(context, former) : [];
  const payments = [...ofTrip, ...ofFormer];
  const books = new Books(teamId, { documents: former ? [record, former] : [record], trips, payments });
  books.openLedger(id);
  if (former) moveFrom(books, former, payments);
  let left = open(record);
  for (const { at } of payments.slice(0, MOST_AT_ONCE)) {
    const cents = Math.min(left, restOfPayment(books.payment(at.id)));
    if (cents > 0) books.allocate(at.id, id, cents);
    left -= Math.max(cents, 0);
  }
  await transact(context, [...books.steps(), ...auditSteps(context, actor, record, left)]);
}

/**
 * The document that this one substitutes, while its ledger is open. Its allocations move to this one. With another client
 * or trip they are given back instead.
 */
async function formerOf(context: Context, { teamId, replaces, clientId, tripId }: InvoiceRecord) {
  const [former] = replaces === undefined ? [] : await readDocuments(context, teamId, [replaces]);
  const isOpen = former?.isReplaced && isLedgerOpen(former);
  return isOpen && former.clientId === clientId && former.tripId === tripId ? former : undefined;
}

function moveFrom(books: Books, former: OwedInvoice, payments: readonly KeptPayment[]): void {
  for (const payment of payments)
    if (allocatedTo(payment, former.id) > 0) books.release(payment.at.id, ({ invoiceId }) => invoiceId === former.id);
  if (books.document(former.id).allocated === 0) books.closeLedger(former.id);
}

const auditSteps = (context: Context, actor: TeamActor, record: OwedInvoice, left: number) =>
  left === open(record)
    ? []
    : [auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'ALLOCATE' })];

/** Gives allocations back in several transactions when there are many. The ledger is closed by the last one. */
async function closeLedger(context: Context, actor: TeamActor, record: OwedInvoice): Promise<void> {
  const { teamId, id, tripId, replacedBy } = record;
  // The substitute takes the allocations, so its ledger is opened first.
  if (record.isReplaced && replacedBy && (await isNotOpened(context, teamId, replacedBy)))
    return settleDocument(context, actor, replacedBy);
  const all = await paymentsOfDocument(context, record);
  // Money that was received for no trip goes back to what its collection has for no trip.
  const foreign = all.find((payment) => payment.record.tripId !== payment.record.forTrip);
  if (foreign) return giveBack(context, actor, foreign.at, id, Number.POSITIVE_INFINITY);
  const payments = all.slice(0, MOST_AT_ONCE);
  const trips = await readTrips(context, teamId, [tripId]);
  const books = new Books(teamId, { documents: [record], trips, payments });
  for (const payment of payments) books.release(payment.at.id, ({ invoiceId }) => invoiceId === id);
  if (payments.length === all.length) books.closeLedger(id);
  await transact(context, books.steps());
}

/**
 * Takes back what a credit note left beyond the document, from the newest payment whose allocation no receipt contains.
 * Returns false when receipts contain all of it.
 */
async function cutBack(context: Context, actor: TeamActor, record: OwedInvoice): Promise<boolean> {
  const payments = await paymentsOfDocument(context, record);
  const newest = payments.findLast((payment) =>
    payment.record.allocations?.some((one) => one.invoiceId === record.id && one.receiptId === undefined),
  );
  if (newest) await giveBack(context, actor, newest.at, record.id, -open(record));
  return newest !== undefined;
}

/** Rewrites a collection with up to so many cents less for a document. */
async function giveBack(
  context: Context,
  { id, teamId }: TeamActor,
  { id: paymentId, collectionId = paymentId }: PaymentPosition,
  invoiceId: string,
  cents: Cents,
): Promise<void> {
  const { place, payments } = await readKept(context, teamId, collectionId);
  const { allocations, amount } = collectionOf(teamId, payments);
  const ids = allocations.map((one) => one.invoiceId);
  const documents = await readDocuments(context, teamId, ids);
  const kept = allocations.flatMap((one) => {
    const left = one.invoiceId === invoiceId ? centsOf(one.amount) - cents : centsOf(one.amount);
    return one.receiptId === undefined && left > 0 ? [{ ...one, amount: pesosOf(left) }] : [];
  });
  const forTrip = payments[0]?.record.forTrip;
  const collection = { id: collectionId, place, payments, documents, forTrip };
  await rewriteCollection(context, { id, teamId }, collection, wantedOf(kept), centsOf(amount));
}

async function isNotOpened(context: Context, teamId: string, invoiceId: string): Promise<boolean> {
  const record = await getItem(context, invoiceKey(teamId, invoiceId));
  return record !== undefined && isOwed(record) && record.ledgerVersion === undefined;
}
