import { auditStep } from '../audit/audit';
import { SYSTEM_ACTOR } from '../audit/audit-event';
import type { Context } from '../platform/runtime/context';
import { allOf } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { interpret } from '../platform/table/state-machine';
import { type Step, update } from '../platform/table/steps';
import { type AlertCause, alertIndexes, alertKey } from './alert';
import { ALERT_RETURN } from './alert-states';
import { alertText } from './alert-texts';

/**
 * The steps that make an alert OPEN again whose cause had ended and is back, with the facts of now. An alert is raised once for an occasion, so
 * it would stay RESOLVED while the cause exists. Empty for an alert that is not RESOLVED, and for one that a member has resolved.
 */
export async function reopeningSteps(
  context: Context,
  teamId: string,
  id: string,
  { type, facts }: Pick<AlertCause, 'type' | 'facts'>,
  changed: () => Error,
): Promise<Step[]> {
  const alert = await getItem(context, alertKey(teamId, id));
  if (alert?.resolvedBy === undefined || !ALERT_RETURN.from.includes(alert.status)) return [];
  const { after, change, condition } = interpret(context, ALERT_RETURN, alert, undefined);
  const told = { facts, message: alertText(type, facts).en };
  return [
    update(
      alertKey(teamId, id),
      { ...change, set: { ...change.set, ...told, ...alertIndexes(teamId, after) } },
      allOf({ equals: { status: alert.status } }, condition),
      changed,
    ),
    auditStep(
      context,
      { id: SYSTEM_ACTOR, teamId },
      { entityType: 'ALERT', entityId: id, action: 'UPDATE', changes: { newStatus: after.status } },
    ),
  ];
}
