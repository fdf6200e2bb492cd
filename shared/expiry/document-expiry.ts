import * as v from 'valibot';
import type { AlertCause } from '../alerts/alert';
import type { AlertSeverity } from '../alerts/alert-kinds';
import type { AuditedEntity } from '../audit/audit-event';
import { addDays } from '../platform/values/calendar';
import { Uuid } from '../platform/values/fields';
import { said } from '../platform/values/text';

/** The kinds of record with expiring documents. A team has one organization, so the team's id identifies it. */
const EXPIRY_ENTITIES = ['DRIVER', 'VEHICLE', 'ORGANIZATION'] as const satisfies AuditedEntity[];
export type ExpiryEntity = (typeof EXPIRY_ENTITIES)[number];

interface DocumentKind {
  readonly entityType: ExpiryEntity;
  /** The record's field with the expiry date: a day or an instant, stored as sent. */
  readonly field: string;
}

/** The documents that expire, and maintenance, which falls due. */
export const EXPIRING_DOCUMENTS = {
  LICENSE: { entityType: 'DRIVER', field: 'licenseExpiry' },
  MEDICAL: { entityType: 'DRIVER', field: 'medicalExpiry' },
  INSURANCE: { entityType: 'VEHICLE', field: 'insuranceExpiry' },
  REGISTRATION: { entityType: 'VEHICLE', field: 'registrationExpiry' },
  MAINTENANCE: { entityType: 'VEHICLE', field: 'nextMaintenance' },
  SEAL_CERTIFICATE: { entityType: 'ORGANIZATION', field: 'csdExpiresAt' },
} as const satisfies Record<string, DocumentKind>;

export type ExpiringDocument = keyof typeof EXPIRING_DOCUMENTS;
export const EXPIRING_DOCUMENT_NAMES = [
  'LICENSE',
  'MEDICAL',
  'INSURANCE',
  'REGISTRATION',
  'MAINTENANCE',
  'SEAL_CERTIFICATE',
] as const satisfies ExpiringDocument[];

const Day = v.pipe(v.string(), v.isoDate());

/** A stored document expiry, separate from the record that it belongs to. The list and the warnings read it. */
export const ExpiryRecord = v.object({
  teamId: Uuid,
  paper: v.picklist(EXPIRING_DOCUMENT_NAMES),
  entityId: Uuid,
  expiresOn: Day,
  /** The local day of the next warning. Absent after the last warning. */
  warnOn: v.optional(Day),
  /** The alerts about this expiry. They resolve themselves when the date changes. */
  alerts: v.optional(v.array(Uuid)),
});
export type ExpiryRecord = v.InferOutput<typeof ExpiryRecord>;

/** A document expiry in an answer. `daysLeft` is negative after the expiry. */
export const Expiration = v.object({
  /** Which document expires. */
  paper: v.picklist(EXPIRING_DOCUMENT_NAMES),
  entityType: v.picklist(EXPIRY_ENTITIES),
  entityId: Uuid,
  /** The driver’s name, the vehicle’s plate or the carrier’s legal name. */
  entityName: v.string(),
  /**
   * The last day on which the document is valid.
   * @example 2026-12-31
   */
  expiresOn: Day,
  /** Days from today, in the team’s time zone, to that day. Negative after it. */
  daysLeft: v.pipe(v.number(), v.integer()),
});
export type Expiration = v.InferOutput<typeof Expiration>;

/** Any record with expiring documents; the rules look up its date fields by name. */
export type DocumentHolder = Readonly<Record<string, unknown>>;

/** A record that is BAJA has left the fleet: its documents need no renewal. */
export const isRetired = (holder: DocumentHolder): boolean => holder.status === 'BAJA';

export const expiringDocumentsOf = (entityType: ExpiryEntity): ExpiringDocument[] =>
  EXPIRING_DOCUMENT_NAMES.filter((paper) => EXPIRING_DOCUMENTS[paper].entityType === entityType);

/** The record's fields with expiry dates. */
export const expiryFields = (entityType: ExpiryEntity): string[] =>
  expiringDocumentsOf(entityType).map((paper) => EXPIRING_DOCUMENTS[paper].field);

/** The date of a document, as it was sent. The service ignores the documents of a retired record. */
export const dateOf = (holder: DocumentHolder | undefined, paper: ExpiringDocument): string | undefined => {
  const date = holder?.[EXPIRING_DOCUMENTS[paper].field];
  return typeof date === 'string' && holder && !isRetired(holder) ? date : undefined;
};

/** The documents whose date changes with an edit, with the new date. Undefined when the date is removed. `isNew`: there was none before. */
export const changedExpiries = (entityType: ExpiryEntity, before: DocumentHolder | undefined, after: DocumentHolder) =>
  expiringDocumentsOf(entityType).flatMap((paper) => {
    const date = dateOf(after, paper);
    const former = dateOf(before, paper);
    return date === former ? [] : [{ paper, date, isNew: former === undefined }];
  });

/** The warnings: days before the expiry, and severity. */
export const WARNINGS = [
  { daysAhead: 30, severity: 'INFO' },
  { daysAhead: 7, severity: 'WARNING' },
  { daysAhead: 0, severity: 'CRITICAL' },
] as const satisfies { daysAhead: number; severity: AlertSeverity }[];
export type Warning = (typeof WARNINGS)[number];

/** The day of a document's first warning. */
export const firstWarningOn = (expiresOn: string): string => addDays(expiresOn, -WARNINGS[0].daysAhead);

/** The most severe warning that is due. It alone is raised, even when the schedule missed several days. */
export const dueWarning = (daysLeft: number): Warning | undefined =>
  WARNINGS.findLast(({ daysAhead }) => daysLeft <= daysAhead);

/** The day of the next warning. Undefined after the last. */
export function nextWarningOn(expiresOn: string, { daysAhead }: Warning): string | undefined {
  const next = WARNINGS.find((warning) => warning.daysAhead < daysAhead);
  return next && addDays(expiresOn, -next.daysAhead);
}

/** A document's alert, and the occasion for which it is raised only once. */
export function expiryAlert(
  { paper, entityId, expiresOn }: ExpiryRecord,
  name: string,
  { daysAhead, severity }: Warning,
): { cause: AlertCause; occasion: string } {
  const { entityType } = EXPIRING_DOCUMENTS[paper];
  const facts = { paper, name, expiresOn };
  return {
    cause: { type: 'PAPER_EXPIRING', entityType, entityId, severity, facts },
    occasion: `${paper}#${expiresOn}#${daysAhead}`,
  };
}

const MOST_DAYS = 366;
const DAYS_MESSAGE = said({
  en: `Send a whole number of days from 0 to ${MOST_DAYS}.`,
  es: `Envíe un número entero de días del 0 al ${MOST_DAYS}.`,
});

/** The number of days that the list looks ahead. */
export const DaysAhead = v.optional(
  v.pipe(
    v.string(DAYS_MESSAGE),
    v.regex(/^\d{1,3}$/, DAYS_MESSAGE),
    v.metadata({ type: 'integer', minimum: 0, maximum: MOST_DAYS }),
    v.transform(Number),
    v.maxValue(MOST_DAYS, DAYS_MESSAGE),
  ),
  '30',
);
