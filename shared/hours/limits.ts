import { clipped, type HoursState, type Interval, type Stretch } from './interval';

/** A rule of NOM-087-SCT-2-2017, as data. Minutes. */
interface HoursRule {
  readonly id: 'CONTINUOUS_DRIVING' | 'DRIVING';
  /** What the rule counts, and how much of it may follow one another. */
  readonly counts: readonly HoursState[];
  readonly most: number;
  /** What ends the count: so much of these states within a span. A span of the same length allows no interruption. */
  readonly endedBy: { readonly states: readonly HoursState[]; readonly minutes: number; readonly within: number };
}

/** Where the values are from stands in docs/decisions/0095-working-time.md. */
export const HOURS_RULES = [
  {
    id: 'CONTINUOUS_DRIVING',
    counts: ['CONDUCE'],
    most: 300,
    endedBy: { states: ['PAUSA', 'DESCANSO'], minutes: 30, within: 330 },
  },
  {
    id: 'DRIVING',
    counts: ['CONDUCE'],
    most: 840,
    endedBy: { states: ['PAUSA', 'DESCANSO'], minutes: 480, within: 480 },
  },
] as const satisfies readonly HoursRule[];
export type HoursRuleId = HoursRule['id'];

/** The hours of driving that a rule allows. */
export const hoursOfRule = (id: HoursRuleId): number =>
  (HOURS_RULES.find((rule) => rule.id === id)?.most ?? 0) / MINUTE;

/** The warning comes this long before a limit. */
export const NEAR_MINUTES = 30;

/** So much time without a trip and without a report begins a new count. It is no rest of the log. */
const UNKNOWN_REST_MINUTES = 480;

const MINUTE = 60;

/** Where the count of a rule stands at the end of the log. */
export interface RuleCount {
  readonly rule: HoursRuleId;
  /** When its first driving began, in seconds since 1970. Undefined before it. */
  readonly since: number | undefined;
  /** Seconds since the count began. */
  readonly seconds: number;
  /** Seconds that are left until the limit. Negative beyond it. */
  readonly left: number;
  /** When counts reached the warning, and when they passed the limit. */
  readonly near: readonly number[];
  readonly over: readonly number[];
}

/** What a log says of the limits. */
export interface Limits {
  readonly counts: readonly RuleCount[];
  /** Ends of stretches between trips that were long enough for a rest and that the driver did not report. */
  readonly unreportedRests: readonly number[];
}

/** Counts the driving of a log until an instant by each rule. The intervals ascend and do not overlap. */
export function limitsOf(log: readonly Interval[], until: number, rules: readonly HoursRule[] = HOURS_RULES): Limits {
  const known = clipped(log, { from: -Infinity, to: until });
  const unreportedRests = [...known.map(({ from }) => from), until].filter((from, index) => {
    const last = known[index - 1];
    return last !== undefined && from - last.to >= UNKNOWN_REST_MINUTES * MINUTE;
  });
  const restarts = new Set(unreportedRests);
  return { counts: rules.map((rule) => countOf(rule, known, restarts, until)), unreportedRests };
}

function countOf(rule: HoursRule, log: readonly Interval[], restarts: ReadonlySet<number>, until: number): RuleCount {
  const [most, warned] = [rule.most * MINUTE, (rule.most - NEAR_MINUTES) * MINUTE];
  const [near, over]: [number[], number[]] = [[], []];
  let seconds = 0;
  let since: number | undefined;
  let pauses: Stretch[] = [];
  const restartIf = (isDone: boolean): void => {
    if (!isDone) return;
    seconds = 0;
    since = undefined;
    pauses = [];
  };
  for (const interval of log) {
    const { from, to, state } = interval;
    restartIf(restarts.has(from));
    if (rule.counts.includes(state)) {
      since ??= from;
      const after = seconds + to - from;
      if (seconds < warned && after >= warned) near.push(from + warned - seconds);
      if (seconds <= most && after > most) over.push(from + most - seconds);
      seconds = after;
    }
    // A pause before the driving saves none for later.
    if (seconds === 0 || !rule.endedBy.states.includes(state)) continue;
    pauses = recentPauses(rule, [...pauses, interval], to);
    restartIf(isPauseDone(rule, pauses));
  }
  restartIf(restarts.has(until));
  return { rule: rule.id, since, seconds, left: most - seconds, near, over };
}

/** The pauses within the last span. */
const recentPauses = ({ endedBy: { within } }: HoursRule, pauses: readonly Stretch[], to: number): Stretch[] =>
  clipped(pauses, { from: to - within * MINUTE, to });

/** Whether the pauses within the last span are long enough together. */
const isPauseDone = ({ endedBy: { minutes } }: HoursRule, recent: readonly Stretch[]): boolean =>
  recent.reduce((sum, pause) => sum + pause.to - pause.from, 0) >= minutes * MINUTE;

/** The seconds of each state. */
export function sumsOf(log: readonly Interval[]): Record<HoursState, number> {
  const sums = { CONDUCE: 0, AUXILIAR: 0, PAUSA: 0, DESCANSO: 0, SIN_DATO: 0 };
  for (const { from, to, state } of log) sums[state] += to - from;
  return sums;
}
