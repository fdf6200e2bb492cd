import type { InvoiceStatus } from './invoice';

/** What else an invoice's change of status does, in its transaction; counts and the audit entry move with every one. */
export type InvoiceEffect =
  | 'clearError'
  | 'countRevision'
  | 'keepSnapshot'
  | 'openWork'
  | 'closeWork'
  | 'keepLooking'
  | 'setError'
  | 'setDocument'
  | 'restoreContent'
  | 'askAgain';

export type InvoiceCause =
  | 'edit'
  | 'stamp'
  | 'providerSaysValid'
  | 'providerSaysNo'
  | 'nothingFound'
  | 'lateTruth'
  | 'cancelled'
  | 'cancellationPending'
  | 'cancellationUndone';

export interface InvoiceTransition {
  readonly from: readonly InvoiceStatus[];
  readonly to: InvoiceStatus;
  readonly by: InvoiceCause;
  readonly effects: readonly InvoiceEffect[];
}

/** The whole state machine of an invoice (stamping.md §2). What stands in no row, such as an unknown answer, moves nothing. */
export const INVOICE_TRANSITIONS: readonly InvoiceTransition[] = [
  { from: ['DRAFT', 'ERROR'], to: 'DRAFT', by: 'edit', effects: ['clearError', 'countRevision'] },
  { from: ['DRAFT', 'ERROR'], to: 'PENDING', by: 'stamp', effects: ['clearError', 'keepSnapshot', 'openWork'] },
  { from: ['PENDING'], to: 'VALID', by: 'providerSaysValid', effects: ['setDocument', 'closeWork'] },
  { from: ['PENDING'], to: 'ERROR', by: 'providerSaysNo', effects: ['setError', 'closeWork'] },
  { from: ['PENDING'], to: 'ERROR', by: 'nothingFound', effects: ['setError', 'keepLooking'] },
  { from: ['DRAFT', 'ERROR'], to: 'VALID', by: 'lateTruth', effects: ['setDocument', 'restoreContent', 'closeWork'] },
  { from: ['VALID', 'CANCELLED_PENDING'], to: 'CANCELLED', by: 'cancelled', effects: ['closeWork'] },
  { from: ['VALID'], to: 'CANCELLED_PENDING', by: 'cancellationPending', effects: ['askAgain'] },
  { from: ['CANCELLED_PENDING'], to: 'VALID', by: 'cancellationUndone', effects: ['closeWork'] },
];

/** The row by which an invoice moves; undefined where the table has none. */
export const invoiceTransition = (from: InvoiceStatus, by: InvoiceCause): InvoiceTransition | undefined =>
  INVOICE_TRANSITIONS.find((row) => row.by === by && row.from.includes(from));
