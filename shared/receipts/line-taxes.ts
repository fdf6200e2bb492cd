import { itemAmounts, type PricedItem } from '../invoices/amounts';
import { type Cents, halfUp, type Millionths, millionthsOf } from '../platform/values/money';

/** The rates of an item of object 02, in millionths. */
interface TaxRates {
  readonly transferred: Millionths;
  readonly ivaWithheld: Millionths;
  readonly isrWithheld: Millionths;
}

/** The items of a document with the same rates, and the sum of their amounts. */
export interface TaxGroup extends TaxRates {
  readonly base: Millionths;
}

/** A tax of a line of a receipt (TrasladoDR, RetencionDR). */
export interface LineTax {
  readonly type: 'IVA' | 'ISR';
  readonly withholding: boolean;
  readonly rate: Millionths;
  readonly base: Millionths;
}

const isSameRates = (one: TaxRates, other: TaxRates): boolean =>
  one.transferred === other.transferred &&
  one.ivaWithheld === other.ivaWithheld &&
  one.isrWithheld === other.isrWithheld;

/** The groups of a document's items, in the order of their first items. Items of object 01 are in none. */
export function taxGroupsOf(items: readonly PricedItem[]): TaxGroup[] {
  return summed(
    items
      .filter(({ taxObject }) => taxObject !== '01')
      .map((item) => ({
        transferred: millionthsOf(item.taxRate),
        ivaWithheld: millionthsOf(item.withholdingRate ?? 0),
        isrWithheld: millionthsOf(item.isrWithholdingRate ?? 0),
        base: itemAmounts(item).importe,
      })),
  );
}

function summed(groups: readonly TaxGroup[]): TaxGroup[] {
  const sums: TaxGroup[] = [];
  for (const group of groups) {
    const at = sums.findIndex((one) => isSameRates(one, group));
    const former = sums[at];
    if (former) sums[at] = { ...former, base: former.base + group.base };
    else sums.push(group);
  }
  return sums;
}

/**
 * What is left of the groups of a document. `taken` are the bases of its VALID credit notes and of its live receipts. A
 * credit note with rates that the document does not have, or with more than is left at a rate, takes the rest from the
 * groups with the same transferred rate, and then from any group: no base falls below 0.
 */
export function remainingGroups(groups: readonly TaxGroup[], taken: readonly TaxGroup[]): TaxGroup[] {
  const left = groups.map((group) => ({ ...group }));
  for (const one of summed(taken)) {
    let base = one.base;
    const order = [
      ...left.filter((group) => isSameRates(group, one)),
      ...left.filter((group) => !isSameRates(group, one) && group.transferred === one.transferred),
      ...left.filter((group) => group.transferred !== one.transferred),
    ];
    for (const group of order) {
      const part = base < group.base ? base : group.base;
      group.base -= part;
      base -= part;
    }
  }
  return left;
}

/** A group of a document, and the line that takes a part of its base. */
export interface GroupPart {
  /** The base in the document. */
  readonly original: Millionths;
  /** The base less what credit notes and live receipts took. */
  readonly remaining: Millionths;
  readonly paid: Cents;
  readonly lastBalance: Cents;
  /** The total of the document. */
  readonly total: Cents;
}

/** The least base of a tax (CRP20249, CRP20255). */
const LEAST_BASE: Millionths = 1n;

/**
 * How the base of a group is split over the lines that pay the document. The simulation replaces it by a wrong rule, and
 * must then find a document whose bases do not add up (`npm run prove -- --receipts --weakenings`).
 */
export interface LineRules {
  readonly baseOf: (part: GroupPart) => Millionths;
}

/**
 * The line that settles the document takes all that remains. Any other line takes its share of it, at least a millionth,
 * and leaves at least a millionth. When only a millionth remains, the line that settles takes it.
 */
export const LINE_RULES: LineRules = {
  baseOf: ({ remaining, paid, lastBalance }) => {
    if (paid === lastBalance) return remaining;
    if (remaining <= LEAST_BASE) return 0n;
    const share = halfUp(remaining * BigInt(paid), BigInt(lastBalance));
    const most = remaining - LEAST_BASE;
    return share < LEAST_BASE ? LEAST_BASE : share > most ? most : share;
  },
};

/** What a line pays of a document. */
interface PaidPart extends Pick<GroupPart, 'paid' | 'lastBalance' | 'total'> {
  readonly groups: readonly TaxGroup[];
  /** The bases of credit notes and of lines before this one. */
  readonly taken: readonly TaxGroup[];
}

/** The bases of a line, one for each group. A group of which the line takes nothing is left out. */
export function lineBases({ groups, taken, ...part }: PaidPart, rules: LineRules = LINE_RULES): TaxGroup[] {
  const remaining = remainingGroups(groups, taken);
  return groups.flatMap((group, index) => {
    const base = rules.baseOf({ original: group.base, remaining: remaining[index]?.base ?? 0n, ...part });
    return base > 0n ? [{ ...group, base }] : [];
  });
}

/** The taxes of a line: each tax and rate once. Without bases there is none: the line is of object 01. */
export function lineTaxes(bases: readonly TaxGroup[]): LineTax[] {
  const taxes: LineTax[] = [];
  const add = (tax: LineTax) => {
    const at = taxes.findIndex(
      ({ type, withholding, rate }) => type === tax.type && withholding === tax.withholding && rate === tax.rate,
    );
    const former = taxes[at];
    if (former) taxes[at] = { ...former, base: former.base + tax.base };
    else taxes.push(tax);
  };
  for (const { base, transferred, ivaWithheld, isrWithheld } of bases) {
    add({ type: 'IVA', withholding: false, rate: transferred, base });
    if (ivaWithheld > 0n) add({ type: 'IVA', withholding: true, rate: ivaWithheld, base });
    if (isrWithheld > 0n) add({ type: 'ISR', withholding: true, rate: isrWithheld, base });
  }
  return taxes;
}
