import type { InvoiceContent, InvoiceStatus } from '../invoices/invoice';
import { type InvoiceRecord, invoiceCartaPorteKey, invoiceItemsKey, recordOf } from '../invoices/invoice-record';
import { EDIT, type InvoiceTransition } from '../invoices/invoice-states';
import { summaryContent } from '../invoices/invoice-writes';
import type { StampingState } from '../invoices/stamping-state';
import type { Effect } from '../platform/table/state-machine';
import { deleteItem, put } from '../platform/table/steps';
import type { CancelWork, StampWork } from './work-items';
import { cancelWorkKey, stampWorkKey } from './work-keys';

/** The invoice is no longer what was read. The caller reads it again and decides again. */
export class RecordChanged extends Error {
  constructor(readonly found: InvoiceRecord | undefined) {
    super('The invoice changed meanwhile.');
  }
}
const recordChanged = () => new RecordChanged(undefined);

export interface Lock {
  readonly stamping: StampingState;
  readonly work: StampWork;
}

/** What the provider says of the stamped document; `content` is what was stamped, where an edit has changed the invoice since. */
export interface Stamped {
  readonly document: Pick<InvoiceRecord, 'providerId' | 'folio' | 'series' | 'livemode' | 'issuedAt'>;
  readonly content: InvoiceContent | undefined;
}

interface Refused {
  readonly message: string;
  /** The attempt stays open: its document may still turn up. */
  readonly isOpen: boolean;
}

interface Cancellation {
  readonly work: CancelWork | undefined;
}

type InvoiceEffect<Given> = Effect<InvoiceRecord, Given>;

const clearError: InvoiceEffect<unknown> = {
  says: '`errorMessage` is cleared',
  set: () => ({ errorMessage: null }),
};

const openAttempt: InvoiceEffect<Lock> = {
  says: 'the attempt keeps the content as it is sent, and recovery watches it',
  set: (_, { stamping }) => ({ stamping }),
  steps: (_, { work }, { id }) => [put(stampWorkKey(id), work, {}, recordChanged)],
};

const restoreContent: InvoiceEffect<Stamped> = {
  says: 'the content is what was stamped, where an edit has changed it since',
  set: (record, stamped) => {
    const restored = restoredRecord(record, stamped);
    return restored ? { ...summaryContent(restored.record), isTripDraft: undefined } : {};
  },
  steps: (_, stamped, record) => {
    const { teamId, id, hasCartaPorte } = record;
    const restored = restoredRecord(record, stamped);
    if (restored === undefined) return [];
    const { items, cartaPorte } = restored.details;
    const key = invoiceCartaPorteKey(teamId, id);
    return [
      ...(items ? [put(invoiceItemsKey(teamId, id), { items: [...items] }, {}, recordChanged)] : []),
      ...(cartaPorte ? [put(key, { cartaPorte }, {}, recordChanged)] : []),
      ...(!cartaPorte && hasCartaPorte ? [deleteItem(key, {}, recordChanged)] : []),
    ];
  },
};

const restoredRecord = (record: InvoiceRecord, { document, content }: Stamped) =>
  content && recordOf({ ...record, ...content, series: document.series }, { revision: record.revision + 1 });

const recordDocument: InvoiceEffect<Stamped> = {
  says: '`providerId`, `folio`, `series`, `livemode` and `issuedAt` are set, and the attempt is closed',
  set: ({ stamping }, { document }) => ({ ...document, ...(stamping && { stamping: { ...stamping, isOpen: false } }) }),
};

const recordError: InvoiceEffect<Refused> = {
  says: '`errorMessage` says why; the attempt stays open while its document may still turn up',
  set: ({ stamping }, { message, isOpen }) => ({
    errorMessage: message,
    ...(stamping && { stamping: { ...stamping, isOpen } }),
  }),
};

const askAgain: InvoiceEffect<Cancellation> = {
  says: 'recovery asks again',
  steps: (_, { work }, { id }) => (work ? [put(cancelWorkKey(id), work, {}, recordChanged)] : []),
};

const stamp: InvoiceTransition<Lock> = {
  from: ['DRAFT', 'ERROR'],
  to: 'PENDING',
  by: 'stamp, before the provider is asked',
  effects: [clearError, openAttempt],
};
const stamped: InvoiceTransition<Stamped> = {
  from: ['PENDING', 'DRAFT', 'ERROR'],
  to: 'VALID',
  by: 'the provider has a stamped document, whenever it turns up: answer, webhook, refresh or recovery',
  effects: [restoreContent, recordDocument, clearError],
};
const refused: InvoiceTransition<Refused> = {
  from: ['PENDING'],
  to: 'ERROR',
  by: 'the provider refuses, its document failed, or two look-ups found nothing (20 minutes apart, the last an hour after the stamp)',
  effects: [recordError],
};
const cancelled: InvoiceTransition<Cancellation, 'CANCELLED'> = {
  from: ['VALID', 'CANCELLED_PENDING'],
  to: 'CANCELLED',
  by: 'the document is cancelled',
  effects: [],
};
const cancellationPending: InvoiceTransition<Cancellation, 'CANCELLED_PENDING'> = {
  from: ['VALID'],
  to: 'CANCELLED_PENDING',
  by: 'the cancellation waits for an answer, or its result is unknown',
  effects: [askAgain],
};
const cancellationUndone: InvoiceTransition<Cancellation, 'VALID'> = {
  from: ['CANCELLED_PENDING'],
  to: 'VALID',
  by: 'the cancellation was rejected, expired, or never arrived',
  effects: [],
};

/** The state machine of an invoice. Nothing else moves one: an unknown answer of the provider has no row. */
export const INVOICE_TRANSITIONS = {
  edit: EDIT,
  stamp,
  stamped,
  refused,
  cancelled,
  cancellationPending,
  cancellationUndone,
} as const;

export type InvoiceEvent = keyof typeof INVOICE_TRANSITIONS;

/** The rows of a cancellation, by the status that they lead to. */
export const CANCELLATIONS = {
  CANCELLED: cancelled,
  CANCELLED_PENDING: cancellationPending,
  VALID: cancellationUndone,
} as const;

export const mayHappen = (event: InvoiceEvent, status: InvoiceStatus): boolean =>
  INVOICE_TRANSITIONS[event].from.includes(status);
