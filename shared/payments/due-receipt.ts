import type { Change } from '../platform/table/expression';
import { localDay, nextMonth } from '../platform/values/calendar';
import { needsReceipt, type PaymentPosition, type PaymentRecord, paymentIndexes, type ReceiptStatus } from './payment';

/** Which payments need a receipt of payment, and until when. */

const DAYS_FOR_RECEIPT = 5;

/** The last day for the receipt of a payment: the fifth of the month after it (RMF 2.7.1.32), in the team's zone. */
export function receiptDueOn(paidAt: string, timeZone: string): string {
  const month = localDay(new Date(paidAt), timeZone).slice(0, 7);
  return `${nextMonth(month)}-0${DAYS_FOR_RECEIPT}`;
}

/** NONE: no document is PPD. Of several allocations the one that is least far counts. */
export function receiptStatusOf(
  { allocations = [] }: Pick<PaymentRecord, 'allocations'>,
  paidAt: string,
  now: Date,
  timeZone: string,
): ReceiptStatus {
  const ppd = allocations.filter(({ isPpd }) => isPpd);
  if (ppd.length === 0) return 'NONE';
  const due = ppd.filter(needsReceipt);
  if (due.length === 0) return ppd.some(({ isReceiptPending }) => isReceiptPending) ? 'PENDING' : 'VALID';
  if (due.every(({ draftId }) => draftId !== undefined)) return 'DRAFT';
  return localDay(now, timeZone) > receiptDueOn(paidAt, timeZone) ? 'LATE' : 'DUE';
}

/** What a write to a payment requires to be as it was read. */
export const PAYMENT_AS_READ = ['amount', 'tripId', 'allocations', 'voidedAt'] as const;

/** The change that writes amount, trip, allocations and their indexes of a payment. */
export function paymentChange(teamId: string, at: PaymentPosition, after: PaymentRecord): Change {
  const indexes = after.voidedAt === undefined ? paymentIndexes(teamId, at, after) : {};
  const { amount, tripId, allocations, voidedAt } = after;
  const { gsi1pk, gsi1sk, gsi2pk, gsi2sk } = indexes;
  const gone = Object.entries({ tripId, gsi1pk, gsi1sk, gsi2pk, gsi2sk });
  const remove = gone.flatMap(([name, value]) => (value === undefined ? [name] : []));
  return { set: { amount, tripId, allocations, voidedAt, ...indexes }, remove };
}
