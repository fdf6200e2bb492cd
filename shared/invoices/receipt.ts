import * as v from 'valibot';
import { Instant, Uuid } from '../platform/values/fields';

/** A tax of a line: base and rate have up to six decimals. */
export const ReceiptTax = v.object({
  /** Which tax. */
  type: v.picklist(['IVA', 'ISR']),
  /** The rate, such as 0.16. */
  rate: v.number(),
  /** true: the customer withholds it. false: it is added. */
  withholding: v.boolean(),
  /** MXN to which the rate applies. */
  base: v.number(),
});
export type ReceiptTax = v.InferOutput<typeof ReceiptTax>;

/**
 * A document that a payment of a receipt pays (DoctoRelacionado). `lastBalance` is what was open before this line and
 * `balance` what is open after it. In a draft, installment, balances and taxes are a preview: the stamp numbers them.
 */
export const ReceiptDocument = v.object({
  invoiceId: Uuid,
  uuid: Uuid,
  /** The series of the paid document. Absent without one. */
  series: v.optional(v.string()),
  /** The folio of the paid document. Absent without one. */
  folio: v.optional(v.string()),
  /** The number of this payment of the document, counted from 1 (NumParcialidad). */
  installment: v.number(),
  /** MXN that were open before this payment. */
  lastBalance: v.number(),
  /** MXN that this payment pays of it. */
  amount: v.number(),
  /** MXN that stay open after this payment. */
  balance: v.number(),
  /** The part of each tax in what was paid. */
  taxes: v.array(ReceiptTax),
});
export type ReceiptDocument = v.InferOutput<typeof ReceiptDocument>;

/** A payment of a receipt (Pago): one for each collection. */
export const ReceiptPayment = v.object({
  collectionId: Uuid,
  /** How it was paid: a key of c_FormaPago, such as 03 (Transferencia electrónica de fondos). */
  paymentForm: v.string(),
  /** The instant, in UTC, at which the money arrived. */
  paidAt: Instant,
  /** The number of the transfer or cheque. Absent without one. */
  reference: v.optional(v.string()),
  /** The documents that the payment pays. */
  documents: v.array(ReceiptDocument),
});
export type ReceiptPayment = v.InferOutput<typeof ReceiptPayment>;

/** The bases of a line, one for each group of rates of its document. All are millionths, as texts: a double is too short. */
const StoredBase = v.object({
  transferred: v.string(),
  ivaWithheld: v.string(),
  isrWithheld: v.string(),
  base: v.string(),
});

/** The stored line: with the payment whose allocation it is, and its bases. */
const StoredDocument = v.object({ ...ReceiptDocument.entries, paymentId: Uuid, bases: v.array(StoredBase) });
export type StoredDocument = v.InferOutput<typeof StoredDocument>;
export const StoredPayment = v.object({ ...ReceiptPayment.entries, documents: v.array(StoredDocument) });
export type StoredPayment = v.InferOutput<typeof StoredPayment>;

/** The payments as answers show them. */
export const shownPayments = (payments: readonly StoredPayment[]): ReceiptPayment[] =>
  payments.map((payment) => ({
    ...payment,
    documents: payment.documents.map(({ paymentId: _, bases: __, ...document }) => document),
  }));

/** SAT c_UsoCFDI "payments": the only use of a document of type P. */
export const RECEIPT_USE = 'CP01';
