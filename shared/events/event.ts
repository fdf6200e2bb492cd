import * as v from 'valibot';
import { ACTOR_TYPES, AUDIT_ACTIONS, AUDITED_ENTITIES, type AuditEvent, SYSTEM_ACTOR } from '../audit/audit-event';
import { Instant, Uuid } from '../platform/values/fields';
import { EVENT_TYPES, eventTypeOf, newStatusOf, textOf } from './event-type';

const EventRecord = v.object({
  /** The kind of the record. */
  type: v.picklist(AUDITED_ENTITIES),
  id: Uuid,
});

/**
 * An event says what happened to which record, and never contains the record. A consumer reads the record when it wants it, so that its own
 * rights decide about the fields, and a copy is never older than the event.
 */
export const FleetEvent = v.object({
  /** The identifier of the audit entry. It is the same in every delivery and in the list of events. */
  id: Uuid,
  /** The kind of record and what happened to it. It follows from entity, action and new status. */
  type: v.picklist(EVENT_TYPES),
  /** The instant of the change. */
  timestamp: Instant,
  /** What happened, to which record. */
  data: v.object({
    teamId: Uuid,
    /** The record that changed. */
    entity: EventRecord,
    /** What was done with the record. */
    action: v.picklist(AUDIT_ACTIONS),
    /** Who changed it. */
    actor: v.object({
      /** A member, a driver, an API key or the service itself. */
      type: v.picklist(ACTOR_TYPES),
      id: Uuid,
    }),
    /** Absent when the entry names neither fields nor statuses. */
    changes: v.optional(
      v.object({
        /** The names of the fields that were written. */
        fields: v.optional(v.array(v.string())),
        previousStatus: v.optional(v.string()),
        newStatus: v.optional(v.string()),
      }),
    ),
    /** Other records that the same change wrote and that have no event of their own: at most 8. */
    affects: v.optional(v.array(EventRecord)),
  }),
});
export type FleetEvent = v.InferOutput<typeof FleetEvent>;

/**
 * Makes the event of an audit entry. Returns undefined for an entry that is no event. The event depends on the entry alone, so that every
 * delivery has the same bytes. Of `changes` it contains the names of fields and the statuses alone: some entries have amounts and members there.
 */
export function eventOf(teamId: string, entry: AuditEvent): FleetEvent | undefined {
  const type = eventTypeOf(entry);
  if (type === undefined) return undefined;
  const { id, at, entityType, entityId, action, actorId, affects } = entry;
  const changes = changesOf(entry);
  return {
    id,
    type,
    timestamp: at,
    data: {
      teamId,
      entity: { type: entityType, id: entityId },
      action,
      actor: { type: actorTypeOf(entry), id: actorId },
      ...(changes && { changes }),
      ...(affects && { affects: affects.map((one) => ({ type: one.entityType, id: one.entityId })) }),
    },
  };
}

/** The body of a delivery, in the bytes of every attempt. */
export function renderEvent(teamId: string, entry: AuditEvent): string | undefined {
  const event = eventOf(teamId, entry);
  return event && JSON.stringify(event);
}

const actorTypeOf = ({ actorType, actorId }: AuditEvent) =>
  actorType ?? (actorId === SYSTEM_ACTOR ? 'SYSTEM' : 'MEMBER');

function changesOf(entry: AuditEvent): FleetEvent['data']['changes'] {
  const { fields } = entry.changes ?? {};
  const names = Array.isArray(fields) ? fields.flatMap((field) => textOf(field) ?? []) : [];
  const previousStatus = entry.previousStatus ?? textOf(entry.changes?.previousStatus);
  const newStatus = newStatusOf(entry);
  if (names.length === 0 && previousStatus === undefined && newStatus === undefined) return undefined;
  return {
    ...(names.length > 0 && { fields: names }),
    ...(previousStatus !== undefined && { previousStatus }),
    ...(newStatus !== undefined && { newStatus }),
  };
}
