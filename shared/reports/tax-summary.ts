import * as v from 'valibot';
import { localDay } from '../platform/values/calendar';
import { DayOrInstant, Whole } from '../platform/values/fields';
import { type Cents, pesosOf } from '../platform/values/money';
import { addTaxes, centsOfTaxes, eachField, NO_TAXES, type TaxCents, type TaxSums } from './tax-figures';

export const TAX_BASES = ['issued', 'collected'] as const;
export type TaxBasis = (typeof TAX_BASES)[number];
export const TAX_GROUPS = ['month', 'client'] as const;
export type TaxGroupBy = (typeof TAX_GROUPS)[number];

const Figures = {
  /** The documents of the row: issued, or paid at least in part. Credit notes are counted too. */
  documents: Whole,
  /** MXN taxed with 16 % of IVA. */
  base16: v.number(),
  /** MXN taxed with 8 % of IVA (border). */
  base8: v.number(),
  /** MXN taxed with 0 % of IVA. */
  base0: v.number(),
  /** 0: no exempt item can be invoiced here. */
  baseExempt: v.number(),
  /** MXN of items that are not subject to tax (taxObject 01). */
  notSubject: v.number(),
  /** MXN of IVA at 16 %. */
  ivaTransferred16: v.number(),
  /** MXN of IVA at 8 %. */
  ivaTransferred8: v.number(),
  /** MXN of IVA that customers withheld. */
  ivaWithheld: v.number(),
  /** MXN of ISR that customers withheld. */
  isrWithheld: v.number(),
  /** The documents' own totals, or the collected amounts. */
  total: v.number(),
};

const Row = v.object({
  /** The month, or the client's identifier. */
  key: v.nullable(v.string()),
  /** The customer, as in the newest document. Absent when rows are months. */
  name: v.optional(v.nullable(v.string())),
  ...Figures,
});

/** The taxes of a team in a range of dates (docs/decisions/0064). */
export const TaxSummary = v.object({
  /** The beginning of the range, of the request or by default. */
  from: DayOrInstant,
  /** The end of the range, of the request or by default. */
  to: DayOrInstant,
  /** issued counts documents by their date of issue; collected counts what was paid of them. */
  basis: v.picklist(TAX_BASES),
  /** What a row is. */
  groupBy: v.picklist(TAX_GROUPS),
  /** One row for each month or customer. */
  rows: v.array(Row),
  /** The sums of the rows. */
  sums: v.object(Figures),
  /** Documents whose own total is not the one of their items: `total` contains their own total. */
  differing: Whole,
  /**
   * Documents of an older release that the operator has not listed by date yet. Those that were stamped more than 15 days after their creation
   * are missing in the report.
   */
  unlisted: Whole,
});
export type TaxSummary = v.InferOutput<typeof TaxSummary>;

/** A part of a row: a document, or what was paid of it. */
export interface TaxEntry {
  readonly at: string;
  readonly invoiceId: string;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly taxes: TaxSums;
  readonly total: Cents;
}

interface Sums {
  readonly documents: number;
  readonly taxes: TaxCents;
  readonly total: Cents;
}

const NOTHING: Sums = { documents: 0, taxes: eachField(() => 0), total: 0 };

const added = (one: Sums, other: Sums): Sums => ({
  documents: one.documents + other.documents,
  taxes: eachField((field) => one.taxes[field] + other.taxes[field]),
  total: one.total + other.total,
});

const shown = ({ documents, taxes, total }: Sums) => ({
  documents,
  ...eachField((field) => pesosOf(taxes[field])),
  total: pesosOf(total),
});

interface Group {
  readonly key: string | null;
  readonly newest: TaxEntry;
  readonly ids: Set<string>;
  readonly taxes: TaxSums;
  readonly total: Cents;
}

/**
 * Months in order of time, clients by amount, the largest first. A row sums millionths and rounds once; the sums add the
 * rows, so that a column adds up.
 */
export function taxRows(
  entries: readonly TaxEntry[],
  groupBy: TaxGroupBy,
  timeZone: string,
): Pick<TaxSummary, 'rows' | 'sums'> {
  const groups = new Map<string | null, Group>();
  for (const entry of entries) {
    const key = groupBy === 'client' ? entry.clientId : monthOf(entry.at, timeZone);
    const group = groups.get(key) ?? { key, newest: entry, ids: new Set<string>(), taxes: NO_TAXES, total: 0 };
    group.ids.add(entry.invoiceId);
    groups.set(key, {
      ...group,
      newest: entry.at > group.newest.at ? entry : group.newest,
      taxes: addTaxes(group.taxes, entry.taxes),
      total: group.total + entry.total,
    });
  }
  const inOrder = [...groups.values()].sort(groupBy === 'month' ? byKey : byTotal);
  return {
    rows: inOrder.map((group) => ({
      key: group.key,
      ...(groupBy === 'client' && { name: group.newest.clientName }),
      ...shown(sumsOf(group)),
    })),
    sums: shown(inOrder.map(sumsOf).reduce(added, NOTHING)),
  };
}

const sumsOf = ({ ids, taxes, total }: Group): Sums => ({ documents: ids.size, taxes: centsOfTaxes(taxes), total });

const monthOf = (at: string, timeZone: string): string => localDay(new Date(at), timeZone).slice(0, 'YYYY-MM'.length);

const byKey = (one: Group, other: Group): number => ((one.key ?? '') < (other.key ?? '') ? -1 : 1);
const byTotal = (one: Group, other: Group): number => other.total - one.total || byKey(one, other);
