import { Decimal } from './decimal';

/** An item of a document that is paid in parts. */
export interface PaidItem {
  readonly price: number;
  readonly quantity: number;
  readonly taxObject: string;
  readonly taxRate: number;
  readonly withholdingRate: number;
  readonly isrWithholdingRate: number;
}

const MILLIONTHS = 6;
const digitsOf = (value: Decimal): bigint => BigInt(value.toFixed(MILLIONTHS).replace('.', ''));

/**
 * The taxes of each line of a document that is paid in parts (tax §4.5), computed apart from the product: the bases of a
 * group of rates are shares of what remains of it; the last line takes the rest. Written as `IVA 0.16 false 5000.000000`.
 */
export function taxesOfParts(items: readonly PaidItem[], total: number, parts: readonly number[]): string[][] {
  const groups = new Map<string, { item: PaidItem; left: bigint }>();
  for (const item of items) {
    if (item.taxObject !== '02') continue;
    const name = JSON.stringify([item.taxRate, item.withholdingRate, item.isrWithholdingRate]);
    const group = groups.get(name) ?? { item, left: 0n };
    group.left += digitsOf(Decimal.of(item.price).times(Decimal.of(item.quantity)).rounded(MILLIONTHS));
    groups.set(name, group);
  }
  let balance = total;
  return parts.map((paid) => {
    const sums = new Map<string, bigint>();
    for (const group of groups.values()) {
      const base = partOf(group.left, paid, balance);
      group.left -= base;
      if (base === 0n) continue;
      for (const tax of taxesOf(group.item)) sums.set(tax, (sums.get(tax) ?? 0n) + base);
    }
    balance -= paid;
    return [...sums].map(([tax, base]) => `${tax} ${textOf(base)}`).sort();
  });
}

function partOf(left: bigint, paid: number, balance: number): bigint {
  if (paid === balance) return left;
  if (left < 2n) return 0n;
  const [whole, rest] = [(left * BigInt(paid)) / BigInt(balance), (left * BigInt(paid)) % BigInt(balance)];
  const rounded = rest * 2n >= BigInt(balance) ? whole + 1n : whole;
  return rounded === 0n ? 1n : rounded === left ? left - 1n : rounded;
}

const taxesOf = ({ taxRate, withholdingRate, isrWithholdingRate }: PaidItem): string[] => [
  `IVA ${taxRate} false`,
  ...(withholdingRate > 0 ? [`IVA ${withholdingRate} true`] : []),
  ...(isrWithholdingRate > 0 ? [`ISR ${isrWithholdingRate} true`] : []),
];

const textOf = (millionths: bigint): string => {
  const digits = String(millionths).padStart(MILLIONTHS + 1, '0');
  return `${digits.slice(0, -MILLIONTHS)}.${digits.slice(-MILLIONTHS)}`;
};
