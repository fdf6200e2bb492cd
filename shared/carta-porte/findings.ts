import * as v from 'valibot';

/** Something in the way of a stamp, or to look at before one: its code, whose rule it is, and the record and field that it is about. */
export const Finding = v.object({
  code: v.string(),
  field: v.string(),
  message: v.string(),
  source: v.picklist(['SAT', 'CFDI', 'LOCAL']),
});
export type Finding = v.InferOutput<typeof Finding>;

/** Answer of POST /invoices/{id}/validate. */
export const Readiness = v.object({
  ready: v.boolean(),
  errors: v.array(Finding),
  warnings: v.array(Finding),
  notChecked: v.array(v.object({ field: v.string(), message: v.string() })),
});
export type Readiness = v.InferOutput<typeof Readiness>;

/** A rule of the Carta Porte complement, by the code of the SAT's table of errors (docs/decisions/0023). */
export const sat = (code: `CP${number}` | `CP${number}-${number}`, field: string, message: string): Finding => ({
  code,
  field,
  message,
  source: 'SAT',
});

/** A rule of CFDI 4.0, by the code of the SAT's table of errors. */
export const cfdi = (code: `CFDI40${number}`, field: string, message: string): Finding => ({
  code,
  field,
  message,
  source: 'CFDI',
});

/** A rule that has no code of the SAT's, or whose code we are not sure of: what the schema (XSD) refuses, and what is only ours. */
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
  | 'TEST_MODE';

export const required = (field: string, message: string): Finding => local('REQUIRED', field, message);
