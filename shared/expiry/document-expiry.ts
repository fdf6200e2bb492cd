import * as v from 'valibot';
import type { AlertCause, AlertSeverity } from '../alerts/alert';
import type { AuditedEntity } from '../audit/audit-event';
import { addDays } from '../platform/values/calendar';
import { Uuid } from '../platform/values/fields';

/** Who or what a paper is of. A team has one organization, so the team's own identifier names it. */
export const EXPIRY_ENTITIES = ['DRIVER', 'VEHICLE', 'ORGANIZATION'] as const satisfies AuditedEntity[];
export type ExpiryEntity = (typeof EXPIRY_ENTITIES)[number];

export interface DocumentKind {
  readonly entityType: ExpiryEntity;
  /** The field of the entity's record that holds its date: a day or an instant, stored as sent. */
  readonly field: string;
  readonly label: string;
  readonly advice: string;
}

const RENEW = 'Renew it and write its new date down.';

/** Everything that expires, or falls due. */
export const EXPIRING_DOCUMENTS = {
  LICENSE: { entityType: 'DRIVER', field: 'licenseExpiry', label: 'driving licence', advice: RENEW },
  MEDICAL: { entityType: 'DRIVER', field: 'medicalExpiry', label: 'medical certificate', advice: RENEW },
  INSURANCE: { entityType: 'VEHICLE', field: 'insuranceExpiry', label: 'insurance', advice: RENEW },
  REGISTRATION: { entityType: 'VEHICLE', field: 'registrationExpiry', label: 'registration', advice: RENEW },
  MAINTENANCE: {
    entityType: 'VEHICLE',
    field: 'nextMaintenance',
    label: 'maintenance',
    advice: 'Have it done and write the next date down.',
  },
  SEAL_CERTIFICATE: {
    entityType: 'ORGANIZATION',
    field: 'csdExpiresAt',
    label: 'digital seal certificate',
    advice: 'Without it no invoice is stamped. Get a new one from the SAT and upload it.',
  },
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

/** A paper as it is kept beside the record that it is of: what the list and the warnings read. */
export const ExpiryRecord = v.object({
  teamId: Uuid,
  paper: v.picklist(EXPIRING_DOCUMENT_NAMES),
  entityId: Uuid,
  expiresOn: Day,
  /** The local day on which the next warning is due; absent once all were raised. */
  warnOn: v.optional(Day),
});
export type ExpiryRecord = v.InferOutput<typeof ExpiryRecord>;

/** A paper as it is answered: days left are negative once it has expired. */
export const Expiration = v.object({
  paper: v.picklist(EXPIRING_DOCUMENT_NAMES),
  entityType: v.picklist(EXPIRY_ENTITIES),
  entityId: Uuid,
  entityName: v.string(),
  expiresOn: Day,
  daysLeft: v.pipe(v.number(), v.integer()),
});
export type Expiration = v.InferOutput<typeof Expiration>;

/** Any record that papers are of, its own fields forgotten. */
export type DocumentHolder = Readonly<Record<string, unknown>>;

/** Nobody has to renew the papers of who or what has left. */
export const isRetired = (holder: DocumentHolder): boolean => holder.status === 'BAJA';

export const expiringDocumentsOf = (entityType: ExpiryEntity): ExpiringDocument[] =>
  EXPIRING_DOCUMENT_NAMES.filter((paper) => EXPIRING_DOCUMENTS[paper].entityType === entityType);

/** The fields of a record that hold the dates of its papers. */
export const expiryFields = (entityType: ExpiryEntity): string[] =>
  expiringDocumentsOf(entityType).map((paper) => EXPIRING_DOCUMENTS[paper].field);

const dateOf = (holder: DocumentHolder | undefined, paper: ExpiringDocument): string | undefined => {
  const date = holder?.[EXPIRING_DOCUMENTS[paper].field];
  return typeof date === 'string' && holder && !isRetired(holder) ? date : undefined;
};

/** The papers whose date is another after a change, with that date; undefined where there is none any more. */
export const changedExpiries = (entityType: ExpiryEntity, before: DocumentHolder | undefined, after: DocumentHolder) =>
  expiringDocumentsOf(entityType).flatMap((paper) => {
    const date = dateOf(after, paper);
    return date === dateOf(before, paper) ? [] : [{ paper, date }];
  });

/** How many days ahead a paper is warned of, and how gravely. */
export const WARNINGS = [
  { daysAhead: 30, severity: 'INFO' },
  { daysAhead: 7, severity: 'WARNING' },
  { daysAhead: 0, severity: 'CRITICAL' },
] as const satisfies { daysAhead: number; severity: AlertSeverity }[];
export type Warning = (typeof WARNINGS)[number];

/** The day on which the first warning of a paper is due. */
export const firstWarningOn = (expiresOn: string): string => addDays(expiresOn, -WARNINGS[0].daysAhead);

/** The gravest warning that is due with so many days left: one alert, however many days the schedule has missed. */
export const dueWarning = (daysLeft: number): Warning | undefined =>
  WARNINGS.findLast(({ daysAhead }) => daysLeft <= daysAhead);

/** The day of the warning that follows one; undefined after the last. */
export function nextWarningOn(expiresOn: string, { daysAhead }: Warning): string | undefined {
  const next = WARNINGS.find((warning) => warning.daysAhead < daysAhead);
  return next && addDays(expiresOn, -next.daysAhead);
}

/** The alert of a paper, and the occasion for which it is raised once. */
export function expiryAlert(
  { paper, entityId, expiresOn }: ExpiryRecord,
  entityName: string,
  daysLeft: number,
  { daysAhead, severity }: Warning,
): { cause: AlertCause; occasion: string } {
  const { entityType, label, advice } = EXPIRING_DOCUMENTS[paper];
  const message = `${entityName}: ${label} due ${expiresOn} (${inWords(daysLeft)}). ${advice}`;
  return {
    cause: { type: 'PAPER_EXPIRING', entityType, entityId, severity, message },
    occasion: `${paper}#${expiresOn}#${daysAhead}`,
  };
}

function inWords(daysLeft: number): string {
  const days = Math.abs(daysLeft) === 1 ? '1 day' : `${Math.abs(daysLeft)} days`;
  if (daysLeft > 0) return `in ${days}`;
  return daysLeft === 0 ? 'today' : `${days} ago`;
}

const MOST_DAYS = 366;
const DAYS_MESSAGE = `Send a whole number of days from 0 to ${MOST_DAYS}.`;

/** How many days ahead the list looks. */
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
