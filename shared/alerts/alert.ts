import * as v from 'valibot';
import { AUDITED_ENTITIES, type AuditedEntity } from '../audit/audit-event';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { changesOf } from '../platform/values/changes';
import { Instant, Uuid } from '../platform/values/fields';

export const ALERT_STATUSES = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export const ALERT_SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export interface AlertKind {
  readonly severity: AlertSeverity;
  /** The kind of record that the alert's `entityId` names. */
  readonly entityType: AuditedEntity;
  /** The event, and the advice to the reader. */
  readonly message: string;
}

/** All alerts of the product. A cause may replace severity, entity and message. */
export const ALERTS = {
  TRIP_CANCELLED_WITH_DRAFT: {
    severity: 'WARNING',
    entityType: 'INVOICE',
    message: 'The trip was cancelled and its invoice draft is still there. Stamp it or delete it.',
  },
  TRIP_CANCELLED_WITH_INVOICE: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message:
      'The trip was cancelled, but its invoice is stamped or is being stamped. Cancel the document with motive 03 (the operation did not take place).',
  },
  CARTA_PORTE_OUTDATED: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message:
      'Driver, vehicle, route or goods of the trip changed after the Carta Porte was stamped. Substitute the document: the road police read the old data.',
  },
  INVOICE_OUTDATED: {
    severity: 'WARNING',
    entityType: 'INVOICE',
    message:
      'Client, revenue, driver or vehicle of the trip changed after its invoice was stamped. Compare both, and substitute or cancel the document if it is wrong.',
  },
  BOX_RENTAL_INVOICE_DRAFT_FAILED: {
    severity: 'WARNING',
    entityType: 'BOX_RESERVATION',
    message: 'The reservation was closed, but no invoice draft could be made for it. Make the invoice by hand.',
  },
  INVOICE_STAMP_STUCK: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message:
      'Whether the invoice was stamped has been unknown for two hours. Refresh it, or ask the stamping provider.',
  },
  INVOICE_TOTAL_DIFFERS: {
    severity: 'WARNING',
    entityType: 'INVOICE',
    message: 'The document’s total is not the invoice’s. The document counts: check what the client pays.',
  },
  INVOICE_DUPLICATE: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: 'The stamping provider holds more than one document of the invoice. Cancel the one that is too many.',
  },
  RECEIPT_CONFLICT: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message:
      'This document became VALID so late that another one of the same invoice may have been stamped meanwhile. Compare both with the invoice, and cancel the wrong one.',
  },
  SUBSTITUTION_REJECTED: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message:
      'The substitute is VALID, but the cancellation of this invoice was rejected or expired. Two documents are VALID: cancel this one again with motive 01.',
  },
  RECEIPT_DUE: {
    severity: 'WARNING',
    entityType: 'TEAM',
    message: 'Payments of last month need a receipt of payment (REP) until the fifth. Make it and stamp it.',
  },
  RECEIPT_LATE: {
    severity: 'CRITICAL',
    entityType: 'TEAM',
    message: 'Payments have no receipt of payment (REP), and its last day has passed. Stamp it at once.',
  },
  STAMPS_NEARLY_SPENT: {
    severity: 'WARNING',
    entityType: 'TEAM',
    message:
      'The team has used 80 % of the stamps that it may use in one day. If this is not your own work, change your password.',
  },
  DRIVER_LEFT_WITH_TRIPS: {
    severity: 'WARNING',
    entityType: 'DRIVER',
    message: 'The driver left, and planned trips still have this driver. Assign another driver to them.',
  },
  PAPER_EXPIRING: {
    severity: 'WARNING',
    entityType: 'DRIVER',
    message: 'A paper is about to expire. Renew it and write down its new date.',
  },
} as const satisfies Record<string, AlertKind>;

export type AlertType = keyof typeof ALERTS;
export const ALERT_TYPES = [
  'TRIP_CANCELLED_WITH_DRAFT',
  'TRIP_CANCELLED_WITH_INVOICE',
  'CARTA_PORTE_OUTDATED',
  'INVOICE_OUTDATED',
  'BOX_RENTAL_INVOICE_DRAFT_FAILED',
  'INVOICE_STAMP_STUCK',
  'INVOICE_TOTAL_DIFFERS',
  'INVOICE_DUPLICATE',
  'SUBSTITUTION_REJECTED',
  'RECEIPT_CONFLICT',
  'RECEIPT_DUE',
  'RECEIPT_LATE',
  'STAMPS_NEARLY_SPENT',
  'DRIVER_LEFT_WITH_TRIPS',
  'PAPER_EXPIRING',
] as const satisfies AlertType[];

/** The cause of an alert. An absent field has the value of {@link ALERTS}. */
export interface AlertCause extends Partial<AlertKind> {
  readonly type: AlertType;
  readonly entityId: string;
}

/** The fields of an alert that a member may change (PATCH). */
export const AlertChanges = changesOf(
  v.object({
    /** What the member did with the alert. */
    status: v.picklist(ALERT_STATUSES),
  }),
);

/** The stored and answered alert. */
export const Alert = v.object({
  id: Uuid,
  /** What happened. */
  type: v.picklist(ALERT_TYPES),
  /** How far the team is with it. */
  status: v.picklist(ALERT_STATUSES),
  /** How soon the team must act. */
  severity: v.picklist(ALERT_SEVERITIES),
  entityType: v.picklist(AUDITED_ENTITIES),
  entityId: Uuid,
  message: v.string(),
  createdAt: Instant,
  /** The alert resolved itself, because its cause is gone. Absent when a member resolved it. */
  resolvedBy: v.optional(v.literal('SYSTEM')),
});
export type Alert = v.InferOutput<typeof Alert>;

export const alertsOf = (teamId: string) => part(Alert, ofTeam(teamId), 'ALERT#');
export const alertKey = (teamId: string, alertId: string) => key(Alert, ofTeam(teamId), `ALERT#${alertId}`);
export const alertsInStatus = (teamId: string, status: Alert['status']) => ({
  gsi1pk: `TEAM#${teamId}#ALERTS#${status}`,
});
export const alertIndexes = (teamId: string, alert: Pick<Alert, 'id' | 'status'>): IndexKeys => ({
  ...alertsInStatus(teamId, alert.status),
  gsi1sk: alert.id,
});

/** Marks the occasion of an alert, so that the alert is raised once for it. */
export const AlertMark = v.object({ at: Instant });
export const alertMarkKey = (teamId: string, { type, entityId }: Pick<Alert, 'type' | 'entityId'>, occasion: string) =>
  key(AlertMark, ofTeam(teamId), `ALERTED#${type}#${entityId}#${occasion}`);
