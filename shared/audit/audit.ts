import type { Context } from '../platform/runtime/context';
import { instantOfUuid } from '../platform/runtime/uuid';
import { create, type Step, unexpectedConflict } from '../platform/table/steps';
import type { AuditEvent } from './audit-event';
import { eventIndexes, eventKey } from './audit-event';

/** The acting user and the team. */
export interface TeamActor {
  readonly id: string;
  readonly teamId: string;
}

/**
 * The audit entry of a change, written in the same transaction. For a trip it is also the timeline entry. Its instant
 * is taken from its identifier, so that a range of dates is a range of keys.
 */
export function auditStep(context: Context, actor: TeamActor, entry: Omit<AuditEvent, 'id' | 'actorId' | 'at'>): Step {
  const id = context.newId();
  const event: AuditEvent = { id, actorId: actor.id, at: instantOfUuid(id).toISOString(), ...entry };
  return create(
    eventKey(actor.teamId, event),
    event,
    unexpectedConflict('An audit entry'),
    eventIndexes(actor.teamId, event),
  );
}
