import * as v from 'valibot';
import type { Client } from '../clients/client';
import { addDays, daysBetween, localDay } from '../platform/values/calendar';
import { Instant, Uuid, Whole } from '../platform/values/fields';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import type { ClientCredit, Receivable } from '../trips/receivable';

/** Days past the due date. The first bucket includes amounts that are not due yet. */
export const BUCKETS = ['0-30', '31-60', '61-90', '90+'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The last day past due of each bucket but the last. */
const LAST_DAYS: readonly (readonly [Bucket, number])[] = [
  ['0-30', 30],
  ['31-60', 60],
  ['61-90', 90],
];

export const bucketOf = (daysPastDue: number): Bucket =>
  LAST_DAYS.find(([, last]) => daysPastDue <= last)?.[0] ?? '90+';

const Sums = v.object({
  /** MXN open, up to 30 days past due or not due yet. */
  '0-30': v.number(),
  /** MXN open, 31 to 60 days past due. */
  '31-60': v.number(),
  /** MXN open, 61 to 90 days past due. */
  '61-90': v.number(),
  /** MXN open, more than 90 days past due. */
  '90+': v.number(),
});
const whose = { clientId: v.optional(Uuid), clientName: v.optional(v.string()) };

/** The open amount of a document, or of a trip without a document, at the end of a day. */
export const AgedReceivable = v.object({
  /** The trip. Absent for a document without a trip. */
  tripId: v.optional(Uuid),
  /** The tax document. Absent for an estimate. */
  invoiceId: v.optional(Uuid),
  uuid: v.optional(Uuid),
  /** true: the trip has no stamped document, so the amount is that of its draft. */
  isEstimate: v.boolean(),
  ...whose,
  /** When the trip ended, or when the document was issued. */
  since: Instant,
  /**
   * The day on which payment is due, in the team’s time zone.
   * @example 2026-04-01
   */
  dueOn: v.string(),
  /** Days from `dueOn` to the day of the report. Below zero while it is not due yet. */
  daysPastDue: v.number(),
  /** How late the payment is. */
  bucket: v.picklist(BUCKETS),
  /** MXN before taxes. */
  revenue: v.number(),
  /** MXN with taxes. */
  total: v.number(),
  /** MXN paid of it, and what credit notes took from it. */
  paid: v.number(),
  /** MXN that are open: `total` less `paid`. */
  balance: v.number(),
});
export type AgedReceivable = v.InferOutput<typeof AgedReceivable>;

/** The open amounts at the end of a day: by age, by client and by trip, the oldest first (docs/decisions/0019). */
export const ReceivablesReport = v.object({
  /** The local day of the team at whose end the amounts are open. */
  asOf: v.string(),
  /** MXN open of all customers. */
  total: v.number(),
  /** The same sum by age. */
  buckets: Sums,
  /** The open amounts by customer, the largest first. */
  clients: v.array(
    v.object({
      ...whose,
      /** MXN open of the customer. */
      total: v.number(),
      /** The same sum by age. */
      buckets: Sums,
    }),
  ),
  /** The open amounts one by one, the oldest first. */
  receivables: v.array(AgedReceivable),
  /** What clients paid on account, and what credit notes left of documents with receipts. It is never subtracted from their open amounts. */
  inFavour: v.number(),
  /** What each customer has in favour. */
  credits: v.array(
    v.object({
      ...whose,
      /** MXN that the customer paid on account, and that credit notes left. */
      inFavour: v.number(),
      /** The part of kind CREDIT_NOTE, in MXN, which a collection of method OTRO and payment form 17 can use. Absent without one. */
      creditNotes: v.optional(v.number()),
    }),
  ),
  /** The number of open amounts in `receivables`. */
  count: Whole,
  /** Send it as `cursor` for the next page. null on the last page; absent where `limit` was not sent. */
  nextCursor: v.optional(v.nullable(v.string())),
});
export type ReceivablesReport = v.InferOutput<typeof ReceivablesReport>;

export interface AgingDay {
  readonly asOf: string;
  /** The last instant of the day, or the instant in the request. */
  readonly until: string;
  readonly timeZone: string;
}

/** The identifier by which later payments name a row. */
export const idOfRow = ({ invoiceId, tripId = '' }: Pick<Receivable, 'invoiceId' | 'tripId'>): string =>
  invoiceId ?? tripId;

/**
 * Computes the age of the open amounts. `later` are the payments after the day: their amounts were still open on it. A
 * trip that ended after the day, and a document that was issued after it, have no open amount. The due date is the local
 * day of the trip's end or of the document plus the client's `paymentTerms`.
 */
export function receivablesReport(
  open: readonly Receivable[],
  later: ReadonlyMap<string, Cents>,
  clients: ReadonlyMap<string, Client>,
  { asOf, until, timeZone }: AgingDay,
  credits: readonly ClientCredit[] = [],
): ReceivablesReport {
  const aged = open.flatMap((receivable): AgedReceivable[] => {
    const { clientId = '', revenue, total = revenue, since } = receivable;
    const paid = centsOf(receivable.paid) - (later.get(idOfRow(receivable)) ?? 0);
    const balance = centsOf(total) - paid;
    if (since > until || balance <= 0) return [];
    const client = clients.get(clientId);
    const dueOn = addDays(localDay(new Date(since), timeZone), client?.paymentTerms ?? 0);
    const daysPastDue = daysBetween(dueOn, asOf);
    const amounts = { revenue, total, paid: pesosOf(paid), balance: pesosOf(balance) };
    const { clientId: _, ...rest } = receivable;
    const kind = { isEstimate: receivable.invoiceId === undefined };
    return [{ ...rest, ...payerOf(client), ...kind, dueOn, daysPastDue, bucket: bucketOf(daysPastDue), ...amounts }];
  });
  const receivables = aged.sort(
    (one, other) => other.daysPastDue - one.daysPastDue || (idOfRow(one) < idOfRow(other) ? -1 : 1),
  );
  const favoured = creditsByClient(credits);
  return {
    asOf,
    ...sumsOf(receivables),
    clients: byClient(receivables),
    receivables,
    inFavour: pesosOf(favoured.reduce((sum, [, inFavour]) => sum + inFavour, 0)),
    credits: favoured.map(([clientId, inFavour]) => ({
      ...payerOf(clients.get(clientId)),
      inFavour: pesosOf(inFavour),
      ...creditNotesOf(credits, clientId),
    })),
    count: receivables.length,
  };
}

/** The cents in favour of each client, the largest first. */
function creditsByClient(credits: readonly ClientCredit[]): [string, Cents][] {
  const sums = new Map<string, Cents>();
  for (const { clientId = '', inFavour } of credits) sums.set(clientId, (sums.get(clientId) ?? 0) + inFavour);
  return [...sums].filter(([, inFavour]) => inFavour > 0).sort(([, one], [, other]) => other - one);
}

function creditNotesOf(credits: readonly ClientCredit[], clientId: string) {
  const inFavour = credits.find((one) => one.kind === 'CREDIT_NOTE' && one.clientId === clientId)?.inFavour;
  return inFavour ? { creditNotes: pesosOf(inFavour) } : {};
}

const payerOf = (client: Client | undefined) => client && { clientId: client.id, clientName: client.name };

function sumsOf(receivables: readonly AgedReceivable[]) {
  const sum = (some: readonly AgedReceivable[]): number =>
    pesosOf(some.reduce((cents, { balance }) => cents + centsOf(balance), 0));
  const inBucket = (bucket: Bucket): number => sum(receivables.filter((one) => one.bucket === bucket));
  return {
    total: sum(receivables),
    buckets: {
      '0-30': inBucket('0-30'),
      '31-60': inBucket('31-60'),
      '61-90': inBucket('61-90'),
      '90+': inBucket('90+'),
    },
  };
}

/** Clients by open amount, the largest first. */
function byClient(receivables: readonly AgedReceivable[]) {
  const groups = new Map<string | undefined, { clientName: string | undefined; owed: AgedReceivable[] }>();
  for (const one of receivables) {
    const group = groups.get(one.clientId);
    if (group) group.owed.push(one);
    else groups.set(one.clientId, { clientName: one.clientName, owed: [one] });
  }
  return [...groups]
    .map(([clientId, { clientName, owed }]) => ({ clientId, clientName, ...sumsOf(owed) }))
    .sort((one, other) => other.total - one.total);
}
