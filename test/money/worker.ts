import { kindsOf, violationsOf } from './judge';
import { computedBy } from './product';
import { randomInvoice } from './random-invoice';

/** A range of seeds. `to` is not part of it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Counted {
  readonly invoices: number;
  readonly lines: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** Judges the invoices of a range of seeds. */
function countedIn({ from, to }: Range): Counted {
  const kinds: Record<string, number> = {};
  const failures: string[] = [];
  let lines = 0;
  for (let seed = from; seed < to; seed += 1) {
    const items = randomInvoice(seed);
    lines += items.length;
    for (const kind of kindsOf(items)) kinds[kind] = (kinds[kind] ?? 0) + 1;
    for (const violation of violationsOf(items, computedBy(items))) failures.push(`seed ${seed}: ${violation}`);
  }
  return { invoices: to - from, lines, kinds, failures };
}

process.on('message', (range: Range) => process.send?.(countedIn(range)));
