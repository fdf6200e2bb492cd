import { OPERATIONS, TRIGGERS } from '../../functions/catalog';

/** The days of work of a month. */
export const DAYS = 26;

/** The first minute of a day of work: six of them, then a day without. */
export const startOf = (day: number): number => (day + Math.floor(day / 6)) * 24 * 60;

export const IDS = Object.values(OPERATIONS).map(({ id }) => id);

export type Happening =
  /** The office waits for lists, records, sign-in and reports. It also waits for the stamping provider, but that takes seconds in any case. */
  | { readonly at: number; readonly kind: 'call'; readonly operation: string; readonly isOfOffice: boolean }
  | { readonly at: number; readonly kind: 'warm'; readonly operation: string }
  | { readonly at: number; readonly kind: 'deploy' };

const HOURS = Object.values(TRIGGERS).find(({ source }) => source === 'hours')?.hours;

/** The calls of the trigger that keeps the functions warm, in order. */
export function warmCalls(): Happening[] {
  if (HOURS === undefined) return [];
  const { everyMinutes, from, to } = HOURS;
  const times = Array.from(
    { length: (60 * (to - from)) / everyMinutes },
    (_, index) => 60 * from + index * everyMinutes,
  );
  return Array.from({ length: DAYS }, (_, day) => startOf(day)).flatMap((start) =>
    times.flatMap((time) => IDS.map((operation) => ({ at: start + time, kind: 'warm' as const, operation }))),
  );
}
