import { NEAR_MINUTES, type RuleCount } from './limits';

const MINUTE = 60;
const MINUTE_MS = 60_000;

/** A driver can have driven before the trip. So the hours are judged so soon after its start. */
const FIRST_MINUTES = 40;
/** A judgement reads the whole log of the driver. A truck that loads near a limit must not have it read by each sync. */
const LEAST_MINUTES = 5;
/** Facts about the past can bring a limit nearer than the last judgement found. */
const MOST_MINUTES = 60;

/** When the hours of a driver who starts now are judged first, in minutes since 1970. */
export const firstHoursDue = (now: Date): number => Math.ceil(now.getTime() / MINUTE_MS) + FIRST_MINUTES;

/** When the hours are judged next, in minutes since 1970: when the next warning or limit is reached, if the driver drives on. */
export function nextHoursDue(counts: readonly RuleCount[], until: number): number {
  // The limit is passed a second after it is reached.
  const waits = counts.flatMap(({ left }) => [left - NEAR_MINUTES * MINUTE, left + 1]).filter((wait) => wait > 0);
  const minutes = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, Math.min(...waits) / MINUTE));
  return Math.ceil(until / MINUTE + minutes);
}

/** True when a position of this instant has the hours judged. */
export const isHoursDue = (hoursDue: number, at: string): boolean => Date.parse(at) >= hoursDue * MINUTE_MS;
