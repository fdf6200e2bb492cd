import * as v from 'valibot';
import { type IndexKeys, key, part } from '../platform/table/keys';
import { Decimal, Instant, isUuid, Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';

export const AUDITED_ENTITIES = [
  'TEAM',
  'DRIVER',
  'VEHICLE',
  'CLIENT',
  'ROUTE_POINT',
  'ROUTE',
  'TRIP',
  'BOX',
  'BOX_RESERVATION',
  'PAYMENT',
  'COLLECTION',
  'INVOICE',
  'ORGANIZATION',
  'FILE',
  'ALERT',
  'USER',
  'DOCUMENT_ARCHIVE',
  'WEBHOOK_ENDPOINT',
  'API_KEY',
  'TRACKING_LINK',
  'IMPORT',
] as const;
export type AuditedEntity = (typeof AUDITED_ENTITIES)[number];

/** What the phone of a driver reports. */
export const FACT_ACTIONS = [
  'STOP_ARRIVED',
  'STOP_DEPARTED',
  'STOP_SKIPPED',
  'PROOF',
  'NOTE',
  'TRIP_START',
  'TRIP_END',
] as const;

export const AUDIT_ACTIONS = [
  'CREATE',
  'UPDATE',
  'ACTIVATE',
  'DEACTIVATE',
  'DELETE',
  'READ',
  'STATUS',
  'SIGN_IN_RECOVERED',
  'PASSWORD_RESET',
  'SESSIONS_ENDED',
  'PASSWORD_CHANGED',
  'FACTOR_ENROLLED',
  'EXPORT',
  'ERASE',
  'SUBSTITUTE',
  'EMAIL',
  'ALLOCATE',
  'CREDIT_NOTE',
  'RECEIPT',
  'RELAY',
  ...FACT_ACTIONS,
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A record of the team, by its kind and identifier. */
export const AuditedRecord = v.object({ entityType: v.picklist(AUDITED_ENTITIES), entityId: Uuid });
export type AuditedRecord = v.InferOutput<typeof AuditedRecord>;

/** A record in the text of {@link AuditEvent}: eight objects would take more than the kilobyte that an entry costs. */
export const nameOfRecord = ({ entityType, entityId }: AuditedRecord): string => `${entityType}#${entityId}`;

const NamedRecord = v.pipe(
  v.string(),
  v.transform((name) => {
    const [entityType, entityId] = name.split('#');
    return { entityType, entityId };
  }),
  AuditedRecord,
);

export const ACTOR_TYPES = ['MEMBER', 'DRIVER', 'KEY', 'SYSTEM'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** An entry names at most so many other records, so that it stays below one kilobyte. */
export const MOST_AFFECTED = 8;

const TransitionFact = v.object({
  /** The identifier that the phone gave it. The timeline shows the entry under it. */
  id: Uuid,
  /** The best estimate of its time. */
  at: Instant,
  /** By the clock of the phone. */
  recordedAt: Instant,
  /** When the service received it. */
  receivedAt: Instant,
  /** Metres within which the place is right. Absent when the phone did not say so. */
  accuracyM: v.optional(Decimal(0, 10_000)),
});

/**
 * An audit event. A trip's event is read twice, as audit entry and as timeline entry; storing it once saves a write in
 * every transition.
 */
export const AuditEvent = v.object({
  id: Uuid,
  entityType: v.picklist(AUDITED_ENTITIES),
  entityId: Uuid,
  /** What was done with the record. */
  action: v.picklist(AUDIT_ACTIONS),
  /** The person, by the identifier of the account, or the service itself. */
  actorId: Uuid,
  /** Absent for a member, and in entries that are older than this field. */
  actorType: v.optional(v.picklist(ACTOR_TYPES)),
  at: Instant,
  /** The written fields with their new values. Confidential values are replaced. Absent when no field was written. */
  changes: v.optional(v.record(v.string(), v.unknown())),
  previousStatus: v.optional(v.string()),
  newStatus: v.optional(v.string()),
  /** Other records that the same transaction changed and that have no entry of their own. */
  affects: v.optional(v.pipe(v.array(NamedRecord), v.maxLength(MOST_AFFECTED))),
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  /** By the clock of the phone. Only in facts that a phone recorded. */
  recordedAt: v.optional(Instant),
  /** When the service received it. Only in facts that a phone recorded. */
  receivedAt: v.optional(Instant),
  /** The stop of the trip. Absent in entries that name none. */
  stopId: v.optional(Uuid),
  /** What the phone recorded about a transition that it made. Absent in entries of other changes. */
  fact: v.optional(TransitionFact),
  /** The version of the trip in the answer to the phone. Absent in entries of other changes. */
  tripVersion: v.optional(Whole),
});
export type AuditEvent = v.InferOutput<typeof AuditEvent>;

/**
 * Where an entry is. A transition that a phone recorded has two identifiers: the phone's can be days old, and the table and the timeline have
 * the entry under it; the service makes the other one at the commit, and the index and the events have the entry under that.
 */
export type EntryPlace = Pick<AuditEvent, 'id' | 'entityType' | 'entityId'> & {
  readonly fact?: { readonly id: string } | undefined;
};

/** An audit entry in answers. Only the timeline of a trip shows the position. */
export const AuditEntry = v.pick(AuditEvent, ['id', 'entityType', 'entityId', 'action', 'actorId', 'at', 'changes']);
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** What a list shows of an event. */
export type ListedEvent = AuditEntry & Partial<Pick<AuditEvent, 'previousStatus' | 'newStatus'>>;

/** Converts an event to an entry. A change of status appears in `changes`. */
export function auditEntry(entry: ListedEvent & Partial<AuditEvent>): AuditEntry {
  const {
    previousStatus,
    newStatus,
    lat,
    lng,
    affects,
    actorType,
    recordedAt,
    receivedAt,
    stopId,
    fact,
    tripVersion,
    ...event
  } = entry;
  return newStatus === undefined ? event : { ...event, changes: { ...event.changes, previousStatus, newStatus } };
}

/** True of a fact that a phone recorded: it stands in the timeline of its trip, and is neither audit entry nor event. */
export const isFact = ({ receivedAt }: Pick<AuditEvent, 'receivedAt'>): boolean => receivedAt !== undefined;

/** The actor of changes without a user: by recovery and by the provider's webhooks. */
export const SYSTEM_ACTOR = '00000000-0000-0000-0000-000000000000';

/** The beginning of the sort key of every entry, and of no other item. */
export const EVENT_PREFIX = 'EVENT#';
export const eventsOf = (teamId: string, entityType: AuditedEntity, entityId: string) =>
  part(AuditEvent, `TEAM#${teamId}#${entityType}#${entityId}`, EVENT_PREFIX);
export const eventKey = (teamId: string, { id, entityType, entityId, fact }: EntryPlace) =>
  key(AuditEvent, eventsOf(teamId, entityType, entityId).pk, `${EVENT_PREFIX}${fact?.id ?? id}`);
export const auditOfTeam = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#AUDIT` });
export const eventIndexes = (teamId: string, { id, entityType, entityId, fact }: EntryPlace): IndexKeys => ({
  ...auditOfTeam(teamId),
  gsi1sk: [id, entityType, entityId, ...(fact?.id === undefined ? [] : [fact.id])].join('#'),
});

/** An item or an entry of an index up to a kilobyte costs one unit. */
const ONE_UNIT_BYTES = 1_000;

/**
 * The index keys of an event, with the fields that lists show in the sort key. A list then reads no item of the table. An event that would
 * exceed a kilobyte by it has its place alone, as those of older releases have.
 */
export function eventKeysWithText(teamId: string, event: v.InferInput<typeof AuditEvent>): IndexKeys {
  const { action, actorId, changes, previousStatus, newStatus } = event;
  const indexes = eventIndexes(teamId, event);
  const text = JSON.stringify({ action, actorId, changes, previousStatus, newStatus });
  const longer = { ...indexes, gsi1sk: `${indexes.gsi1sk}#${text}` };
  const { pk, sk } = eventKey(teamId, event);
  const bytes = Buffer.byteLength(JSON.stringify({ ...event, ...longer, pk, sk }));
  return bytes < ONE_UNIT_BYTES ? longer : indexes;
}

/** Parses a sort key of {@link eventIndexes}, also one with a text. */
export function eventAt(position: string): EntryPlace {
  const [id, entityType, entityId, factId = ''] = position.split('#');
  const place = v.parse(Place, { id, entityType, entityId });
  return isUuid(factId) ? { ...place, fact: { id: factId } } : place;
}
export const isEventPosition = (position: string): boolean => {
  const [id, entityType, entityId, ...rest] = position.split('#');
  return rest.length <= 1 && rest.every(isUuid) && v.is(Place, { id, entityType, entityId });
};
const Place = v.pick(AuditEvent, ['id', 'entityType', 'entityId']);
