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

/** A list or report reads at most this many payments. Above it the answer asks for a narrower range. */
export const MAXIMUM_PAYMENTS = 10_000;

/** Body of POST /teams/{teamId}/payments. Default of `paidAt` is now. */
export const NewPayment = v.object({
  tripId: Uuid,
  amount: v.pipe(Pesos, v.minValue(0.01, 'Send more than 0.')),
  paidAt: v.optional(Instant),
  method: v.picklist(PAYMENT_METHODS),
  reference: v.optional(Line(100)),
  notes: v.optional(Lines()),
});
export type NewPayment = v.InferOutput<typeof NewPayment>;

/** The answered payment. `id` and `paymentId` are equal. The client is the client of the trip at that time. */
export const Payment = v.object({
  id: Uuid,
  paymentId: Uuid,
  teamId: Uuid,
  ...NewPayment.entries,
  paidAt: Instant,
  /** Payments of an older release may have none. */
  method: v.optional(NewPayment.entries.method),
  clientId: v.optional(Uuid),
  clientName: v.optional(v.string()),
  registeredBy: Uuid,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Payment = v.InferOutput<typeof Payment>;

/** The stored payment, without the fields of its key, because a list is paid by the byte. `updatedAt` is `createdAt`: a payment never changes. */
export const PaymentRecord = v.omit(Payment, ['id', 'paymentId', 'teamId', 'paidAt', 'updatedAt']);
export type PaymentRecord = v.InferOutput<typeof PaymentRecord>;

/** The position of a payment in the list of its team: by `paidAt`, then by identifier. */
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

/** The balance of a trip: revenue minus payments. `invoicedTotal` is not part of the balance. */
export const TripBalance = v.object({
  tripId: Uuid,
  revenue: v.number(),
  invoicedTotal: v.number(),
  paid: v.number(),
  balance: v.number(),
  payments: v.array(Payment),
});

/** Payments in order of `paidAt`, so that the cost of a range depends on its result. */
export const paymentKey = (teamId: string, { id, paidAt }: PaymentPosition) =>
  key(PaymentRecord, paymentsOf(teamId).pk, `${paidAt}#${id}`);
export const paymentsOf = (teamId: string) => ({ schema: PaymentRecord, pk: `TEAM#${teamId}#PAYMENTS` as const });
export const paymentPositionOf = (position: string): PaymentPosition => {
  const [paidAt = '', id = ''] = position.split('#');
  return { paidAt, id };
};
/** The position of a payment by its identifier. The index groups the payments of a trip. */
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
