import * as v from 'valibot';
import { reportCsvOf } from '../platform/values/csv';
import { Day, Instant, Lines, nullable, Whole } from '../platform/values/fields';
import { type Language, Message } from '../platform/values/text';
import { HoursCorrection } from './day-hours';
import { DUTY_STATES } from './duty';
import { reachedLimit } from './hours-alerts';
import { HOURS_STATES, type Interval } from './interval';
import { type Limits, sumsOf } from './limits';
import type { LogInterval } from './timeline';

/** Query of a driver's working time. */
export const HoursQuery = v.object({
  /** The first day, in the team’s zone. Absent: only the last day. */
  from: v.optional(Day),
  /** The last local day of the team. Absent: today. At most 31 days are answered. */
  to: v.optional(Day),
});
export type HoursQuery = v.InferOutput<typeof HoursQuery>;

const Sums = v.object({
  /** Minutes of driving. */
  CONDUCE: Whole,
  /** Minutes of other work, such as loading. */
  AUXILIAR: Whole,
  /** Minutes of pause. */
  PAUSA: Whole,
  /** Minutes of rest. */
  DESCANSO: Whole,
  /** Minutes on a trip without positions. */
  SIN_DATO: Whole,
});

export const HOURS_WARNINGS = ['HOURS_NEAR_LIMIT', 'HOURS_OVER_LIMIT', 'REST_NOT_REPORTED'] as const;

/** The limits and warnings at an instant. */
export const HoursNow = v.object({
  /** The instant up to which the time is counted: now, or the end of the last day. */
  asOf: Instant,
  /** Minutes of driving since the last pause of 30 minutes. */
  continuousMinutes: Whole,
  /** Minutes of driving since the last rest of eight hours. */
  drivenMinutes: Whole,
  /** When the driver must pause, if the driver drives on. null when the last day is over. */
  nextPauseAt: nullable(Instant),
  /** When the driver must rest, if the driver drives on. null when the last day is over. */
  restBy: nullable(Instant),
  /** What driver and office should look at, in the order of time. */
  warnings: v.array(
    v.object({
      /** Near a limit, over it, or a rest between trips that the driver did not report. */
      code: v.picklist(HOURS_WARNINGS),
      /** The rule of the limit. Absent in REST_NOT_REPORTED. */
      rule: v.optional(v.picklist(['CONTINUOUS_DRIVING', 'DRIVING'])),
      /** When it began, or when the rest ended. */
      at: Instant,
    }),
  ),
});
export type HoursNow = v.InferInput<typeof HoursNow>;

/** The working time of a driver. */
export const Hours = v.object({
  /** The first local day. */
  from: Day,
  /** The last local day. */
  to: Day,
  /** The IANA time zone of the days. */
  timeZone: v.string(),
  /** What the log is: a record of support, and no proof of compliance. */
  notice: Message,
  ...HoursNow.entries,
  /** What was recorded, in the order of time. Time outside of trips that no one reported is absent. */
  intervals: v.array(
    v.object({
      /** When it began, in UTC. */
      from: Instant,
      /** When it ended, in UTC. */
      to: Instant,
      /** What the driver did. */
      state: v.picklist(HOURS_STATES),
      /** How long it was, in minutes. */
      minutes: Whole,
      /** The driver reported it. false: positions and stops show it. */
      isReported: v.boolean(),
    }),
  ),
  /** What driver and office corrected later. The intervals stay as they were recorded. */
  corrections: v.array(HoursCorrection),
  /** Minutes of each state, with the corrections. The limits count the same. */
  sums: Sums,
  /** Minutes of each state, as recorded. */
  recordedSums: Sums,
  /** Where the PDF is, for the header `Location` of an answer that leads to it. JSON never has it. */
  location: v.optional(v.string()),
});
export type Hours = v.InferInput<typeof Hours>;

export const NOTICE = {
  en: 'Registro de apoyo: a record of support. It does not replace the log that NOM-087-SCT-2-2017 requires.',
  es: 'Registro de apoyo. No sustituye la bitácora que exige la NOM-087-SCT-2-2017.',
};

/** Body of a correction. */
export const HoursCorrectionBody = v.object({
  /**
   * When it began.
   * @example 2026-03-04T13:00:00-06:00
   */
  from: Instant,
  /**
   * When it ended: later, at most 24 hours, and not in the future.
   * @example 2026-03-04T13:30:00-06:00
   */
  to: Instant,
  /** What the driver did. */
  state: v.picklist(DUTY_STATES),
  /**
   * Why.
   * @example Comió en el paradero, el teléfono estaba apagado
   */
  reason: Lines(500, 1),
});
export type HoursCorrectionBody = v.InferOutput<typeof HoursCorrectionBody>;

const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const minutesOf = (seconds: number): number => Math.round(seconds / 60);

/** The minutes of each state. */
export function minuteSums(log: readonly Interval[]): v.InferOutput<typeof Sums> {
  const { CONDUCE, AUXILIAR, PAUSA, DESCANSO, SIN_DATO } = sumsOf(log);
  return {
    CONDUCE: minutesOf(CONDUCE),
    AUXILIAR: minutesOf(AUXILIAR),
    PAUSA: minutesOf(PAUSA),
    DESCANSO: minutesOf(DESCANSO),
    SIN_DATO: minutesOf(SIN_DATO),
  };
}

/** The intervals as the answer has them. */
export const shownIntervals = (log: readonly LogInterval[]): Hours['intervals'] =>
  log.map(({ from, to, state, isReported }) => ({
    ...{ from: instantOf(from), to: instantOf(to), state, minutes: minutesOf(to - from), isReported },
  }));

/** The limits at `until`. The warnings are those since `since`, and earlier ones that hold at `until`. `isNow`: the driver can still act. */
export function hoursNow({ counts, unreportedRests }: Limits, since: number, until: number, isNow: boolean): HoursNow {
  const [continuous, driving] = counts;
  const limitAt = (left: number | undefined) => (isNow && left !== undefined ? instantOf(until + left) : null);
  const warnings = [
    ...counts.flatMap(({ rule, near, over }) => [
      ...near.map((at) => ({ code: 'HOURS_NEAR_LIMIT' as const, rule, at })),
      ...over.map((at) => ({ code: 'HOURS_OVER_LIMIT' as const, rule, at })),
    ]),
    ...unreportedRests.map((at) => ({ code: 'REST_NOT_REPORTED' as const, at })),
  ];
  const held = counts.flatMap((count) => reachedLimit(count) ?? []);
  const holds = ({ code, at }: (typeof warnings)[number]) => held.some((one) => one.code === code && one.at === at);
  return {
    asOf: instantOf(until),
    continuousMinutes: minutesOf(continuous?.seconds ?? 0),
    drivenMinutes: minutesOf(driving?.seconds ?? 0),
    nextPauseAt: limitAt(continuous?.left),
    restBy: limitAt(driving?.left),
    warnings: warnings
      .filter((one) => one.at >= since || holds(one))
      .sort((one, other) => one.at - other.at)
      .map(({ at, ...rest }) => ({ ...rest, at: instantOf(at) })),
  };
}

const COLUMNS = [
  ['record', 'registro'],
  ['entry', 'asiento'],
  ['from', 'desde'],
  ['to', 'hasta'],
  ['state', 'estado'],
  ['minutes', 'minutos'],
  ['isReported', 'reportado'],
  ['reason', 'motivo'],
  ['by', 'autor'],
] as const;

/** The log as CSV: the intervals as recorded, and then the corrections. Each row says that it is a record of support. */
export function hoursCsv({ intervals, corrections }: v.InferOutput<typeof Hours>, language: Language): string {
  const record = 'Registro de apoyo';
  const rows = [
    ...intervals.map(({ isReported, ...one }) => ({
      record,
      entry: 'INTERVAL',
      ...one,
      isReported: String(isReported),
    })),
    ...corrections.map(({ from, to, state, reason, by }) => {
      const minutes = minutesOf((Date.parse(to) - Date.parse(from)) / 1000);
      return { record, entry: 'CORRECTION', from, to, state, minutes, reason, by };
    }),
  ];
  return reportCsvOf(COLUMNS, rows, language);
}
