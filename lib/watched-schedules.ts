import type { Rate, Trigger } from '../shared/operation/define-trigger';

/** The ids of the schedules whose silence raises an alarm. */
export interface WatchedSchedules {
  readonly canary: string;
  readonly recovery: string;
  readonly hourly: readonly string[];
}

/** The schedules whose own alarms look at shorter periods. */
const OWN_ALARMS = { canary: 'canary', recovery: 'recoverStamping' };
const HOUR = 60;

/** The minutes from one run to the next. */
export function minutesOf(rate: Rate): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour)s?\)$/.exec(rate) ?? [];
  if (count === undefined) throw new Error(`The rate ${rate} has no period.`);
  return Number(count) * (unit === 'hour' ? HOUR : 1);
}

/**
 * Groups the schedules by the alarms that watch them. A schedule that runs less often than every hour has no alarm of its
 * own: if its run throws, the call ends in the dead-letter queue, which has one.
 */
export const watchedSchedules = (triggers: Readonly<Record<string, Trigger>>): WatchedSchedules => ({
  ...OWN_ALARMS,
  hourly: Object.values(triggers)
    .filter(({ id, rate }) => !Object.values(OWN_ALARMS).includes(id) && rate !== undefined && minutesOf(rate) <= HOUR)
    .map(({ id }) => id),
});
