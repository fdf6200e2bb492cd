import { DUTY_STATES } from './duty';

/** What a driver did. SIN_DATO: a trip without positions, which is no pause. */
export const HOURS_STATES = [...DUTY_STATES, 'SIN_DATO'] as const;
export type HoursState = (typeof HOURS_STATES)[number];

/**
 * What positions and stops show. ESPERA: too short to be a pause, as at a traffic light. It counts as CONDUCE unless the driver
 * reported something else.
 */
export const SHOWN_STATES = [...HOURS_STATES, 'ESPERA'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** A stretch of time in whole seconds since 1970. The end is not in it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Interval<State extends string = HoursState> extends Stretch {
  readonly state: State;
}

/** Joins neighbours that `isSame` and drops empty intervals. The intervals ascend and do not overlap. */
export function joined<I extends Stretch>(intervals: readonly I[], isSame: (one: I, other: I) => boolean): I[] {
  const result: I[] = [];
  for (const interval of intervals) {
    if (interval.to <= interval.from) continue;
    const last = result.at(-1);
    if (last && last.to === interval.from && isSame(last, interval)) result.splice(-1, 1, { ...last, to: interval.to });
    else result.push(interval);
  }
  return result;
}

/** The part of each interval within the stretch. */
export const clipped = <I extends Stretch>(intervals: readonly I[], { from, to }: Stretch): I[] =>
  intervals.flatMap((one) => {
    const cut = { ...one, from: Math.max(one.from, from), to: Math.min(one.to, to) };
    return cut.to > cut.from ? [cut] : [];
  });

/** The intervals without the stretch. */
export const without = <I extends Stretch>(intervals: readonly I[], { from, to }: Stretch): I[] => [
  ...clipped(intervals, { from: -Infinity, to: from }),
  ...clipped(intervals, { from: to, to: Infinity }),
];

export const byTime = (one: Stretch, other: Stretch): number => one.from - other.from;

const BASE = 0x80;
const STATE_FACTOR = 8;

/** Encodes intervals of one day: seconds from the last end, then length and state, each as a number of seven bits a byte. */
export function encodeIntervals(start: number, intervals: readonly Interval<ShownState>[]): Uint8Array {
  const bytes: number[] = [];
  const add = (number: number): void => {
    let rest = number;
    for (; rest >= BASE; rest = Math.floor(rest / BASE)) bytes.push((rest % BASE) + BASE);
    bytes.push(rest);
  };
  let last = start;
  for (const { from, to, state } of intervals) {
    add(from - last);
    add((to - from) * STATE_FACTOR + SHOWN_STATES.indexOf(state));
    last = to;
  }
  return Uint8Array.from(bytes);
}

export function decodeIntervals(start: number, bytes: Uint8Array): Interval<ShownState>[] {
  const numbers: number[] = [];
  let [number, factor] = [0, 1];
  for (const byte of bytes) {
    number += (byte % BASE) * factor;
    factor *= BASE;
    if (byte >= BASE) continue;
    numbers.push(number);
    [number, factor] = [0, 1];
  }
  const intervals: Interval<ShownState>[] = [];
  let last = start;
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [gap = 0, rest = 0] = numbers.slice(index, index + 2);
    const state = SHOWN_STATES[rest % STATE_FACTOR];
    if (state === undefined) throw new Error('A stored interval has an unknown state.');
    const from = last + gap;
    last = from + Math.floor(rest / STATE_FACTOR);
    intervals.push({ from, to: last, state });
  }
  return intervals;
}
