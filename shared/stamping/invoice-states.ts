import { resolveStep } from '../alerts/alerts';
import { unallocated } from '../invoices/allocated';
import type { Amounts } from '../invoices/amounts';
import type { InvoiceContent, InvoiceStatus } from '../invoices/invoice';
import {
  datedPointer,
  type InvoiceRecord,
  invoiceCartaPorteKey,
  invoiceItemsKey,
  invoiceKey,
  invoiceOfUuidKey,
  recordOf,
} from '../invoices/invoice-record';
import { clearError, EDIT, type InvoiceEffect, type InvoiceTransition } from '../invoices/invoice-states';
import { summaryContent } from '../invoices/invoice-writes';
import type { StampingState } from '../invoices/stamping-state';
import { keptAfter, keptChange, ofTypes, resolveKept } from '../invoices/trip-alerts';
import { AppError } from '../platform/errors';
import { unchanged } from '../platform/table/expression';
import { check, deleteItem, put, type Step, update } from '../platform/table/steps';
import { pesosOf } from '../platform/values/money';
import { CONTAINED } from '../trips/invoice-alerts';
import { type TripRecord, tripKey } from '../trips/trip';
import { documentReceivableSteps } from '../trips/trip-money';
import { endAlerts, endAlertsWithoutDocument, type RaisedAlerts, type Refusal, tellOfDocument } from './alert-effects';
import {
  confirmAllocations,
  creditDocument,
  freeAllocations,
  giveBack,
  holdAllocations,
  type LedgerWrites,
  type NumberedLines,
  numberLines,
  recordChanged,
  releaseDocument,
  reserveDocument,
  returnAllocations,
} from './ledger-effects';
import type { CancelWork, StampWork } from './work-items';
import { cancelWorkKey, stampWorkKey } from './work-keys';

export { RecordChanged } from './ledger-effects';

export interface Lock extends LedgerWrites, NumberedLines {
  readonly stamping: StampingState;
  readonly work: StampWork;
  /** The amounts of the content that is sent. */
  readonly amounts?: Amounts;
  /** The relations with the folios fiscales that are sent. */
  readonly relations?: InvoiceRecord['relations'];
  /** The trip whose data the Carta Porte contains. */
  readonly trip?: TripRecord;
}

/** The fields of a stamped document that its invoice shows. */
export type DocumentFacts = Pick<InvoiceRecord, 'uuid' | 'verificationUrl' | 'cartaPorteUrl' | 'documentTotal'>;

/** The stamped document of the provider. `content` is the stamped content when an edit changed the invoice since, else undefined. */
export interface Stamped extends LedgerWrites, RaisedAlerts {
  readonly document: Pick<InvoiceRecord, 'providerId' | 'folio' | 'series' | 'livemode' | 'issuedAt'> & DocumentFacts;
  readonly content: InvoiceContent | undefined;
  /** The document that this one substitutes, if it is still to be cancelled. */
  readonly replaced?: Replaced | undefined;
}

/** A substituted document as it was read, and the cancellation that recovery asks for. */
export interface Replaced {
  readonly record: InvoiceRecord;
  /** Absent when its cancellation is asked for already. */
  readonly work: CancelWork | undefined;
}

export interface Refused extends LedgerWrites, Refusal {
  readonly message: string;
}

export interface Cancellation extends LedgerWrites {
  readonly work: CancelWork | undefined;
  /** The note or receipt that this one substituted, as the sums were computed with it. */
  readonly restored?: InvoiceRecord;
}

const openAttempt: InvoiceEffect<Lock> = {
  says: 'the attempt is opened with the content that is sent and its amounts, and recovery watches it',
  set: (_, { stamping, amounts, relations }) => ({ stamping, ...amounts, ...(relations && { relations }) }),
  steps: (_, { work }, { id }) => [put(stampWorkKey(id), work, {}, recordChanged)],
};

/** An edit of the trip between our read and this write found a draft, so it raised no alert. */
const holdTrip: InvoiceEffect<Lock> = {
  says: 'the trip has the driver, vehicle, route and goods that the Carta Porte contains',
  steps: (_, { trip }) =>
    trip ? [check(tripKey(trip.teamId, trip.id), unchanged(trip, CONTAINED), () => new AppError('CONFLICT'))] : [],
};

const restoreContent: InvoiceEffect<Stamped> = {
  says: 'the stamped content replaces the content of a later edit',
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
  says: '`providerId`, `uuid`, `folio`, `series`, `livemode`, `issuedAt`, the addresses of the SAT and the document’s own `total` are set, and the attempt is closed',
  set: ({ stamping }, { document }) => ({
    ...document,
    ...totalOf(document),
    ...(stamping && { stamping: { ...stamping, isOpen: false } }),
  }),
  steps: (_, { document }, record) =>
    uuidSteps({ ...record, issuedAt: document.issuedAt, folio: document.folio, series: document.series }, document),
};

/** A document without a trip has no advances, so its ledger is opened at once. `settleLedger` opens that of any other. */
const openLedger: InvoiceEffect<Stamped> = {
  says: 'the ledger of a document without a trip is opened, and its open amount is entered among the receivables',
  set: (record) => (isSimple(record) ? { ledgerVersion: 1 } : {}),
  steps: (_, __, record, after) =>
    isSimple(record) ? documentReceivableSteps(unallocated(record), unallocated(after)) : [],
};

const isSimple = ({ type, tripId, replaces, ledgerVersion }: InvoiceRecord): boolean =>
  type === undefined && tripId === undefined && replaces === undefined && ledgerVersion === undefined;

/** The document's own total is authoritative. */
export const totalOf = ({ documentTotal }: Pick<DocumentFacts, 'documentTotal'>) =>
  documentTotal === undefined ? {} : { total: pesosOf(documentTotal) };

/** The pointer by which the list finds the invoice of a folio fiscal or a folio, and reports find a document by its date. */
export function uuidSteps(record: InvoiceRecord, { uuid }: Pick<DocumentFacts, 'uuid'>): Step[] {
  if (uuid === undefined) return [];
  const { item, indexes } = datedPointer({ ...record, uuid });
  return [put(invoiceOfUuidKey(record.teamId, uuid), item, {}, recordChanged, indexes)];
}

const OUTDATED = ofTypes('INVOICE_OUTDATED');
const REJECTED = ofTypes('SUBSTITUTION_REJECTED');

const replaceOld: InvoiceEffect<Stamped> = {
  says: 'the document that this one substitutes is replaced, its cancellation with motive 01 is wanted, and its alerts CARTA_PORTE_OUTDATED and INVOICE_OUTDATED are resolved',
  steps: (_, { replaced }) => {
    if (replaced === undefined) return [];
    const { record, work } = replaced;
    const { teamId, id, outdatedAlert } = record;
    const asRead = unchanged(record, ['status', 'outdatedAlert', 'keptAlerts']);
    const kept = keptChange(record, OUTDATED);
    const change = {
      set: { isReplaced: true, ...kept.set },
      remove: [...(outdatedAlert ? ['outdatedAlert', 'stampedTrip'] : []), ...kept.remove],
    };
    return [
      update(invoiceKey(teamId, id), change, asRead, recordChanged),
      ...(outdatedAlert ? [resolveStep(teamId, outdatedAlert)] : []),
      ...resolveKept(teamId, record, OUTDATED),
      ...(work ? [put(cancelWorkKey(id), work, {}, recordChanged)] : []),
    ];
  },
};

const restoreOld: InvoiceEffect<Cancellation> = {
  says: 'the document that this one substitutes counts again, unless it is cancelled or this one was substituted itself, and its alert SUBSTITUTION_REJECTED is resolved',
  steps: (_, { restored }, { teamId, replaces, isReplaced }) => {
    if (replaces === undefined || isReplaced) return [];
    const asRead = restored ? unchanged(restored, ['status', 'isReplaced', 'keptAlerts']) : {};
    const { set, remove } = keptChange(restored ?? {}, REJECTED);
    return [
      update(invoiceKey(teamId, replaces), { set, remove: ['isReplaced', ...remove] }, asRead, recordChanged),
      ...resolveKept(teamId, restored ?? {}, REJECTED),
    ];
  },
};

const recordError: InvoiceEffect<Refused> = {
  says: '`errorMessage` holds the reason; the attempt stays open while its document may still appear',
  set: ({ stamping }, { message, isOpen }) => ({
    errorMessage: message,
    ...(stamping && { stamping: { ...stamping, isOpen } }),
  }),
};

const dateCancellation: InvoiceEffect<Cancellation> = {
  says: '`cancelledAt` is set',
  set: (_, __, cancelledAt) => ({ cancelledAt }),
};

/**
 * A reader that did not see the substitute would replace the work that its stamp wrote by one without it. Then a rejection would leave two
 * documents in force, without an alert.
 */
const noteWork: Pick<InvoiceEffect<Cancellation>, 'condition' | 'steps'> = {
  condition: ({ isReplaced }) => unchanged({ isReplaced }, ['isReplaced']),
  steps: (_, { work }, { id }) => (work ? [put(cancelWorkKey(id), work, {}, recordChanged)] : []),
};

const askAgain: InvoiceEffect<Cancellation> = {
  says: 'recovery asks again, unless the document was substituted since the read',
  ...noteWork,
};

const ANSWERED = ofTypes('CANCELLATION_REJECTED');

const endRejection: InvoiceEffect<Cancellation> = {
  says: 'CANCELLATION_REJECTED is resolved, because the cancellation was requested again',
  condition: (record) => unchanged(record, ['keptAlerts']),
  set: (record) => keptAfter(record, ANSWERED),
  steps: (_, __, record) => resolveKept(record.teamId, record, ANSWERED),
};

const noteRejection: InvoiceEffect<Cancellation> = {
  says: 'the request that recovery found rejected is noted as such, unless the document was substituted since the read',
  ...noteWork,
};

const stamp: InvoiceTransition<Lock> = {
  from: ['DRAFT', 'ERROR'],
  to: 'PENDING',
  by: 'a member stamps the invoice; written before the provider is called',
  effects: [clearError, openAttempt, holdTrip, reserveDocument, holdAllocations, numberLines],
};
const stamped: InvoiceTransition<Stamped> = {
  from: ['PENDING', 'DRAFT', 'ERROR'],
  to: 'VALID',
  by: 'the provider has a stamped document: answer, webhook, refresh or recovery',
  effects: [
    restoreContent,
    recordDocument,
    openLedger,
    clearError,
    replaceOld,
    creditDocument,
    confirmAllocations,
    tellOfDocument,
  ],
};
const refused: InvoiceTransition<Refused> = {
  from: ['PENDING'],
  to: 'ERROR',
  by: 'the provider refuses, its document failed, or two look-ups found nothing (20 minutes apart, the last an hour after the stamp)',
  effects: [recordError, endAlertsWithoutDocument, releaseDocument, freeAllocations],
};
const cancelled: InvoiceTransition<Cancellation, 'CANCELLED'> = {
  from: ['VALID', 'CANCELLED_PENDING'],
  to: 'CANCELLED',
  by: 'the document is cancelled',
  effects: [dateCancellation, restoreOld, endAlerts, giveBack, returnAllocations],
};
const cancellationPending: InvoiceTransition<Cancellation, 'CANCELLED_PENDING'> = {
  from: ['VALID'],
  to: 'CANCELLED_PENDING',
  by: 'the cancellation waits for an answer, or its result is unknown',
  effects: [askAgain, endRejection],
};
const cancellationUndone: InvoiceTransition<Cancellation, 'VALID'> = {
  from: ['CANCELLED_PENDING'],
  to: 'VALID',
  by: 'the cancellation was rejected, expired, or never arrived',
  effects: [noteRejection],
};

/** The state machine of an invoice. An unknown answer of the provider has no row. */
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
