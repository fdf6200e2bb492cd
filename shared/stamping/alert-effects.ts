import type { AlertCause } from '../alerts/alert';
import { alertSteps } from '../alerts/alerts';
import type { InvoiceRecord } from '../invoices/invoice-record';
import type { InvoiceEffect } from '../invoices/invoice-states';
import {
  keptAfter,
  NO_TRIP_ALERTS,
  ofTypes,
  resolveKept,
  resolveTripAlerts,
  TRIP_ALERT_FIELDS,
} from '../invoices/trip-alerts';
import { unchanged } from '../platform/table/expression';

/** An alert about the invoice, with the identifier by which the invoice keeps it. */
export interface Raised extends Omit<AlertCause, 'entityId'> {
  readonly id: string;
}

/** The alerts that a stamped document raises. */
export interface RaisedAlerts {
  readonly raised?: readonly Raised[];
}

/** A stamp that came to nothing. */
export interface Refusal {
  /** The attempt stays open, because its document may still appear. */
  readonly isOpen: boolean;
  /** The identifier of TRIP_CANCELLED_WITH_DRAFT, if it is raised. */
  readonly draftAlert: string;
}

/** The alerts that end when the document is there. */
const UNSTAMPED = ofTypes('TRIP_CANCELLED_WITH_DRAFT', 'INVOICE_STAMP_STUCK');

/** In the same write: a second reader of the same answer must not tell of it again. */
export const tellOfDocument: InvoiceEffect<RaisedAlerts> = {
  says: 'the alerts TRIP_CANCELLED_WITH_DRAFT and INVOICE_STAMP_STUCK of the invoice are resolved; INVOICE_TOTAL_DIFFERS is raised if the document has another total, and RECEIPT_CONFLICT if the documents of a type E or P were released before',
  condition: (record) => unchanged(record, ['keptAlerts']),
  set: (record, { raised = [] }) =>
    keptAfter(
      record,
      UNSTAMPED,
      raised.map(({ type, id }) => ({ type, id })),
    ),
  steps: (context, { raised = [] }, record) => [
    ...resolveKept(record.teamId, record, UNSTAMPED),
    ...raised.flatMap(({ id, ...cause }) => alertSteps(context, record.teamId, { ...cause, entityId: record.id }, id)),
  ],
};

/** A second document at the provider stays when this one is cancelled. */
const isOfDocument = (type: string): boolean => type !== 'INVOICE_DUPLICATE';

export const endAlerts: InvoiceEffect<unknown> = {
  says: 'all alerts about the document are resolved, except INVOICE_DUPLICATE',
  condition: (record) => unchanged(record, TRIP_ALERT_FIELDS),
  set: (record) => ({ ...NO_TRIP_ALERTS, ...keptAfter(record, isOfDocument) }),
  steps: (_, __, record) => [
    ...resolveTripAlerts(record.teamId, record),
    ...resolveKept(record.teamId, record, isOfDocument),
  ],
};

const isEndedBy = ({ isOpen }: Refusal) =>
  isOpen ? ofTypes('INVOICE_STAMP_STUCK') : ofTypes('INVOICE_STAMP_STUCK', 'INVOICE_OUTDATED');

/** After a definite refusal there is no document: the trip's alert is about a draft again. */
export const endAlertsWithoutDocument: InvoiceEffect<Refusal> = {
  says: 'INVOICE_STAMP_STUCK is resolved. If no document can appear any more, TRIP_CANCELLED_WITH_INVOICE, CARTA_PORTE_OUTDATED and INVOICE_OUTDATED are resolved too, and a cancelled trip has TRIP_CANCELLED_WITH_DRAFT instead',
  condition: (record) => unchanged(record, TRIP_ALERT_FIELDS),
  set: (record, refusal) => ({
    ...(refusal.isOpen ? {} : NO_TRIP_ALERTS),
    ...keptAfter(record, isEndedBy(refusal), draftAlerts(record, refusal)),
  }),
  steps: (context, refusal, record) => {
    const { teamId, id: entityId } = record;
    return [
      ...(refusal.isOpen ? [] : resolveTripAlerts(teamId, record)),
      ...resolveKept(teamId, record, isEndedBy(refusal)),
      ...draftAlerts(record, refusal).flatMap(({ type, id }) => alertSteps(context, teamId, { type, entityId }, id)),
    ];
  },
};

const draftAlerts = ({ tripCancelledAlert }: InvoiceRecord, { isOpen, draftAlert: id }: Refusal) =>
  tripCancelledAlert && !isOpen ? [{ type: 'TRIP_CANCELLED_WITH_DRAFT', id } as const] : [];
