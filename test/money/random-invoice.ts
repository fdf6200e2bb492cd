import type { ModelItem } from './model';

/** Random numbers from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

const integer = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

function oneOf<T>(random: Random, first: T, ...others: readonly T[]): T {
  const all = [first, ...others];
  return all[integer(random, 0, all.length - 1)] ?? first;
}

/** A text above 0 with exactly this many decimals, of which the last is not 0. */
function decimal(random: Random, whole: number, decimals: number): string {
  if (decimals === 0) return String(integer(random, 1, Math.max(1, whole)));
  const digits = Array.from({ length: decimals - 1 }, () => integer(random, 0, 9)).join('');
  return `${integer(random, 0, whole)}.${digits}${integer(random, 1, 9)}`;
}

/** Prices whose amounts lie exactly between two cents: the amount itself, 16 % of it, 4 % of it, or 1.25 % of it. */
function tiePrice(random: Random): string {
  const odd = BigInt(2 * integer(random, 0, 50_000) + 1);
  const step = oneOf(random, 500n, 3_125n, 12_500n, 40_000n);
  const digits = String(odd * step).padStart(6, '0');
  return `${digits.slice(0, -5) || '0'}.${digits.slice(-5)}`.replace(/\.?0+$/, '');
}

function itemOf(random: Random, isTie: boolean): ModelItem {
  const isUntaxed = random() < 0.06;
  const rate = isUntaxed ? '0' : oneOf(random, '0.16', '0.16', '0.16', '0.08', '0');
  const largest = oneOf(random, 0, 9, 999, 99_999, 9_999_999);
  const price = isTie ? tiePrice(random) : decimal(random, largest, integer(random, 0, 6));
  const quantity =
    isTie || random() < 0.4
      ? String(integer(random, 1, isTie ? 3 : 400))
      : decimal(random, oneOf(random, 0, 40, 4_000), integer(random, 0, 6));
  return {
    price,
    quantity,
    object: isUntaxed ? '01' : '02',
    rate,
    withheldIva: rate === '0' ? '0' : oneOf(random, '0', '0.04', '0.04', rate === '0.16' ? '0.106667' : '0.053333'),
    withheldIsr: isUntaxed ? '0' : oneOf(random, '0', '0', '0.0125', '0.1'),
  };
}

/** A random invoice of 1 to 20 lines. The same seed makes the same invoice. */
export function randomInvoice(seed: number): ModelItem[] {
  const random = randomOf(seed);
  const isTie = random() < 0.2;
  const length = isTie ? integer(random, 1, 3) : integer(random, 1, oneOf(random, 3, 10, 20));
  return Array.from({ length }, () => itemOf(random, isTie));
}
