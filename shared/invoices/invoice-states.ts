import type { Transition } from '../platform/table/state-machine';
import type { InvoiceStatus } from './invoice';
import type { InvoiceRecord } from './invoice-record';

export type InvoiceTransition<Given, To extends InvoiceStatus = InvoiceStatus> = Transition<
  InvoiceStatus,
  InvoiceRecord,
  Given,
  string
> & { readonly to: To };

/** A member edits the invoice. The other transitions of an invoice: `stamping/invoice-states.ts`. */
export const EDIT: InvoiceTransition<object> = {
  from: ['DRAFT', 'ERROR'],
  to: 'DRAFT',
  by: 'PUT: the content changes, `errorMessage` is cleared, the revision increases by one',
  effects: [],
};
