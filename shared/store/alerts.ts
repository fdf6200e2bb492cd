import { ALERTS, type Alert, type AlertCause } from '../domain/alerts';
import type { Context } from '../runtime/context';
import { AlreadyThere } from './already-there';
import { alertIndexes, alertKey, alertMarkKey } from './keys';
import { create, neverRefused, type Step } from './steps';

/** Raises an alert, OPEN, in the transaction of what it warns of. */
export function alertStep(context: Context, teamId: string, cause: AlertCause): Step {
  const alert: Alert = {
    ...ALERTS[cause.type],
    ...cause,
    id: context.newId(),
    status: 'OPEN',
    createdAt: context.now().toISOString(),
  };
  return create(alertKey(teamId, alert.id), alert, neverRefused('An alert'), alertIndexes(teamId, alert));
}

/**
 * Raises an alert once for its occasion, whoever tries again or at the same time: the transaction is refused as `AlreadyThere` after the
 * first. The occasion tells apart what may be warned of more than once of one entity: 'LICENSE#2026-03-01#30'.
 */
export function alertOnceSteps(context: Context, teamId: string, cause: AlertCause, occasion = ''): Step[] {
  const mark = { at: context.now().toISOString() };
  return [
    create(alertMarkKey(teamId, cause, occasion), mark, () => new AlreadyThere()),
    alertStep(context, teamId, cause),
  ];
}
