import { brotliDecompressSync } from 'node:zlib';
import type { Postcode } from '../catalogues';

/** Reads the large catalogues that `scripts/generate-catalogues.ts` packed: text, brotli, base64. */

const EIGHT_DIGITS = /^\d{8}$/;
const FIVE_DIGITS = /^\d{5}$/;

const linesOf = (packed: string): string[] =>
  brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8').split('\n');

/** One key per line. */
export function keySet(packed: string): (key: string) => boolean {
  const keys = new Set(linesOf(packed));
  return (key) => keys.has(key);
}

/** Sorted keys of eight digits. Each line is the difference to the key before. */
export function numericKeySet(packed: string): (key: string) => boolean {
  const keys = new Set<number>();
  let key = 0;
  for (const distance of linesOf(packed)) {
    key += Number(distance);
    keys.add(key);
  }
  return (asked) => EIGHT_DIGITS.test(asked) && keys.has(Number(asked));
}

/**
 * Consecutive postcodes with equal data form a run. A line has the gap to the run before, the number of further
 * postcodes, and the number of the place. The places are lines with state, municipality or nothing, and `1` in the
 * border region.
 */
export function postcodeTable(packedPlaces: string, packedRuns: string): (code: string) => Postcode | undefined {
  const places = linesOf(packedPlaces).map((line): Postcode => {
    const [state = '', municipality = '', border] = line.split(' ');
    return { state, border: border === '1', ...(municipality !== '' && { municipality }) };
  });
  // One number for each code from 00000 to 99999. 0 means that the code does not exist.
  const table = new Uint16Array(100_000);
  let code = 0;
  for (const line of linesOf(packedRuns)) {
    const [gap = 0, more = 0, place = 0] = line.split(' ').map(Number);
    const first = code + gap;
    code = first + more + 1;
    table.fill(place + 1, first, code);
  }
  return (asked) => (FIVE_DIGITS.test(asked) ? places[(table[Number(asked)] ?? 0) - 1] : undefined);
}
