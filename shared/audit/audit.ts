import type { Context } from '../platform/runtime/context';
import { instantOfUuid } from '../platform/runtime/uuid';
import { createKnowing, type Step, unexpectedConflict } from '../platform/table/steps';
import { affectedBy } from './affects';
import type { ActorType, AuditEvent } from './audit-event';
import { eventKey, eventKeysWithText, nameOfRecord, SYSTEM_ACTOR } from './audit-event';

/** The acting user and the team. A caller without a pool is a member, or the service. */
export interface TeamActor {
  readonly id: string;
  readonly teamId: string;
  readonly pool?: 'staff' | 'drivers' | 'keys';
}

/**
 * The audit entry of a change, written in the same transaction. For a trip it is also the timeline entry. Its instant
 * is taken from its identifier, so that a range of dates is a range of keys. It names the other records that the transaction changes.
 * `refused` is the error for an entry that is there: only the identifier of a phone can be.
 */
export function auditStep(
  context: Context,
  actor: TeamActor,
  entry: Omit<AuditEvent, 'id' | 'actorId' | 'at'>,
  refused: (found: AuditEvent | undefined) => Error = unexpectedConflict('An audit entry'),
): Step {
  const id = context.newId();
  const actorType = actorTypeOf(actor);
  const by = { actorId: actor.id, ...(actorType && { actorType }) };
  const event: AuditEvent = { id, ...by, at: instantOfUuid(id).toISOString(), ...entry };
  return createKnowing(
    eventKey(actor.teamId, event),
    (changed) => {
      const affects = affectedBy(actor.teamId, event, changed);
      return { ...event, affects: affects.length > 0 ? affects.map(nameOfRecord) : undefined };
    },
    refused,
    (stored) => eventKeysWithText(actor.teamId, stored),
  );
}

function actorTypeOf({ id, pool }: TeamActor): ActorType | undefined {
  if (pool === 'drivers') return 'DRIVER';
  if (pool === 'keys') return 'KEY';
  return id === SYSTEM_ACTOR ? 'SYSTEM' : undefined;
}
