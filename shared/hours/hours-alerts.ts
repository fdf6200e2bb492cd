import * as v from 'valibot';
import { key } from '../platform/table/keys';
import { Uuid, Whole } from '../platform/values/fields';
import { HOURS_RULES, NEAR_MINUTES, type RuleCount } from './limits';

/** An alert about a limit that a driver reached, until it is resolved. */
const ToldLimit = v.object({
  rule: v.picklist(HOURS_RULES.map(({ id }) => id)),
  code: v.picklist(['HOURS_NEAR_LIMIT', 'HOURS_OVER_LIMIT']),
  alertId: Uuid,
  /** When the log reached it, in seconds since 1970. */
  at: Whole,
});
export type ToldLimit = v.InferOutput<typeof ToldLimit>;

/** The alerts about the limits of a driver. */
const HoursAlerts = v.object({
  /** Raised by each write, so that of two judgements at once one raises the alert. */
  revision: Whole,
  told: v.array(ToldLimit),
});

export const hoursAlertsKey = (teamId: string, driverId: string) =>
  key(HoursAlerts, `TEAM#${teamId}#DRIVER#${driverId}`, 'HOURS_ALERTS');

const MINUTE = 60;
const NEAR = NEAR_MINUTES * MINUTE;
/** The time after the last position counts as driving for so long, until a position shows a pause or none comes. */
const NO_DATA = 15 * MINUTE;

/** A limit that a driver has reached. */
type ReachedLimit = Omit<ToldLimit, 'alertId'>;

/** What the log says of a rule now. Undefined when the driver is near no limit of it. */
export function reachedLimit({ rule, left, near, over }: RuleCount): ReachedLimit | undefined {
  if (left < 0) return { rule, code: 'HOURS_OVER_LIMIT', at: over.at(-1) ?? 0 };
  return left <= NEAR ? { rule, code: 'HOURS_NEAR_LIMIT', at: near.at(-1) ?? 0 } : undefined;
}

/**
 * Whether an alert still says what the log says. It does not after a pause or a rest, which begins another count, when the
 * limit itself is passed, and when facts contradict it by more than the time after a last position.
 */
export function stillHolds({ code, at }: ToldLimit, count: RuleCount, pauseMinutes: number): boolean {
  if (count.since === undefined || at < count.since) return false;
  const slack = Math.max(NO_DATA, pauseMinutes * MINUTE);
  if (code === 'HOURS_OVER_LIMIT') return count.left <= slack;
  return count.left >= 0 && count.left <= NEAR + slack;
}
