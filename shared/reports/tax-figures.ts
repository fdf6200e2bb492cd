import { itemAmounts, type PricedItem } from '../invoices/amounts';
import { type Cents, halfUp, MILLION, MILLIONTHS_OF_A_CENT, type Millionths } from '../platform/values/money';
import type { TaxGroup } from '../receipts/line-taxes';

/** The bases and taxes of a tax summary. `baseExempt` is 0: no exempt item can be invoiced here. */
const TAX_FIELDS = [
  'base16',
  'base8',
  'base0',
  'baseExempt',
  'notSubject',
  'ivaTransferred16',
  'ivaTransferred8',
  'ivaWithheld',
  'isrWithheld',
] as const;
type TaxField = (typeof TAX_FIELDS)[number];

/** In millionths. */
export type TaxSums = Readonly<Record<TaxField, Millionths>>;
export type TaxCents = Readonly<Record<TaxField, Cents>>;

type Part = readonly [TaxField, Millionths];

const RATE_0: Millionths = 0n;
const RATE_8: Millionths = 80_000n;

/** A document of another rate than 0, 0.08 and 0.16 cannot be stamped (CFDI40179). */
function* transferred(rate: Millionths, base: Millionths, amount: Millionths): Generator<Part> {
  if (rate === RATE_0) yield ['base0', base];
  else if (rate === RATE_8) yield* [['base8', base] as const, ['ivaTransferred8', amount] as const];
  else yield* [['base16', base] as const, ['ivaTransferred16', amount] as const];
}

const summed = (parts: Iterable<Part>): TaxSums => {
  const sums: Record<TaxField, Millionths> = {
    ...{ base16: 0n, base8: 0n, base0: 0n, baseExempt: 0n, notSubject: 0n },
    ...{ ivaTransferred16: 0n, ivaTransferred8: 0n, ivaWithheld: 0n, isrWithheld: 0n },
  };
  for (const [field, amount] of parts) sums[field] += amount;
  return sums;
};

/** The bases and taxes of the items of a document. */
const taxesOfItems = (items: readonly PricedItem[]): TaxSums => summed(items.flatMap((item) => [...partsOf(item)]));

function* partsOf(item: PricedItem): Generator<Part> {
  const { importe, taxes } = itemAmounts(item);
  if (taxes.length === 0) yield ['notSubject', importe];
  for (const { tax, isWithheld, rate, base, amount } of taxes) {
    if (!isWithheld) yield* transferred(rate, base, amount);
    else yield [tax === 'ISR' ? 'isrWithheld' : 'ivaWithheld', amount];
  }
}

/**
 * The bases and taxes of a payment of a document. `bases` are those of its line in a receipt of payment. What they do not explain is for
 * items that are not subject to tax, if the document has such items.
 */
export function taxesOfLine(bases: readonly TaxGroup[], paid: Cents, hasUntaxed: boolean): TaxSums {
  const taxed = summed(bases.flatMap((group) => [...partsOfGroup(group)]));
  return withUntaxed(taxed, paid, hasUntaxed);
}

/** What bases and taxes do not explain of an amount is for items that are not subject to tax. */
function withUntaxed(taxed: TaxSums, cents: Cents, hasUntaxed: boolean): TaxSums {
  const explained =
    taxed.base16 +
    taxed.base8 +
    taxed.base0 +
    taxed.ivaTransferred16 +
    taxed.ivaTransferred8 -
    taxed.ivaWithheld -
    taxed.isrWithheld;
  const rest = BigInt(cents) * MILLIONTHS_OF_A_CENT - explained;
  return hasUntaxed && rest > 0n ? { ...taxed, notSubject: rest } : taxed;
}

const taxOf = (base: Millionths, rate: Millionths): Millionths => halfUp(base * rate, MILLION);

function* partsOfGroup({ base, transferred: rate, ivaWithheld, isrWithheld }: TaxGroup): Generator<Part> {
  yield* transferred(rate, base, taxOf(base, rate));
  yield ['ivaWithheld', taxOf(base, ivaWithheld)];
  yield ['isrWithheld', taxOf(base, isrWithheld)];
}

/**
 * The bases and taxes by which credit notes and receipts took more of a document than it has. `beyond` is the amount. A group of which less was
 * taken has amounts below 0.
 */
export function taxesBeyond({ groups, taken, hasUntaxed }: TakenDocument, beyond: Cents): TaxSums {
  const signed = (sign: 1n | -1n) => (group: TaxGroup) => {
    const sums = summed(partsOfGroup(group));
    return eachField((field) => sign * sums[field]);
  };
  const more = [...taken.map(signed(1n)), ...groups.map(signed(-1n))];
  return withUntaxed(more.reduce(addTaxes, NO_TAXES), beyond, hasUntaxed);
}

/** What credit notes and receipts took of a document with its groups. */
interface TakenDocument {
  readonly groups: readonly TaxGroup[];
  readonly taken: readonly TaxGroup[];
  readonly hasUntaxed: boolean;
}

/** A part of bases and taxes. With a part below 0 they are subtracted. */
export const shareOfTaxes = (taxes: TaxSums, part: number, whole: number): TaxSums =>
  eachField((field) => halfAway(taxes[field] * BigInt(part), BigInt(whole)));

/** Rounds a half away from 0. */
const halfAway = (dividend: bigint, divisor: bigint): bigint =>
  dividend < 0n ? -halfUp(-dividend, divisor) : halfUp(dividend, divisor);

export const addTaxes = (one: TaxSums, other: TaxSums): TaxSums =>
  summed(
    TAX_FIELDS.flatMap((field): Part[] => [
      [field, one[field]],
      [field, other[field]],
    ]),
  );

export const NO_TAXES: TaxSums = summed([]);

/** Each amount rounded once, as a document rounds its groups. A credit note has amounts below 0. */
export const centsOfTaxes = (sums: TaxSums): TaxCents =>
  eachField((field) => Number(halfAway(sums[field], MILLIONTHS_OF_A_CENT)));

/** The amounts of a document, which are whole cents. Those of a credit note are subtracted. */
export function taxesOfDocument(items: readonly PricedItem[], sign: 1 | -1): TaxSums {
  const cents = centsOfTaxes(taxesOfItems(items));
  return eachField((field) => BigInt(sign * cents[field]) * MILLIONTHS_OF_A_CENT);
}

/** The value of each field. */
export function eachField<T>(of: (field: TaxField) => T): Readonly<Record<TaxField, T>> {
  return {
    base16: of('base16'),
    base8: of('base8'),
    base0: of('base0'),
    baseExempt: of('baseExempt'),
    notSubject: of('notSubject'),
    ivaTransferred16: of('ivaTransferred16'),
    ivaTransferred8: of('ivaTransferred8'),
    ivaWithheld: of('ivaWithheld'),
    isrWithheld: of('isrWithheld'),
  };
}
