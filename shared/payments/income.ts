import * as v from 'valibot';
import { dayOfDate, localDay } from '../platform/values/calendar';
import { DayOrInstant } from '../platform/values/fields';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import type { Payment } from './payment';

export const INCOME_GROUPS = ['day', 'month', 'client', 'method'] as const;
export type IncomeGroup = (typeof INCOME_GROUPS)[number];

const Group = v.object({
  /** The day, the month, the client's identifier or the method; null when the payment has none. */
  key: v.nullable(v.string()),
  /** The customer of the group. Absent when groups are no customers. */
  name: v.optional(v.string()),
  /** The number of payments in the group. */
  payments: v.number(),
  /** MXN of these payments. */
  total: v.number(),
});
type IncomeGroupRow = v.InferOutput<typeof Group>;

/** The collected amounts in a range of payment dates (docs/decisions/0019). */
export const IncomeReport = v.object({
  /** The beginning of the range, of the request or by default. */
  from: DayOrInstant,
  /** The end of the range, of the request or by default. */
  to: DayOrInstant,
  /** What a group is. */
  groupBy: v.picklist(INCOME_GROUPS),
  /** The groups that have payments. */
  groups: v.array(Group),
  /** The number of payments in the range. */
  payments: v.number(),
  /** MXN of all payments in the range. */
  total: v.number(),
});
export type IncomeReport = v.InferOutput<typeof IncomeReport>;

/** The fields of a payment that the report reads. */
type IncomePayment = Pick<Payment, 'paidAt' | 'amount' | 'clientId' | 'clientName' | 'method'>;

/**
 * The days of a report. The default end is today, and the default start is the first day of the month of the end. A date-time stays an instant.
 */
export function incomePeriod(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
  timeZone: string,
) {
  const to = asked.to ?? localDay(now, timeZone);
  const lastDay = dayOfDate(to, timeZone);
  return { from: asked.from ?? `${lastDay.slice(0, 'YYYY-MM'.length)}-01`, to };
}

/** Sums payments: days and months in the team's zone in order of time, clients and methods by amount, the largest first. */
export function incomeGroups(
  payments: readonly IncomePayment[],
  groupBy: IncomeGroup,
  timeZone: string,
): Pick<IncomeReport, 'groups' | 'payments' | 'total'> {
  const groups = new Map<string | null, { name: string | undefined; payments: number; cents: Cents }>();
  let total: Cents = 0;
  for (const payment of payments) {
    const key = keyOf(payment, groupBy, timeZone);
    const cents = centsOf(payment.amount);
    // The first payment is the newest, so it has the latest name of the client.
    const group = groups.get(key) ?? { name: payment.clientName, payments: 0, cents: 0 };
    groups.set(key, { ...group, payments: group.payments + 1, cents: group.cents + cents });
    total += cents;
  }
  const rows = [...groups].map(([key, { name, payments: number, cents }]) => ({
    key,
    ...(groupBy === 'client' && { name }),
    payments: number,
    total: pesosOf(cents),
  }));
  const inOrder = groupBy === 'day' || groupBy === 'month' ? byKey : byTotal;
  return { groups: rows.sort(inOrder), payments: payments.length, total: pesosOf(total) };
}

function keyOf({ paidAt, clientId, method }: IncomePayment, groupBy: IncomeGroup, timeZone: string): string | null {
  if (groupBy === 'client') return clientId ?? null;
  if (groupBy === 'method') return method ?? null;
  const day = localDay(new Date(paidAt), timeZone);
  return groupBy === 'day' ? day : day.slice(0, 'YYYY-MM'.length);
}

const byKey = (one: IncomeGroupRow, other: IncomeGroupRow): number => ((one.key ?? '') < (other.key ?? '') ? -1 : 1);
const byTotal = (one: IncomeGroupRow, other: IncomeGroupRow): number => other.total - one.total || byKey(one, other);
