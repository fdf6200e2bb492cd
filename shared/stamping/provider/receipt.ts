import type { Customer } from '../../carta-porte/readiness-input';
import { cleanText, isBlank } from '../../carta-porte/texts';
import type { Invoice } from '../../invoices/invoice';
import type { ReceiptDocument, ReceiptPayment, ReceiptTax } from '../../invoices/receipt';
import { type CustomerBody, customerBodyOf, type RelationBody, relationOf } from './document';

/**
 * The request body that creates a receipt of payment. The provider adds the envelope (CRP20101 to CRP20123) and computes
 * ImporteDR, ImpuestosP, Totales and Monto.
 */
type ReceiptBody = {
  type: 'P';
  external_id: string;
  idempotency_key: string;
  customer: CustomerBody;
  series?: string;
  related_documents?: RelationBody[];
  complements: [{ type: 'pago'; data: PaymentBody[] }];
};

type PaymentBody = {
  payment_form: string;
  date: string;
  currency: 'MXN';
  numOperacion?: string;
  related_documents: PaidBody[];
};

type PaidBody = {
  uuid: string;
  amount: number;
  installment: number;
  last_balance: number;
  currency: 'MXN';
  series?: string;
  folio_number?: number;
  /** 01: the line has no taxes. */
  taxability: '01' | '02';
  taxes?: TaxBody[];
};

type TaxBody = { base: number; type: 'IVA' | 'ISR'; rate: number; factor: 'Tasa'; withholding: boolean };

interface ReceiptParts {
  readonly invoice: Pick<Invoice, 'id' | 'series' | 'relations'>;
  readonly client: Customer;
  readonly lines: readonly ReceiptPayment[];
  readonly idempotencyKey: string;
}

export const receiptBodyOf = ({ invoice, client, lines, idempotencyKey }: ReceiptParts): ReceiptBody => ({
  type: 'P',
  external_id: invoice.id,
  idempotency_key: idempotencyKey,
  customer: customerBodyOf(client),
  ...(!isBlank(invoice.series) && { series: cleanText(invoice.series) }),
  ...(invoice.relations && { related_documents: invoice.relations.map(relationOf) }),
  complements: [{ type: 'pago', data: lines.map(paymentOf) }],
});

/** NumOperacion has no vertical bar. */
const paymentOf = ({ paymentForm, paidAt, reference = '', documents }: ReceiptPayment): PaymentBody => {
  const numOperacion = cleanText(reference.replaceAll('|', ' '));
  return {
    payment_form: paymentForm,
    date: paidAt,
    currency: 'MXN',
    ...(numOperacion !== '' && { numOperacion }),
    related_documents: documents.map(paidOf),
  };
};

function paidOf({ uuid, amount, installment, lastBalance, series, folio, taxes }: ReceiptDocument): PaidBody {
  const isNumbered = series !== undefined && folio !== undefined && /^\d{1,9}$/.test(folio);
  return {
    uuid,
    amount,
    installment,
    last_balance: lastBalance,
    currency: 'MXN',
    ...(isNumbered && { series, folio_number: Number(folio) }),
    ...(taxes.length === 0 ? { taxability: '01' } : { taxability: '02', taxes: taxes.map(taxOf) }),
  };
}

const taxOf = ({ type, rate, withholding, base }: ReceiptTax): TaxBody => ({
  base,
  type,
  rate,
  factor: 'Tasa',
  withholding,
});
