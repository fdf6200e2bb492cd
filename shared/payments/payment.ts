import * as v from 'valibot';
import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { ExternalKey } from '../platform/values/external-id';
import { Instant, Line, Lines, Uuid } from '../platform/values/fields';
import { type Cents, centsOf, Pesos } from '../platform/values/money';
import { said } from '../platform/values/text';

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

/** SAT c_FormaPago, as the collection was paid. DEPOSITO and OTRO say nothing about it, so a receipt of payment needs this field. */
const TWO_DIGITS = said({
  en: 'Send two digits of the catalogue c_FormaPago.',
  es: 'Envíe dos dígitos del catálogo c_FormaPago.',
});
const PaymentForm = v.optional(v.pipe(v.string(), v.regex(/^\d{2}$/, TWO_DIGITS)));
const Amount = v.pipe(Pesos, v.minValue(0.01, said({ en: 'Send more than 0.', es: 'Envíe más de 0.' })));

/** What a member says about received money. Default of `paidAt` is now. */
const Received = {
  /**
   * MXN that arrived.
   * @example 26400
   */
  amount: Amount,
  /**
   * When the money arrived. Absent: now.
   * @example 2026-03-02T18:30:00Z
   */
  paidAt: v.optional(Instant),
  /** How it was paid. */
  method: v.picklist(PAYMENT_METHODS),
  /**
   * How it was paid for the SAT: a key of c_FormaPago, such as 03 (Transferencia electrónica de fondos). Absent: follows from `method`, except for DEPOSITO and OTRO.
   * @example 03
   */
  paymentForm: PaymentForm,
  /**
   * The number of the transfer or cheque.
   * @example SPEI 8801245
   */
  reference: v.optional(Line(100)),
  notes: v.optional(Lines()),
};

/** Body of POST /teams/{teamId}/payments. */
export const NewPayment = v.object({ tripId: Uuid, ...Received, ...ExternalKey });
export type NewPayment = v.InferOutput<typeof NewPayment>;

/** A collection, and a receipt of payment, have at most this many documents. */
export const MAXIMUM_DOCUMENTS = 40;

/** An allocation in a request. */
export const AllocationInput = v.object({
  invoiceId: Uuid,
  /** MXN of the collection that pay this document. */
  amount: Amount,
});
export type AllocationInput = v.InferOutput<typeof AllocationInput>;
export const AllocationsInput = v.pipe(
  v.array(AllocationInput),
  v.maxLength(
    MAXIMUM_DOCUMENTS,
    said({
      en: `Send at most ${MAXIMUM_DOCUMENTS} documents. Register the rest as another collection.`,
      es: `Envíe como máximo ${MAXIMUM_DOCUMENTS} comprobantes. Registre el resto como otro cobro.`,
    }),
  ),
);

/** Body of POST /teams/{teamId}/collections. Without `allocations` the money goes to the oldest open documents. */
export const NewCollection = v.object({
  clientId: Uuid,
  ...Received,
  /** The documents that the money pays. Absent: the oldest open ones first. */
  allocations: v.optional(AllocationsInput),
});
export type NewCollection = v.InferOutput<typeof NewCollection>;

/** The part of a payment that pays a document. */
export const Allocation = v.object({
  invoiceId: Uuid,
  uuid: v.optional(Uuid),
  /** MXN that pay this document. */
  amount: v.number(),
  /** The document is PPD: the allocation needs a receipt of payment. */
  isPpd: v.optional(v.literal(true)),
  /** The live receipt that contains the allocation: one that is being stamped, or has a document. */
  receiptId: v.optional(Uuid),
  /** The receipt is being stamped. */
  isReceiptPending: v.optional(v.literal(true)),
  /** The newest draft of a receipt that contains the allocation. */
  draftId: v.optional(Uuid),
});
export type Allocation = v.InferOutput<typeof Allocation>;

/** The fields of an allocation that answers do not show. */
export const OWN_FIELDS = ['isPpd', 'isReceiptPending', 'draftId'] as const;

export function shownAllocation({ isPpd, isReceiptPending, draftId, ...allocation }: Allocation) {
  return allocation;
}

/** The credits of a client that a collection can pay with. */
export const CREDIT_KINDS = ['CREDIT_NOTE'] as const;

const RECEIPT_STATUSES = ['NONE', 'DUE', 'DRAFT', 'PENDING', 'VALID', 'LATE'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** A payment. `id` and `paymentId` are equal. A payment for a trip has the client of the trip at that time. */
export const Payment = v.object({
  id: Uuid,
  paymentId: Uuid,
  teamId: Uuid,
  ...NewPayment.entries,
  /** The trip. Absent for money on account, and for documents without a trip. */
  tripId: v.optional(Uuid),
  /** The instant, in UTC, at which the money arrived. */
  paidAt: Instant,
  /** How it was paid. Payments of an older release may have none. */
  method: v.optional(NewPayment.entries.method),
  clientId: v.optional(Uuid),
  clientName: v.optional(v.string()),
  /** The collection to which the payment belongs. It is the identifier of its first payment. */
  collectionId: v.optional(Uuid),
  /** The documents that the payment pays. Absent: none. */
  allocations: v.optional(v.array(v.omit(Allocation, OWN_FIELDS))),
  /** Whether the payment has its receipt of payment (REP). Absent in records of an older release. */
  receiptStatus: v.optional(v.picklist(RECEIPT_STATUSES)),
  /** No money arrived: it was paid with the client's credit of this kind. */
  creditKind: v.optional(v.picklist(CREDIT_KINDS)),
  registeredBy: Uuid,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Payment = v.InferOutput<typeof Payment>;

/** A payment that is for a trip. */
export const PaymentOfTrip = v.object({ ...Payment.entries, tripId: Uuid });
export type PaymentOfTrip = v.InferOutput<typeof PaymentOfTrip>;

/** The stored payment, without the fields of its key, because a list is paid by the byte. */
export const PaymentRecord = v.object({
  ...v.omit(Payment, ['id', 'paymentId', 'teamId', 'paidAt', 'updatedAt', 'collectionId', 'receiptStatus']).entries,
  allocations: v.optional(v.array(Allocation)),
  /** The trip for which the money was registered: what is not allocated stays on it. */
  forTrip: v.optional(Uuid),
  voidedAt: v.optional(Instant),
});
export type PaymentRecord = v.InferOutput<typeof PaymentRecord>;

/** The position of a payment in the list of its team: by `paidAt`, then by collection. The payments of a collection stand together. */
export interface PaymentPosition {
  readonly id: string;
  readonly paidAt: string;
  /** Absent for the first payment, whose identifier it is. */
  readonly collectionId?: string | undefined;
}

/** A stored payment with its position. */
export interface KeptPayment {
  readonly at: PaymentPosition;
  readonly record: PaymentRecord;
}

export const paymentOf = (
  teamId: string,
  at: PaymentPosition,
  record: PaymentRecord,
  receiptStatus: ReceiptStatus = 'NONE',
): Payment => {
  const { allocations = [], voidedAt: _, forTrip: __, ...shown } = record;
  return {
    id: at.id,
    paymentId: at.id,
    teamId,
    ...shown,
    paidAt: at.paidAt,
    collectionId: at.collectionId ?? at.id,
    allocations: allocations.map(shownAllocation),
    receiptStatus,
    updatedAt: record.createdAt,
  };
};

/** The allocated cents of a payment. */
const allocatedOf = ({ allocations = [] }: Pick<PaymentRecord, 'allocations'>): Cents =>
  allocations.reduce((sum, { amount }) => sum + centsOf(amount), 0);

/** The cents of a payment that are not allocated. */
export const restOfPayment = (record: Pick<PaymentRecord, 'amount' | 'allocations'>): Cents =>
  centsOf(record.amount) - allocatedOf(record);

/** A document of a trip in its balance. */
const TripDocument = v.object({
  invoiceId: Uuid,
  uuid: v.nullable(Uuid),
  /** MXN of the document. */
  total: v.number(),
  /** MXN of its credit notes in force. */
  credited: v.number(),
  /** MXN of payments that are allocated to it. */
  allocated: v.number(),
  /** MXN that are still to be paid of it. */
  open: v.number(),
});

/** The balance of a trip: its documents less its payments. `invoicedTotal` is not part of the balance. */
export const TripBalance = v.object({
  tripId: Uuid,
  /** MXN that the trip earns before taxes, by its plan. */
  revenue: v.number(),
  /** MXN of the trip’s documents in force. */
  invoicedTotal: v.number(),
  /** MXN that the customer has to pay: of its documents, or of the draft. */
  due: v.number(),
  /** true: no document is stamped yet, so `due` is the total of the draft. */
  isEstimate: v.boolean(),
  /** MXN that were paid for the trip. */
  paid: v.number(),
  /** `due` less `paid`, in MXN. Negative: paid too much. */
  balance: v.number(),
  /** The trip’s tax documents. */
  documents: v.array(TripDocument),
  /** The trip’s payments that count. */
  payments: v.array(PaymentOfTrip),
});

/** Payments in order of `paidAt`, so that the cost of a range depends on its result. */
export const paymentKey = (teamId: string, { id, paidAt, collectionId = id }: PaymentPosition) =>
  key(
    PaymentRecord,
    paymentsOf(teamId).pk,
    collectionId === id ? `${paidAt}#${id}` : `${paidAt}#${collectionId}#${id}`,
  );
export const paymentsOf = (teamId: string) => ({ schema: PaymentRecord, pk: `TEAM#${teamId}#PAYMENTS` as const });
export const paymentPositionOf = (position: string): PaymentPosition => {
  const [paidAt = '', collectionId = '', id] = position.split('#');
  return id === undefined ? { paidAt, id: collectionId } : { paidAt, id, collectionId };
};
/** The position of a collection by its identifier, and the identifiers of its further payments. */
export const PaymentPlace = v.object({
  tripId: v.optional(Uuid),
  paidAt: Instant,
  further: v.optional(v.array(Uuid)),
  voidedAt: v.optional(Instant),
});
export type PaymentPlace = v.InferOutput<typeof PaymentPlace>;
export const paymentPlaceKey = (teamId: string, paymentId: string) =>
  key(PaymentPlace, ofTeam(teamId), `PAYMENT#${paymentId}`);
/** The positions of a collection's payments, the first one first. */
export const positionsOf = (id: string, { paidAt, further = [] }: PaymentPlace): PaymentPosition[] => [
  { id, paidAt },
  ...further.map((one) => ({ id: one, paidAt, collectionId: id })),
];

export const paymentsOfTrip = (teamId: string, tripId: string) => ({
  gsi1pk: `TEAM#${teamId}#TRIP#${tripId}#PAYMENTS`,
});
/** The payments of a client that are for no trip. */
export const paymentsOfClient = (teamId: string, clientId: string) => ({
  gsi1pk: `TEAM#${teamId}#CLIENT#${clientId}#PAYMENTS`,
});
/** The allocation needs a receipt of payment, and no live receipt contains it. */
export const needsReceipt = ({ isPpd, receiptId }: Allocation): boolean => isPpd === true && receiptId === undefined;

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
