import type { Effect, Transition } from '../platform/table/state-machine';
import type { InvoiceStatus } from './invoice';
import type { InvoiceRecord } from './invoice-record';

export type InvoiceTransition<Given, To extends InvoiceStatus = InvoiceStatus> = Transition<
  InvoiceStatus,
  InvoiceRecord,
  Given,
  string,
  To
>;
export type InvoiceEffect<Given> = Effect<InvoiceRecord, Given>;

export const clearError: InvoiceEffect<unknown> = {
  says: '`errorMessage` is cleared',
  set: () => ({ errorMessage: null }),
};

/** A stamp and another edit that read the former content are refused by the revision. */
const raiseRevision: InvoiceEffect<unknown> = {
  says: 'the revision is one more',
  set: ({ revision }) => ({ revision: revision + 1 }),
};

/** A member edits the invoice. `stamping/invoice-states.ts` holds the other transitions. */
export const EDIT: InvoiceTransition<unknown, 'DRAFT'> = {
  from: ['DRAFT', 'ERROR'],
  to: 'DRAFT',
  by: 'a member changes the content (PUT)',
  effects: [clearError, raiseRevision],
};
