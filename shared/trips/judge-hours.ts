import { alertSteps, notedResolutionSteps } from '../alerts/alerts';
import { driverKey } from '../fleet/driver';
import { hoursAlertsKey, reachedLimit, stillHolds, type ToldLimit } from '../hours/hours-alerts';
import { nextHoursDue } from '../hours/hours-due';
import { hoursOfRule, type RuleCount } from '../hours/limits';
import type { Context } from '../platform/runtime/context';
import { Overtaken, overtaken } from '../platform/table/overtaken';
import { getItem } from '../platform/table/read';
import { againWhile } from '../platform/table/retry';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { recentRoadPolicy } from '../road-policy/policy';
import { type LoggedDriver, readLimits } from './read-hours';

/** Another judgement or a member changed the alerts meanwhile. */
const changed = overtaken('The alerts of the driver have changed.');

/**
 * Raises HOURS_NEAR_LIMIT and HOURS_OVER_LIMIT once for each limit that the driver has reached, and resolves the alerts
 * that the log contradicts. Returns when to judge next, in minutes since 1970; undefined when the team wants none.
 */
export async function judgeHours(context: Context, driver: LoggedDriver): Promise<number | undefined> {
  const { hours, pauseMinutes } = await recentRoadPolicy(context, driver.teamId);
  if (hours === 'OFF') return undefined;
  return againWhile(
    context,
    (failure) => failure instanceof Overtaken,
    () => judgeOnce(context, driver, pauseMinutes),
  );
}

/** The alerts are read before the log: of two judgements at once, the later one rests on all facts. */
async function judgeOnce(context: Context, driver: LoggedDriver, pauseMinutes: number): Promise<number> {
  const { teamId, id } = driver;
  const alertsKey = hoursAlertsKey(teamId, id);
  const found = await getItem(context, alertsKey);
  const { limits, until } = await readLimits(context, driver);
  const { gone, raised, told } = changesOf(context, found?.told ?? [], limits.counts, pauseMinutes);
  if (gone.length + raised.length > 0) {
    const ids = gone.map(({ alertId }) => alertId);
    const next = { revision: (found?.revision ?? 0) + 1, told };
    const asRead = found ? { equals: { revision: found.revision } } : { exists: false };
    await transact(context, [
      update(alertsKey, { set: next }, asRead, changed),
      ...raised.flatMap(({ code, rule, alertId }) =>
        alertSteps(context, teamId, { type: code, entityId: id, facts: { limitHours: hoursOfRule(rule) } }, alertId),
      ),
      ...(await notedResolutionSteps(context, teamId, ids, changed)),
    ]);
  }
  return nextHoursDue(limits.counts, until);
}

interface Changes {
  readonly gone: ToldLimit[];
  readonly raised: ToldLimit[];
  /** What is told after the change. */
  readonly told: ToldLimit[];
}

function changesOf(
  context: Context,
  told: readonly ToldLimit[],
  counts: readonly RuleCount[],
  pauseMinutes: number,
): Changes {
  const countOf = (rule: string) => counts.find((count) => count.rule === rule);
  const kept = told.filter((one) => {
    const count = countOf(one.rule);
    return count !== undefined && stillHolds(one, count, pauseMinutes);
  });
  const raised = counts
    .filter(({ rule }) => kept.every((one) => one.rule !== rule))
    .flatMap((count) => reachedLimit(count) ?? [])
    .map((reached) => ({ ...reached, alertId: context.newId() }));
  return { gone: told.filter((one) => !kept.includes(one)), raised, told: [...kept, ...raised] };
}

/** Judges the hours of a driver after facts that belong to no position item. */
export async function judgeHoursOf(
  context: Context,
  { teamId, id }: { readonly teamId: string; readonly id: string },
): Promise<void> {
  const driver = await getItem(context, driverKey(teamId, id));
  await judgeHours(context, { teamId, id, tripId: driver?.tripId });
}
