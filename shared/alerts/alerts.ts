import { auditStep, type TeamActor } from '../audit/audit';
import { SYSTEM_ACTOR } from '../audit/audit-event';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { allOf, unchanged } from '../platform/table/expression';
import { indexedSource } from '../platform/table/indexed-records';
import type { Listed } from '../platform/table/lists';
import { newestSource } from '../platform/table/newest-records';
import { getItems, queryIndex } from '../platform/table/read';
import { interpret, rowFor } from '../platform/table/state-machine';
import { create, type Step, unexpectedConflict, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { readUnits } from '../platform/table/unit-pages';
import { isUuid } from '../platform/values/fields';
import type { Page } from '../platform/values/pages';
import {
  type AlertCause,
  type AlertRecord,
  type AlertStatus,
  type AlertType,
  alertIndexes,
  alertKey,
  alertMarkKey,
  alertsInStatus,
  alertsOf,
} from './alert';
import { ALERTS } from './alert-kinds';
import { ALERT_RESOLUTION, ALERT_TRANSITIONS } from './alert-states';
import { alertText } from './alert-texts';

/** Raises an alert, OPEN, with its entry, in the transaction of its cause. A record that resolves it later keeps the `id`. */
export function alertSteps(context: Context, teamId: string, cause: AlertCause, id = context.newId()): Step[] {
  const { severity, entityType } = ALERTS[cause.type];
  const alert: AlertRecord = {
    severity,
    entityType,
    ...cause,
    message: alertText(cause.type, cause.facts).en,
    id,
    status: 'OPEN',
    createdAt: context.now().toISOString(),
  };
  return [
    create(alertKey(teamId, alert.id), alert, unexpectedConflict('An alert'), alertIndexes(teamId, alert)),
    auditStep(context, serviceOf(teamId), { entityType: 'ALERT', entityId: id, action: 'CREATE' }),
  ];
}

/**
 * The entry of an alert that the service resolves. Needed in a transaction without another entry, which would name the alert
 * among the records that it affects.
 */
export const resolutionEntry = (context: Context, teamId: string, entityId: string): Step =>
  auditStep(context, serviceOf(teamId), {
    entityType: 'ALERT',
    entityId,
    action: 'UPDATE',
    changes: { newStatus: 'RESOLVED' },
  });

const serviceOf = (teamId: string): TeamActor => ({ id: SYSTEM_ACTOR, teamId });

/**
 * Raises an alert once for its occasion: a second transaction is refused as `AlreadyThere`. The occasion separates several alerts of one type
 * for one entity: 'LICENSE#2026-03-01#30'.
 */
export function alertOnceSteps(
  context: Context,
  teamId: string,
  cause: AlertCause,
  occasion = '',
  id = context.newId(),
): Step[] {
  const mark = { at: context.now().toISOString(), alert: id };
  return [
    create(alertMarkKey(teamId, cause, occasion), mark, () => new AlreadyThere()),
    ...alertSteps(context, teamId, cause, id),
  ];
}

/** Resolves an alert in the transaction that corrects its cause, also when a member acknowledged or resolved it before. */
export function resolveStep(teamId: string, id: string): Step {
  const resolved = { id, status: 'RESOLVED' } as const;
  const set = { status: resolved.status, resolvedBy: 'SYSTEM', ...alertIndexes(teamId, resolved) };
  return update(alertKey(teamId, id), { set }, {}, () => new Error('The alert does not exist.'));
}

/**
 * The steps that resolve alerts in the transaction that ends their cause. An alert that a member has resolved stays as
 * it is. `changed` is the refusal when a member moves one of them meanwhile. `entry` makes the entry of each, for a transaction that has no
 * other entry.
 */
export async function resolutionSteps(
  context: Context,
  teamId: string,
  ids: readonly string[],
  changed: () => Error,
  entry: (alertId: string) => readonly Step[] = () => [],
): Promise<Step[]> {
  const alerts = await getItems(
    context,
    ids.map((id) => alertKey(teamId, id)),
  );
  return alerts.flatMap((alert) => {
    if (alert === undefined || !ALERT_RESOLUTION.from.includes(alert.status)) return [];
    const { after, change, condition } = interpret(context, ALERT_RESOLUTION, alert, undefined);
    const set = { ...change.set, ...alertIndexes(teamId, after) };
    return [
      update(alertKey(teamId, alert.id), { ...change, set }, allOf(unchanged(alert, ['status']), condition), changed),
      ...entry(alert.id),
    ];
  });
}

/** The steps of {@link resolutionSteps}, with an entry of the service for each alert. */
export const notedResolutionSteps = (
  context: Context,
  teamId: string,
  ids: readonly string[],
  changed: () => Error,
): Promise<Step[]> => resolutionSteps(context, teamId, ids, changed, (id) => [resolutionEntry(context, teamId, id)]);

interface AlertFilter {
  readonly status?: AlertStatus | undefined;
  readonly type?: AlertType | undefined;
}

/**
 * Alerts of a team, the newest first. The index finds those that are OPEN or ACKNOWLEDGED. Most alerts are RESOLVED in the end: these, and
 * those of a type, are compared as the table is read, where an alert costs an eighth of a read by its key.
 */
export const listAlerts = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    (teamId: string, filter: AlertFilter, page: Page): Promise<Listed<AlertRecord>> => {
      const { status, type } = filter;
      const isFiltered = status !== undefined || type !== undefined;
      const keep = isFiltered ? (alert: AlertRecord) => matches(alert, filter) : undefined;
      if (status === undefined || status === 'RESOLVED') {
        const list = alertsOf(teamId);
        const identity = [list.pk, list.prefix, type, ...(status === undefined ? [] : [status])];
        return readUnits(context, newestSource(context, list, identity, keep), page);
      }
      const { gsi1pk } = alertsInStatus(teamId, status);
      const source = indexedSource<AlertRecord>(context, {
        identity: [gsi1pk, type],
        isPosition: isUuid,
        keep,
        read: (part) => queryIndex(context, 'gsi1', gsi1pk, part),
        keyAt: (id) => alertKey(teamId, id),
      });
      return readUnits(context, source, page);
    },
);

/** Compares the alert itself: the index can lag behind the table. */
const matches = (alert: AlertRecord, { status = alert.status, type = alert.type }: AlertFilter): boolean =>
  alert.status === status && alert.type === type;

/**
 * Moves an alert by hand and returns it. A missing row of the table is ALERT_STATUS. The status that the alert already has changes nothing,
 * also when another member set it meanwhile. Another change meanwhile is CONFLICT.
 */
export const changeAlertStatus = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, alert: AlertRecord, to: AlertStatus | undefined): Promise<AlertRecord> => {
      const { id, status: from } = alert;
      if (to === undefined || to === from) return alert;
      const row = rowFor(ALERT_TRANSITIONS, from, to);
      if (row === undefined) {
        throw new AppError('ALERT_STATUS', {
          field: 'status',
          message: {
            en: `An alert that is ${from} cannot become ${to}. Make it OPEN first.`,
            es: `Una alerta ${from} no puede pasar a ${to}. Primero pásela a OPEN.`,
          },
        });
      }
      const { after, change, condition, steps } = interpret(context, row, alert, undefined);
      const { teamId } = actor;
      const refused = (found: AlertRecord | undefined) => {
        if (found === undefined) return new AppError('NOT_FOUND');
        return found.status === to ? new AlreadyThere() : new AppError('CONFLICT');
      };
      await transact(context, [
        update(
          alertKey(teamId, id),
          { ...change, set: { ...change.set, ...alertIndexes(teamId, after) } },
          allOf({ equals: { status: from } }, condition),
          refused,
        ),
        ...steps,
        auditStep(context, actor, {
          entityType: 'ALERT',
          entityId: id,
          action: 'STATUS',
          changes: { previousStatus: from, newStatus: to },
        }),
      ]).catch(ignoreAlreadyThere);
      return after;
    },
);
