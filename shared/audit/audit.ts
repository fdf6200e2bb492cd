import type { Context } from '../platform/runtime/context';
import { instantOfUuid } from '../platform/runtime/uuid';
import { create, type Step, unexpectedConflict } from '../platform/table/steps';
import type { AuditEvent } from './audit-event';
import { eventIndexes, eventKey } from './audit-event';

/** Who acts, in which team: what of a caller the store needs. */
export interface TeamActor {
  readonly id: string;
  readonly teamId: string;
}

/**
 * The entry that every change leaves in its own transaction; a trip's is its timeline entry too. Its instant is its identifier's, so that
 * a range of dates is a range of keys to the millisecond.
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
