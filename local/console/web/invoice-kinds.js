import { t } from './language.js';

/** The types of documents, as their pages, lists and questions name them. `pronoun` is that of the Spanish question. */
const KINDS = {
  I: {
    name: () => t('Invoice', 'Factura'),
    plural: () => t('Invoices', 'Facturas'),
    the: () => t('the invoice', 'la factura'),
    stamped: () => t('Invoice stamped.', 'Factura timbrada.'),
    pronoun: 'la',
  },
  E: {
    name: () => t('Credit note', 'Nota de crédito'),
    plural: () => t('Credit notes', 'Notas de crédito'),
    the: () => t('the credit note', 'la nota de crédito'),
    stamped: () => t('Credit note stamped.', 'Nota de crédito timbrada.'),
    pronoun: 'la',
  },
  P: {
    name: () => t('Payment receipt', 'Complemento de pago'),
    plural: () => t('Payment receipts', 'Complementos de pago'),
    the: () => t('the payment receipt', 'el complemento de pago'),
    stamped: () => t('Payment receipt stamped.', 'Complemento de pago timbrado.'),
    pronoun: 'lo',
  },
  T: {
    name: () => t('Transfer document', 'Comprobante de traslado'),
    plural: () => t('Transfer documents', 'Comprobantes de traslado'),
    the: () => t('the transfer document', 'el comprobante de traslado'),
    stamped: () => t('Transfer document stamped.', 'Comprobante de traslado timbrado.'),
    pronoun: 'lo',
  },
};
export const TYPES = Object.keys(KINDS);
export const kindOf = (type) => KINDS[type] ?? KINDS.I;

/** The money of a document. The total of a receipt is 0 at the SAT: what it confirms are the payments in it. */
export const amountOf = ({ payments, total }) =>
  payments
    ? payments.flatMap(({ documents }) => documents).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) /
      100
    : total;
