import { auditStep, type TeamActor } from '../audit/audit';
import type { OwedInvoice } from '../invoices/allocated';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { isLedgerOpen, isOwed, open } from '../invoices/ledger';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { transact } from '../platform/table/transact';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import type { TripRecord } from '../trips/trip';
import { Books } from './books';
import { collectionOf } from './collection';
import { wantedOf } from './collection-parts';
import { onFreshBooks } from './fresh-books';
import { type KeptPayment, type PaymentPosition, restOfPayment } from './payment';
import { allocatedTo, livePaymentsOfTrip, paymentsOfDocument, readDocuments, readTrips } from './read-books';
import { readKept } from './read-collection';
import { rewriteCollection } from './rewrite-collection';

/** The ledger does not yet say what the status says: it must be opened, given further advances, or closed. */
export const isLedgerDue = (record: InvoiceRecord): boolean =>
  isOwed(record) !== isLedgerOpen(record) || (isOwed(record) && record.takesAdvances === true);

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

export async function settleDocument(context: Context, actor: TeamActor, invoiceId: string): Promise<void> {
  await onFreshBooks(context, async () => {
    while (await settleOnce(context, actor, invoiceId));
  });
}

/**
 * Writes one transaction. Returns whether there may be more to do. Advances are taken until the trip has no more: one that is left later was taken
 * from the document by a member.
 */
async function settleOnce(context: Context, actor: TeamActor, invoiceId: string): Promise<boolean> {
  const [record] = await readDocuments(context, actor.teamId, [invoiceId]);
  if (record === undefined) return false;
  const isDue = isLedgerDue(record);
  if (!isOwed(record)) {
    if (isDue) await closeLedger(context, actor, record);
    return isDue;
  }
  const former = await formerOf(context, record);
  const portion = await readPortion(context, record, former, isDue && open(record) > 0);
  if (isDue || former || portion.payments.length > 0) {
    await take(context, actor, record, portion);
    return true;
  }
  return open(record) < 0 && cutBack(context, actor, record);
}

/** The payments of one transaction: those of the former document first, then the advances of the trip, the oldest first. */
interface Portion {
  readonly former: OwedInvoice | undefined;
  readonly trips: readonly TripRecord[];
  readonly payments: readonly KeptPayment[];
  /** The trip may have advances for which this transaction has no room. */
  readonly hasMore: boolean;
}

async function readPortion(
  context: Context,
  { teamId, tripId }: OwedInvoice,
  former: OwedInvoice | undefined,
  takesAdvances: boolean,
): Promise<Portion> {
  if (!former && !takesAdvances) return { former, trips: [], payments: [], hasMore: false };
  const trips = await readTrips(context, teamId, [tripId]);
  const moved = former ? await paymentsOfDocument(context, former) : [];
  const hasAdvances = takesAdvances && trips.some(({ paid = 0, applied = 0 }) => centsOf(paid) > applied);
  const ofTrip = hasAdvances && tripId ? await livePaymentsOfTrip(context, teamId, tripId) : [];
  const isMoved = new Set(moved.map(({ at }) => at.id));
  const advances = ofTrip.filter(({ at, record }) => restOfPayment(record) > 0 && !isMoved.has(at.id));
  const all = [...moved, ...advances];
  return { former, trips, payments: all.slice(0, MOST_AT_ONCE), hasMore: takesAdvances && all.length > MOST_AT_ONCE };
}

/**
 * Opens the ledger, if it is not open, and gives the document the payments of a portion. The allocations of the former document move as they are: what
 * a client has left on account is allocated by hand. What is left of a payment for the trip is an advance.
 */
async function take(
  context: Context,
  actor: TeamActor,
  record: OwedInvoice,
  { former, trips, payments, hasMore }: Portion,
): Promise<void> {
  const { teamId, id, tripId } = record;
  const books = new Books(teamId, { documents: former ? [record, former] : [record], trips, payments });
  if (!isLedgerOpen(record)) books.openLedger(id);
  let left = open(record);
  for (const payment of payments) {
    const moved = former ? allocatedTo(payment, former.id) : 0;
    if (moved > 0) books.release(payment.at.id, ({ invoiceId }) => invoiceId === former?.id);
    const cents = Math.min(left, tripId === undefined ? moved : restOfPayment(books.payment(payment.at.id)));
    if (cents > 0) books.allocate(payment.at.id, id, cents);
    left -= Math.max(cents, 0);
  }
  books.setTakesAdvances(id, hasMore && left > 0 ? true : undefined);
  if (former && books.document(former.id).allocated === 0) books.closeLedger(former.id);
  await transact(context, [...books.steps(), ...auditSteps(context, actor, record, left)]);
}

/**
 * The document that this one substitutes, while its ledger is open. Its allocations move to this one. With another client
 * or trip they are given back instead.
 */
async function formerOf(context: Context, record: InvoiceRecord): Promise<OwedInvoice | undefined> {
  const { teamId, replaces } = record;
  const [former] = replaces === undefined ? [] : await readDocuments(context, teamId, [replaces]);
  return former && isLedgerOpen(former) && isFormerOf(former, record) ? former : undefined;
}

const isFormerOf = (former: InvoiceRecord, { clientId, tripId }: InvoiceRecord): boolean =>
  former.isReplaced === true && former.clientId === clientId && former.tripId === tripId;

const auditSteps = (context: Context, actor: TeamActor, record: OwedInvoice, left: number) =>
  left === open(record)
    ? []
    : [auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'ALLOCATE' })];

/** Gives allocations back in several transactions when there are many. The ledger is closed by the last one. */
async function closeLedger(context: Context, actor: TeamActor, record: OwedInvoice): Promise<void> {
  const { teamId, id, tripId, replacedBy } = record;
  const [substitute] = record.isReplaced && replacedBy ? await readDocuments(context, teamId, [replacedBy]) : [];
  if (substitute && isOwed(substitute)) {
    // The substitute takes the allocations, so its ledger is opened first, with the advances of its trip.
    if (isLedgerDue(substitute)) return settleDocument(context, actor, substitute.id);
    if (isFormerOf(record, substitute))
      return take(context, actor, substitute, await readPortion(context, substitute, record, false));
  }
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
