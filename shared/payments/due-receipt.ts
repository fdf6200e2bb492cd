import type { Change } from '../platform/table/expression';
import type { IndexKeys } from '../platform/table/keys';
import { localDay, nextMonth } from '../platform/values/calendar';
import {
  type Allocation,
  type PaymentPosition,
  type PaymentRecord,
  paymentKey,
  paymentsOfClient,
  paymentsOfTrip,
  type ReceiptStatus,
} from './payment';

/** Which payments need a receipt of payment, and until when. */

/** The allocation needs a receipt of payment, and no live receipt contains it. */
export const needsReceipt = ({ isPpd, receiptId }: Allocation): boolean => isPpd === true && receiptId === undefined;

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

/**
 * The payments that need a receipt, of all teams. Sixteen partitions spread the writes: the last digit of the team's id
 * selects one. A partition lists its teams one behind the other, and each team's payments by `paidAt`.
 */
export const RECEIPTS_DUE_PARTITIONS = Array.from('0123456789abcdef', (digit) => `RECEIPTS_DUE#${digit}`);
export const receiptsDueOf = (teamId: string) => ({
  gsi2pk: `RECEIPTS_DUE#${teamId.slice(-1)}`,
  prefix: `${teamId}#`,
});

/**
 * `gsi1` groups the payments of a trip, and those of a client without a trip. Payments of an older release have it at
 * their place. `gsi2` lists the payments that need a receipt.
 */
export function paymentIndexes(teamId: string, at: PaymentPosition, record: PaymentRecord): IndexKeys {
  const { tripId, clientId, allocations = [] } = record;
  const { sk } = paymentKey(teamId, at);
  const { gsi2pk, prefix } = receiptsDueOf(teamId);
  const due = allocations.some(needsReceipt) ? { gsi2pk, gsi2sk: `${prefix}${sk}` } : {};
  if (tripId !== undefined) return { ...paymentsOfTrip(teamId, tripId), gsi1sk: sk, ...due };
  return clientId === undefined ? due : { ...paymentsOfClient(teamId, clientId), gsi1sk: sk, ...due };
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
