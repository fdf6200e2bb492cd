import * as v from 'valibot';
import { AUDITED_ENTITIES } from '../audit/audit-event';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { changesOf } from '../platform/values/changes';
import { Instant, Uuid } from '../platform/values/fields';
import { Message } from '../platform/values/text';
import { ALERT_SEVERITIES, type ALERTS, type AlertKind } from './alert-kinds';

export const ALERT_STATUSES = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export type AlertType = keyof typeof ALERTS;
export const ALERT_TYPES = [
  'TRIP_ENDED_WITHOUT_PROOF',
  'STARTED_WITH_EXPIRED_PAPER',
  'TRIP_CANCELLED_WITH_DRAFT',
  'TRIP_CANCELLED_WITH_INVOICE',
  'CARTA_PORTE_OUTDATED',
  'INVOICE_OUTDATED',
  'BOX_RENTAL_INVOICE_DRAFT_FAILED',
  'INVOICE_STAMP_STUCK',
  'INVOICE_TOTAL_DIFFERS',
  'INVOICE_DUPLICATE',
  'SUBSTITUTION_REJECTED',
  'CANCELLATION_NOT_SENT',
  'CANCELLATION_REJECTED',
  'RECEIPT_CONFLICT',
  'RECEIPT_DUE',
  'RECEIPT_LATE',
  'STAMPS_NEARLY_SPENT',
  'DRIVER_LEFT_WITH_TRIPS',
  'PAPER_EXPIRING',
  'TRIP_LATE',
  'TRIP_OFF_ROUTE',
  'TRIP_SILENT',
  'PROOF_FILE_MISSING',
  'HOURS_NEAR_LIMIT',
  'HOURS_OVER_LIMIT',
  'WEBHOOK_DISABLED',
  'API_KEY_REVOKED',
  'API_KEYS_TO_REVIEW',
] as const satisfies AlertType[];

/** The facts of a cause that its sentence names. */
const AlertFacts = v.object({
  /** Which paper expires, whose it is, and when; or the name of an API key and the day of its end. */
  paper: v.optional(v.string()),
  name: v.optional(v.string()),
  expiresOn: v.optional(v.string()),
  /** The month of the payments, and the last day of their receipt. */
  month: v.optional(v.string()),
  dueOn: v.optional(v.string()),
  /** Pesos of the document and of the invoice. */
  documentTotal: v.optional(v.number()),
  total: v.optional(v.number()),
  /** The draft that substitutes the document. */
  draftId: v.optional(Uuid),
  /** The motive of the cancellation of the document `name`, and the substitute that it named. */
  motive: v.optional(v.string()),
  substituteId: v.optional(Uuid),
  /** How the request of the cancellation ended. */
  ending: v.optional(v.picklist(['rejected', 'expired'])),
  /** The minutes after the end of the window of the stop `name`. */
  minutesLate: v.optional(v.number()),
  /** The minutes since the last position. */
  minutesSilent: v.optional(v.number()),
  /** Kilometres from the line of the route. */
  kilometresOff: v.optional(v.number()),
  /** Hours of driving: 5 without a pause, or 14 without a rest. */
  limitHours: v.optional(v.number()),
});
export type AlertFacts = Readonly<v.InferOutput<typeof AlertFacts>>;

/** The cause of an alert. An absent field has the value of {@link ALERTS}. */
export interface AlertCause extends Partial<Omit<AlertKind, 'message'>> {
  readonly facts?: AlertFacts | undefined;
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

const AlertFields = {
  id: Uuid,
  /** What happened. */
  type: v.picklist(ALERT_TYPES),
  /** How far the team is with it. */
  status: v.picklist(ALERT_STATUSES),
  /** How soon the team must act. */
  severity: v.picklist(ALERT_SEVERITIES),
  entityType: v.picklist(AUDITED_ENTITIES),
  entityId: Uuid,
  // Stored in English for releases before the facts: after a roll back they read this alert too.
  message: v.string(),
  createdAt: Instant,
  /** The alert resolved itself, because its cause is gone. Absent when a member resolved it. */
  resolvedBy: v.optional(v.literal('SYSTEM')),
};

/** The answered alert. Its text is made when it is read. */
export const Alert = v.object({ ...AlertFields, message: Message });
export type Alert = v.InferOutput<typeof Alert>;

/** The stored alert. */
export const AlertRecord = v.object({ ...AlertFields, facts: v.optional(AlertFacts) });
export type AlertRecord = v.InferOutput<typeof AlertRecord>;

export const alertsOf = (teamId: string) => part(AlertRecord, ofTeam(teamId), 'ALERT#');
export const alertKey = (teamId: string, alertId: string) => key(AlertRecord, ofTeam(teamId), `ALERT#${alertId}`);
export const alertsInStatus = (teamId: string, status: Alert['status']) => ({
  gsi1pk: `TEAM#${teamId}#ALERTS#${status}`,
});
export const alertIndexes = (teamId: string, alert: Pick<Alert, 'id' | 'status'>): IndexKeys => ({
  ...alertsInStatus(teamId, alert.status),
  gsi1sk: alert.id,
});

/** Marks the occasion of an alert, so that the alert is raised once for it. Marks of older releases do not name the alert. */
const AlertMark = v.object({ at: Instant, alert: v.optional(Uuid) });
export const alertMarkKey = (teamId: string, { type, entityId }: Pick<Alert, 'type' | 'entityId'>, occasion: string) =>
  key(AlertMark, ofTeam(teamId), `ALERTED#${type}#${entityId}#${occasion}`);
