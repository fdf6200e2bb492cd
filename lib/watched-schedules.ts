import type { Trigger } from '../shared/operation/define-trigger';

/** The ids of the schedules whose silence raises an alarm. */
export interface WatchedSchedules {
  readonly canary: string;
  readonly recovery: string;
  readonly hourly: readonly string[];
}

/** The rates of the schedules that the alarms watch by the hour. */
const WATCHED_BY_THE_HOUR: readonly unknown[] = ['rate(60 minutes)', 'rate(5 minutes)'];

/**
 * Groups the schedules by the alarms that watch them. A schedule that runs less often than every hour has no alarm of its
 * own: if its run throws, the call ends in the dead-letter queue, which has one.
 */
export const watchedSchedules = (triggers: Readonly<Record<string, Trigger>>): WatchedSchedules => ({
  canary: 'canary',
  recovery: 'recoverStamping',
  hourly: Object.values(triggers)
    .filter(({ id, rate }) => id !== 'canary' && WATCHED_BY_THE_HOUR.includes(rate))
    .map(({ id }) => id),
});
