import * as v from 'valibot';
import { Message, type Text } from '../platform/values/text';

/**
 * A finding: an error that prevents the stamp, or a warning. It has a code, the source of the rule, and the record and
 * field to correct.
 */
export const Finding = v.object({
  /**
   * The rule: with source SAT or CFDI its code in the SAT’s table of errors.
   * @example CP167
   */
  code: v.string(),
  /**
   * The place: a path in the invoice, or the record and field to correct.
   * @example driver.rfc
   */
  field: v.string(),
  message: Message,
  /** Where the rule comes from. */
  source: v.picklist(['SAT', 'CFDI', 'LOCAL']),
});
/** A finding before it is answered: with its sentence in both languages. */
export type Finding = v.InferInput<typeof Finding>;

/** A value that the Carta Porte lacks and that the stamp takes from another record. */
export const Filled = v.object({
  /**
   * The field of the Carta Porte.
   * @example permSCT
   */
  field: v.string(),
  /** What the stamp will write there. */
  value: v.union([v.string(), v.number()]),
  /**
   * The record that has the value.
   * @example vehicle.permSCT
   */
  from: v.string(),
});
export type Filled = v.InferOutput<typeof Filled>;

/** Answer of POST /invoices/{id}/validate. */
export const Readiness = v.object({
  /** true: the stamp will not be refused for a reason that is checked here. */
  ready: v.boolean(),
  /** What prevents the stamp. */
  errors: v.array(Finding),
  /** What the SAT accepts and a person should look at. */
  warnings: v.array(Finding),
  /** What the stamp takes from other records, because the Carta Porte lacks it. */
  filled: v.array(Filled),
  /** What only the SAT or the provider can check. */
  notChecked: v.array(
    v.object({
      /** The place that is not checked. */
      field: v.string(),
      message: Message,
    }),
  ),
});
export type Readiness = v.InferInput<typeof Readiness>;

/** A rule of the complements Carta Porte and Pagos, with its code in the SAT's table of errors (docs/decisions/0023). */
export const sat = (code: `CP${number}` | `CRP${number}`, field: string, message: Text): Finding => ({
  code,
  field,
  message,
  source: 'SAT',
});

/** A rule of CFDI 4.0, with its code in the SAT's table of errors. */
export const cfdi = (code: `CFDI40${number}`, field: string, message: Text): Finding => ({
  code,
  field,
  message,
  source: 'CFDI',
});

/** A rule without a certain SAT code: a rule of the schema (XSD), or one of ours. */
export const local = (code: LocalCode, field: string, message: Text): Finding => ({
  code,
  field,
  message,
  source: 'LOCAL',
});

type LocalCode =
  | 'REQUIRED'
  | 'FORMAT'
  | 'RANGE'
  | 'NOT_IN_CATALOGUE'
  | 'ORDER'
  | 'TOTAL_NOT_POSITIVE'
  | 'BORDER_RATE'
  | 'PAYMENT_FORM_UNDEFINED'
  | 'GENERIC_RFC_USE'
  | 'GLOBAL_INVOICE'
  | 'FOREIGN_CUSTOMER'
  | 'FOREIGN_TRANSPORT'
  | 'SEAL_MISSING'
  | 'SEAL_EXPIRED'
  | 'AIR_FREIGHT_KEY'
  | 'WITHHOLDING'
  | 'NO_CARTA_PORTE'
  | 'COLONIA_NOT_SENT'
  | 'MUNICIPALITY_NOT_SENT'
  | 'ONE_TRAILER'
  | 'DEPARTED'
  | 'PAPER_EXPIRED'
  | 'TEST_MODE'
  | 'FAR_AHEAD'
  | 'DELIVERIES'
  | 'NOTIFIED_FIGURE'
  | 'PRIVATE_PERMIT'
  | 'OVERWEIGHT'
  | 'HAZMAT_PERMIT'
  | 'HAZARD_NOT_SENT'
  | 'COFEPRIS_GOODS'
  | 'OTHER_MODE'
  | 'REASON_DOUBTFUL'
  | 'RFC_CHECK_DIGIT'
  | 'LEGAL_NAME'
  | 'CATALOGUES_OLD'
  | 'ISR_WITHHOLDING'
  | 'SECOND_CARTA_PORTE'
  | 'RELATION'
  | 'CREDIT_EXCEEDS_INVOICE'
  | 'RECEIPT_CHANGED'
  | 'RECEIPT_DATE'
  | 'RECEIPT_LATE'
  | 'PAID_BEFORE_INVOICE';

export const required = (field: string, message: Text): Finding => local('REQUIRED', field, message);
