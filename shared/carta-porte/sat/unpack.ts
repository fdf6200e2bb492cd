import { brotliDecompressSync } from 'node:zlib';
import type { Postcode } from '../catalogues';

/** Reads the catalogues that `scripts/catalogues.ts` packed. The large ones are text, brotli, base64. */

/** The dates of a catalogue's keys. Empty text means that the catalogue states no date. */
export interface Dates {
  /** The first day of all keys that `exceptions` does not name. They have no last day. */
  readonly since: string;
  /** Lines of key, first day and last day, separated by commas. */
  readonly exceptions: readonly string[];
}

/** A catalogue whose keys are digits, as runs of consecutive numbers. */
export interface PackedRuns extends Dates {
  readonly runs: string;
}

export interface PackedKeys extends Dates {
  readonly keys: readonly string[];
}

/** A catalogue with too many keys for a list, as text. */
export interface PackedText extends Dates {
  readonly text: string;
}

/** Postcodes: {@link postcodeTable} has the form. */
interface PackedPostcodes extends PackedText {
  readonly places: string;
}

/** Whether a catalogue has a key on a day. */
export type IsKey = (key: string, day: string) => boolean;

export const linesOf = (packed: string): string[] =>
  brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8').split('\n');

/** Whether a key is in force on a day. The key exists. */
function inForce({ since, exceptions }: Dates): IsKey {
  const dates = new Map(
    exceptions.map((line) => {
      const [key = '', from = '', to = ''] = line.split(',');
      return [key, { from, to }];
    }),
  );
  return (key, day) => {
    const { from, to } = dates.get(key) ?? { from: since, to: '' };
    return from <= day && (to === '' || day <= to);
  };
}

const dated = (isKnown: (key: string) => boolean, dates: Dates): IsKey => {
  const isInForce = inForce(dates);
  return (key, day) => isKnown(key) && isInForce(key, day);
};

/** A small catalogue. */
export function keyList(packed: PackedKeys): IsKey {
  const keys = new Set(packed.keys);
  return dated((key) => keys.has(key), packed);
}

/** One key per line. */
export function keySet(packed: PackedText): IsKey {
  const keys = new Set(linesOf(packed.text));
  return dated((key) => keys.has(key), packed);
}

/** Keys of `digits` digits. */
export function numericKeys(packed: PackedRuns, digits: number): IsKey {
  return dated(ofDigits(digits, runsOf(linesOf(packed.runs).map(numbersOf))), packed);
}

/** Keys of `digits` digits that begin anew in each state. A line has the state, then its runs. */
export function keysByState(packed: PackedText, digits: number) {
  const states = new Map(
    linesOf(packed.text).map((line) => {
      const [state = '', ...runs] = line.split(',');
      return [state, ofDigits(digits, runsOf(runs.map(numbersOf)))];
    }),
  );
  const isInForce = inForce(packed);
  return (state: string, key: string, day: string): boolean =>
    (states.get(state)?.(key) ?? false) && isInForce(`${state} ${key}`, day);
}

export type Run = readonly [gap: number, more: number];

/** A run of consecutive numbers: the gap to the run before, and the number of further numbers. */
export function numbersOf(run: string): Run {
  const [gap = 0, more = 0] = run.split(' ').map(Number);
  return [gap, more];
}

const ofDigits =
  (digits: number, has: (number: number) => boolean) =>
  (key: string): boolean =>
    key.length === digits && /^\d+$/.test(key) && has(Number(key));

/** Whether one of the runs contains a number. */
function runsOf(runs: readonly Run[]): (number: number) => boolean {
  const firsts = new Int32Array(runs.length);
  const lasts = new Int32Array(runs.length);
  let next = 0;
  for (const [index, [gap, more]] of runs.entries()) {
    firsts[index] = next + gap;
    lasts[index] = next + gap + more;
    next += gap + more + 1;
  }
  return (number) => {
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lasts[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low < runs.length && (firsts[low] ?? 0) <= number;
  };
}

const FIVE_DIGITS = /^\d{5}$/;

/**
 * Consecutive postcodes with equal data form a run. Of all runs, the first line has the gaps to the run before, the
 * second the numbers of further postcodes, the third the places: 0 for the next place that no run before has, otherwise
 * its position among the places in the order of their last use, from 1. The places are lines with state, municipality or
 * nothing, and `1` in the border region.
 */
export function postcodeTable(packed: PackedPostcodes): (code: string, day: string) => Postcode | undefined {
  const isInForce = inForce(packed);
  const places = linesOf(packed.places).map((line): Postcode => {
    const [state = '', municipality = '', border] = line.split(' ');
    return { state, border: border === '1', ...(municipality !== '' && { municipality }) };
  });
  const [gaps = [], more = [], positions = []] = linesOf(packed.text).map((line) => line.split(' ').map(Number));
  // One number for each code from 00000 to 99999. 0 means that the code does not exist.
  const table = new Uint16Array(100_000);
  const lastUsed = new Uint16Array(places.length);
  let used = 0;
  let code = 0;
  for (const [run, position] of positions.entries()) {
    const place = position === 0 ? used++ : (lastUsed[position - 1] ?? 0);
    lastUsed.copyWithin(1, 0, position === 0 ? used - 1 : position - 1);
    lastUsed[0] = place;
    const first = code + (gaps[run] ?? 0);
    code = first + (more[run] ?? 0) + 1;
    table.fill(place + 1, first, code);
  }
  return (asked, day) =>
    FIVE_DIGITS.test(asked) && isInForce(asked, day) ? places[(table[Number(asked)] ?? 0) - 1] : undefined;
}
