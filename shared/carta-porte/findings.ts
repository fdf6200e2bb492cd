import * as v from 'valibot';

/**
 * A finding: an error that prevents the stamp, or a warning. It has a code, the source of the rule, and the record and
 * field to correct.
 */
export const Finding = v.object({
  code: v.string(),
  field: v.string(),
  message: v.string(),
  source: v.picklist(['SAT', 'CFDI', 'LOCAL']),
});
export type Finding = v.InferOutput<typeof Finding>;

/** A value that the Carta Porte lacks and that the stamp takes from another record. */
export const Filled = v.object({ field: v.string(), value: v.union([v.string(), v.number()]), from: v.string() });
export type Filled = v.InferOutput<typeof Filled>;

/** Answer of POST /invoices/{id}/validate. */
export const Readiness = v.object({
  ready: v.boolean(),
  errors: v.array(Finding),
  warnings: v.array(Finding),
  filled: v.array(Filled),
  notChecked: v.array(v.object({ field: v.string(), message: v.string() })),
});
export type Readiness = v.InferOutput<typeof Readiness>;

/** A rule of the complements Carta Porte and Pagos, with its code in the SAT's table of errors (docs/decisions/0023). */
export const sat = (code: `CP${number}` | `CRP${number}`, field: string, message: string): Finding => ({
  code,
  field,
  message,
  source: 'SAT',
});

/** A rule of CFDI 4.0, with its code in the SAT's table of errors. */
export const cfdi = (code: `CFDI40${number}`, field: string, message: string): Finding => ({
  code,
  field,
  message,
  source: 'CFDI',
});

/** A rule without a certain SAT code: a rule of the schema (XSD), or one of ours. */
export const local = (code: LocalCode, field: string, message: string): Finding => ({
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

export const required = (field: string, message: string): Finding => local('REQUIRED', field, message);
