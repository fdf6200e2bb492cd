import type { InvoiceRecord } from '../invoices/invoice-record';
import type { Context } from '../platform/runtime/context';
import { type Cents, centsOf } from '../platform/values/money';
import type { AllocationInput, KeptPayment, PaymentPlace, PaymentPosition } from './payment';

export interface Wanted {
  readonly invoiceId: string;
  readonly cents: Cents;
  /** A receipt contains it: it stays. */
  readonly isKept?: boolean;
}

/** What a collection pays of one trip, or of none. */
export interface Part {
  readonly tripId: string | undefined;
  readonly cents: Cents;
  readonly allocations: readonly Wanted[];
}

export const NO_PART: Part = { tripId: undefined, cents: 0, allocations: [] };

export const wantedOf = (allocations: readonly AllocationInput[]): Wanted[] =>
  allocations.map(({ invoiceId, amount }) => ({ invoiceId, cents: centsOf(amount) }));

/** The payments of a collection: one for each trip of its documents, and one for what is for no trip, or for the trip that was named. */
export function partsOf(
  total: Cents,
  wanted: readonly Wanted[],
  documents: readonly InvoiceRecord[],
  forTrip: string | undefined,
): Part[] {
  const shares = new Map<string | undefined, Wanted[]>();
  for (const one of wanted) {
    const tripId = documents.find(({ id }) => id === one.invoiceId)?.tripId;
    shares.set(tripId, [...(shares.get(tripId) ?? []), one]);
  }
  const sum = (some: readonly Wanted[]) => some.reduce((cents, one) => cents + one.cents, 0);
  const rest = total - sum(wanted);
  if (rest > 0 && !shares.has(forTrip)) shares.set(forTrip, []);
  return [...shares].map(([tripId, allocations]) => ({
    tripId,
    cents: sum(allocations) + (tripId === forTrip ? rest : 0),
    allocations,
  }));
}

export interface Placed {
  readonly at: PaymentPosition;
  readonly part: Part;
  readonly former: KeptPayment | undefined;
}

/** Finds a payment for each part. The first payment stays, because its identifier is the collection's. */
export function placeParts(
  context: Context,
  id: string,
  { paidAt }: PaymentPlace,
  payments: readonly KeptPayment[],
  parts: readonly Part[],
): Placed[] {
  const ofTrip = (tripId: string | undefined) => payments.find(({ record }) => record.tripId === tripId);
  const first = payments[0];
  const forFirst =
    parts.find(({ tripId }) => tripId === first?.record.tripId) ??
    parts.find(({ tripId }) => ofTrip(tripId) === undefined) ??
    parts[0];
  const others = parts.filter((part) => part !== forFirst);
  return [
    ...(forFirst ? [{ at: { id, paidAt }, part: forFirst, former: first }] : []),
    ...others.map((part) => {
      const former = ofTrip(part.tripId);
      const isFree = former !== undefined && former.at.id !== id;
      return {
        at: isFree ? former.at : { id: context.newId(), paidAt, collectionId: id },
        part,
        former: isFree ? former : undefined,
      };
    }),
  ];
}
