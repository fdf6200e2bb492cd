import { isDeepStrictEqual } from 'node:util';
import { allocatedStep, type OwedInvoice } from '../invoices/allocated';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { chargedOf, type Ledger, ledgerChange, ledgerUnchanged, open, raised } from '../invoices/ledger';
import { unchanged } from '../platform/table/expression';
import {
  create,
  deleteIfPresent,
  deleteItem,
  incrementIf,
  type Step,
  unexpectedConflict,
  update,
} from '../platform/table/steps';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import { clientCreditKey, documentReceivableKey } from '../trips/receivable';
import type { TripRecord } from '../trips/trip';
import { documentReceivableSteps, moneySteps } from '../trips/trip-money';
import { creditNoteSteps } from './credit-note-credit';
import { PAYMENT_AS_READ, paymentChange } from './due-receipt';
import {
  type Allocation,
  type KeptPayment,
  type PaymentPosition,
  type PaymentRecord,
  paymentIndexes,
  paymentKey,
  restOfPayment,
} from './payment';

/** The kind of the record that another request changed since it was read. */
type ChangedPart = 'document' | 'trip' | 'payment';

export class BooksChanged extends Error {
  constructor(readonly part: ChangedPart) {
    super(`A ${part} of the books changed since it was read.`);
  }
}

interface Pair<T> {
  readonly before: T;
  after: T;
}

interface PaymentPair {
  readonly at: PaymentPosition;
  readonly before: PaymentRecord | undefined;
  after: PaymentRecord | undefined;
}

/**
 * The changes of one transaction to documents, trips and payments that belong together: an allocation is entered at the
 * payment, the document and the trip, or at none. The records are those that were read; {@link steps} requires that
 * they are unchanged.
 */
export class Books {
  readonly #documents = new Map<string, Pair<OwedInvoice>>();
  readonly #trips = new Map<string, Pair<TripRecord>>();
  readonly #payments = new Map<string, PaymentPair>();

  constructor(
    readonly teamId: string,
    read: {
      readonly documents?: readonly OwedInvoice[];
      readonly trips?: readonly TripRecord[];
      readonly payments?: readonly KeptPayment[];
    },
  ) {
    for (const record of read.documents ?? []) this.#documents.set(record.id, { before: record, after: record });
    for (const trip of read.trips ?? []) this.#trips.set(trip.id, { before: trip, after: trip });
    for (const { at, record } of read.payments ?? []) this.#payments.set(at.id, { at, before: record, after: record });
  }

  document(id: string): OwedInvoice {
    return found(this.#documents.get(id)).after;
  }

  payment(id: string): PaymentRecord {
    return found(found(this.#payments.get(id)).after);
  }

  /** The payments as the transaction leaves them. */
  payments(): KeptPayment[] {
    return [...this.#payments.values()].flatMap(({ at, after }) => (after ? [{ at, record: after }] : []));
  }

  /** Registers a payment, or gives a payment another amount and trip. Its allocations stay. */
  setPayment(at: PaymentPosition, record: PaymentRecord): void {
    const pair = this.#payments.get(at.id);
    if (pair?.after) this.#pay(pair.after, -1);
    this.#payments.set(at.id, { at, before: pair?.before, after: record });
    this.#pay(record, 1);
  }

  /** Removes a payment without allocations from its collection. */
  removePayment(id: string): void {
    const pair = found(this.#payments.get(id));
    this.#pay(found(pair.after), -1);
    pair.after = undefined;
  }

  /** Keeps the payment, but it counts no longer. Its allocations must be released before. */
  voidPayment(id: string, voidedAt: string): void {
    const pair = found(this.#payments.get(id));
    const record = found(pair.after);
    this.#pay(record, -1);
    pair.after = { ...record, voidedAt };
  }

  /** Allocates a part of a payment to a document. */
  allocate(paymentId: string, invoiceId: string, cents: Cents): void {
    const { uuid, paymentMethod } = this.document(invoiceId);
    const allocation: Allocation = {
      invoiceId,
      ...(uuid && { uuid }),
      amount: pesosOf(cents),
      ...(paymentMethod === 'PPD' && { isPpd: true }),
    };
    const pair = found(this.#payments.get(paymentId));
    const record = found(pair.after);
    pair.after = { ...record, allocations: [...(record.allocations ?? []), allocation] };
    this.#enter(record.tripId, invoiceId, cents);
  }

  /** Releases the allocations of a payment that the filter selects. They become a rest of the payment. */
  release(paymentId: string, isReleased: (allocation: Allocation) => boolean): void {
    const pair = found(this.#payments.get(paymentId));
    const record = found(pair.after);
    const { allocations = [] } = record;
    for (const one of allocations.filter(isReleased)) this.#enter(record.tripId, one.invoiceId, -centsOf(one.amount));
    pair.after = { ...record, allocations: allocations.filter((one) => !isReleased(one)) };
  }

  /** Enters a document at its trip, when it is VALID. */
  openLedger(invoiceId: string): void {
    const pair = found(this.#documents.get(invoiceId));
    pair.after = { ...pair.after, ...raised(pair.before), isLedgerClosed: undefined };
    this.#bill(pair.after.tripId, 1, chargedOf(pair.after));
  }

  /** Takes a document from its trip that is not owed any more, when no allocation is left. */
  closeLedger(invoiceId: string): void {
    const pair = found(this.#documents.get(invoiceId));
    this.#bill(pair.after.tripId, -1, -chargedOf(pair.after));
    pair.after = { ...pair.after, ...raised(pair.before), isLedgerClosed: true, takesAdvances: undefined };
  }

  /** Notes whether the document is to be given further advances of its trip. */
  setTakesAdvances(invoiceId: string, takesAdvances: true | undefined): void {
    const pair = found(this.#documents.get(invoiceId));
    if (pair.after.takesAdvances === takesAdvances) return;
    pair.after = { ...pair.after, ...raised(pair.before), takesAdvances };
  }

  /** Enters the outcome of a credit note or a receipt. What the notes of a document take is not charged to its trip. */
  changeLedger(invoiceId: string, { credited, receipted, receiptCount, documentPending }: Ledger): void {
    const pair = found(this.#documents.get(invoiceId));
    const cents = (credited ?? 0) - (pair.after.credited ?? 0);
    pair.after = { ...pair.after, ...raised(pair.before), credited, receipted, receiptCount, documentPending };
    this.#bill(pair.after.tripId, 0, -cents);
  }

  /** All writes with their conditions. A failed condition is {@link BooksChanged}, or the given error. */
  steps(refused?: (part: ChangedPart) => Error): Step[] {
    const changed = (part: ChangedPart) => () => refused?.(part) ?? new BooksChanged(part);
    const documents = [...this.#documents.values()].flatMap((pair) => documentSteps(pair, changed('document')));
    const trips = [...this.#trips.values()].flatMap(({ before, after }) => moneySteps(before, after, changed('trip')));
    const payments = [...this.#payments.values()].flatMap((pair) => this.#paymentSteps(pair, changed('payment')));
    const changes = { documents: [...this.#documents.values()], payments: [...this.#payments.values()] };
    return [...documents, ...trips, ...payments, ...this.#creditSteps(), ...creditNoteSteps(this.teamId, changes)];
  }

  #paymentSteps({ at, before, after }: PaymentPair, changed: () => Error): Step[] {
    const key = paymentKey(this.teamId, at);
    if (isDeepStrictEqual(before, after)) return [];
    if (before === undefined)
      return after ? [create(key, after, unexpectedConflict('A payment'), paymentIndexes(this.teamId, at, after))] : [];
    const condition = unchanged(before, PAYMENT_AS_READ);
    if (after === undefined) return [deleteItem(key, condition, changed)];
    return [update(key, paymentChange(this.teamId, at, after), condition, changed)];
  }

  /** What clients paid on account: the rests of payments that are for no trip. */
  #creditSteps(): Step[] {
    const sums = new Map<string, Cents>();
    const add = (record: PaymentRecord | undefined, sign: number) => {
      const isOnAccount = record?.tripId === undefined && record?.voidedAt === undefined;
      if (record?.clientId === undefined || !isOnAccount) return;
      sums.set(record.clientId, (sums.get(record.clientId) ?? 0) + sign * restOfPayment(record));
    };
    for (const { before, after } of this.#payments.values()) {
      add(before, -1);
      add(after, 1);
    }
    return [...sums].flatMap(([clientId, inFavour]) =>
      inFavour === 0
        ? []
        : [
            incrementIf(
              clientCreditKey(this.teamId, clientId),
              { add: { inFavour }, set: { clientId } },
              {},
              unexpectedConflict('A credit'),
            ),
          ],
    );
  }

  #enter(tripId: string | undefined, invoiceId: string, cents: Cents): void {
    const pair = found(this.#documents.get(invoiceId));
    pair.after = { ...pair.after, allocated: pair.after.allocated + cents };
    this.#change(tripId, ({ applied = 0 }) => ({ applied: applied + cents }));
  }

  #pay({ tripId, amount }: PaymentRecord, sign: number): void {
    this.#change(tripId, ({ paid = 0 }) => ({ paid: pesosOf(centsOf(paid) + sign * centsOf(amount)) }));
  }

  #bill(tripId: string | undefined, count: number, cents: Cents): void {
    this.#change(tripId, ({ documents = 0, billed = 0 }) => ({ documents: documents + count, billed: billed + cents }));
  }

  #change(tripId: string | undefined, change: (trip: TripRecord) => Partial<TripRecord>): void {
    if (tripId === undefined) return;
    const pair = found(this.#trips.get(tripId));
    pair.after = { ...pair.after, ...change(pair.after) };
  }
}

/** The writes of a document. An allocation that is released and made again writes nothing. */
function documentSteps({ before, after }: Pair<OwedInvoice>, changed: () => Error): Step[] {
  const isSummaryChanged = before.ledgerVersion !== after.ledgerVersion;
  const isFirst = before.ledgerVersion === undefined;
  if (!isSummaryChanged && before.allocated === after.allocated) return [];
  const key = invoiceKey(after.teamId, after.id);
  return [
    ...(isSummaryChanged ? [update(key, ledgerChange(before, after), ledgerUnchanged(before), changed)] : []),
    ...(isFirst && after.allocated === 0 ? [] : [allocatedStep(before, after.allocated, changed)]),
    ...(after.isLedgerClosed ? closedSteps(after) : documentReceivableSteps(before, after)),
  ];
}

/** The status of a cancelled document changed before, so its receivable must go whatever the read record says. */
const closedSteps = ({ teamId, clientId, id }: InvoiceRecord): Step[] =>
  clientId === null ? [] : [deleteIfPresent(documentReceivableKey(teamId, clientId, id))];

/** The record must have been read before the books change it. */
function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('The books change a record that was not read.');
  return record;
}

/** Splits an amount over documents in their order, each up to its open amount. */
export function spread(cents: Cents, documents: readonly OwedInvoice[]): { invoiceId: string; cents: Cents }[] {
  let left = cents;
  return documents.flatMap((record) => {
    const part = Math.min(left, open(record));
    left -= Math.max(part, 0);
    return part > 0 ? [{ invoiceId: record.id, cents: part }] : [];
  });
}
