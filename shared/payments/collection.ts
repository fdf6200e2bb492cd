import * as v from 'valibot';
import { Instant, Uuid } from '../platform/values/fields';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import { refusingUnknown } from '../platform/values/unknown-fields';
import {
  Allocation,
  AllocationsInput,
  CREDIT_KINDS,
  type KeptPayment,
  NewCollection,
  OWN_FIELDS,
  PAYMENT_METHODS,
  type PaymentRecord,
  restOfPayment,
  shownAllocation,
} from './payment';

/** A collection: money that a client paid, with the documents that it pays. */
export const Collection = v.object({
  id: Uuid,
  teamId: Uuid,
  clientId: v.optional(Uuid),
  clientName: v.optional(v.string()),
  /** MXN that the customer paid. */
  amount: v.number(),
  /** The instant, in UTC, at which the money arrived. */
  paidAt: Instant,
  /** How it was paid. Absent in records of an older release. */
  method: v.optional(v.picklist(PAYMENT_METHODS)),
  /** A key of c_FormaPago, such as 03 (Transferencia electrónica de fondos). Absent where the method says nothing about it. */
  paymentForm: v.optional(v.string()),
  /** The number of the transfer or cheque. Absent without one. */
  reference: v.optional(v.string()),
  notes: v.optional(v.string()),
  /** No money arrived: it was paid with the client's credit of this kind. */
  creditKind: v.optional(v.picklist(CREDIT_KINDS)),
  /** The documents that the money pays. */
  allocations: v.array(
    v.object({ paymentId: Uuid, tripId: v.optional(Uuid), ...v.omit(Allocation, OWN_FIELDS).entries }),
  ),
  /** MXN that pay no document: money on account. */
  unallocated: v.number(),
  registeredBy: Uuid,
  createdAt: Instant,
  voidedAt: v.optional(Instant),
});
export type Collection = v.InferOutput<typeof Collection>;

/** A client may send back the collection that it read. */
export const NewCollectionBody = refusingUnknown(NewCollection, { answer: () => Collection });
export const AllocationsBody = refusingUnknown(
  v.object({
    /** The documents that the money pays from now on. With an empty list all that is in no receipt becomes money on account. */
    allocations: AllocationsInput,
  }),
  {
    answer: () => Collection,
  },
);

/** The collection of its payments, the first one first. */
export function collectionOf(teamId: string, payments: readonly KeptPayment[]): Collection {
  const [first] = payments;
  if (first === undefined) throw new Error('A collection has at least one payment.');
  const { clientId, clientName, method, paymentForm, reference, notes, creditKind, registeredBy } = first.record;
  const { createdAt, voidedAt } = first.record;
  const sum = (part: (record: PaymentRecord) => Cents) =>
    pesosOf(payments.reduce((cents, { record }) => cents + part(record), 0));
  return {
    id: first.at.id,
    teamId,
    clientId,
    clientName,
    amount: sum(({ amount }) => centsOf(amount)),
    paidAt: first.at.paidAt,
    method,
    paymentForm,
    reference,
    notes,
    creditKind,
    allocations: payments.flatMap(({ at, record: { tripId, allocations = [] } }) =>
      allocations.map((allocation) => ({ paymentId: at.id, tripId, ...shownAllocation(allocation) })),
    ),
    unallocated: sum(restOfPayment),
    registeredBy,
    createdAt,
    voidedAt,
  };
}
