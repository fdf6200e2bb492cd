import * as v from 'valibot';
import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { Instant, Line, Lines, Uuid } from '../platform/values/fields';
import { Pesos } from '../platform/values/money';

export const PAYMENT_METHODS = [
  'EFECTIVO',
  'TRANSFERENCIA',
  'CHEQUE',
  'DEPOSITO',
  'TARJETA_CREDITO',
  'TARJETA_DEBITO',
  'OTRO',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** A list or report reads at most so many payments, and asks for a narrower range beyond. */
export const MAXIMUM_PAYMENTS = 10_000;

/** Body of POST /teams/{teamId}/payments. It was collected now unless said. */
export const NewPayment = v.object({
  tripId: Uuid,
  amount: v.pipe(Pesos, v.minValue(0.01, 'Send more than 0.')),
  paidAt: v.optional(Instant),
  method: v.optional(v.picklist(PAYMENT_METHODS)),
  reference: v.optional(Line(100)),
  notes: v.optional(Lines()),
});
export type NewPayment = v.InferOutput<typeof NewPayment>;

/** docs/spec/interface.md §2.8. `id` and `paymentId` are the same; the client is that of the trip, as it was then. */
export const Payment = v.object({
  id: Uuid,
  paymentId: Uuid,
  teamId: Uuid,
  ...NewPayment.entries,
  paidAt: Instant,
  clientId: v.optional(Uuid),
  clientName: v.optional(v.string()),
  registeredBy: Uuid,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Payment = v.InferOutput<typeof Payment>;

/** The payment as it is kept: less what its key tells, and `updatedAt`, because a payment is voided but never changed. A list is paid by the byte. */
export const PaymentRecord = v.omit(Payment, ['id', 'paymentId', 'teamId', 'paidAt', 'updatedAt']);
export type PaymentRecord = v.InferOutput<typeof PaymentRecord>;

/** Where a payment stands among those of its team: newest `paidAt` first, the identifier deciding between equals. */
export interface PaymentPosition {
  readonly id: string;
  readonly paidAt: string;
}

export const paymentOf = (teamId: string, { id, paidAt }: PaymentPosition, record: PaymentRecord): Payment => ({
  id,
  paymentId: id,
  teamId,
  ...record,
  paidAt,
  updatedAt: record.createdAt,
});

/** What is still to be collected for a trip: revenue less payments; `invoicedTotal` informs. */
export const TripBalance = v.object({
  tripId: Uuid,
  revenue: v.number(),
  invoicedTotal: v.number(),
  paid: v.number(),
  balance: v.number(),
  payments: v.array(Payment),
});

/** Whole payments in order of `paidAt`: a range costs what it returns, and what the key tells is not kept twice. */
export const paymentKey = (teamId: string, { id, paidAt }: PaymentPosition) =>
  key(PaymentRecord, paymentsOf(teamId).pk, `${paidAt}#${id}`);
export const paymentsOf = (teamId: string) => ({ schema: PaymentRecord, pk: `TEAM#${teamId}#PAYMENTS` });
export const paymentPositionOf = (position: string): PaymentPosition => {
  const [paidAt = '', id = ''] = position.split('#');
  return { paidAt, id };
};
/** Where a payment stands, by its identifier; its index has those of a trip together. */
export const PaymentPlace = v.object({ tripId: Uuid, paidAt: Instant });
export const paymentPlaceKey = (teamId: string, paymentId: string) =>
  key(PaymentPlace, ofTeam(teamId), `PAYMENT#${paymentId}`);
export const paymentsOfTrip = (teamId: string, tripId: string) => ({
  gsi1pk: `TEAM#${teamId}#TRIP#${tripId}#PAYMENTS`,
});
export const paymentPlaceIndexes = (teamId: string, tripId: string, at: PaymentPosition): IndexKeys => ({
  ...paymentsOfTrip(teamId, tripId),
  gsi1sk: paymentKey(teamId, at).sk,
});
