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

const Sums = v.object({ '0-30': v.number(), '31-60': v.number(), '61-90': v.number(), '90+': v.number() });
const whose = { clientId: v.optional(Uuid), clientName: v.optional(v.string()) };

/** The open amount of a document, or of a trip without a document, at the end of a day. */
export const AgedReceivable = v.object({
  /** Absent for a document without a trip. */
  tripId: v.optional(Uuid),
  /** Absent for an estimate. */
  invoiceId: v.optional(Uuid),
  uuid: v.optional(Uuid),
  isEstimate: v.boolean(),
  ...whose,
  /** When the trip ended, or when the document was issued. */
  since: Instant,
  dueOn: v.string(),
  /** Below zero while it is not due yet. */
  daysPastDue: v.number(),
  bucket: v.picklist(BUCKETS),
  /** Before taxes. */
  revenue: v.number(),
  /** With taxes. */
  total: v.number(),
  paid: v.number(),
  balance: v.number(),
});
export type AgedReceivable = v.InferOutput<typeof AgedReceivable>;

/** The open amounts at the end of a day: by age, by client and by trip, the oldest first (docs/decisions/0019). */
export const ReceivablesReport = v.object({
  asOf: v.string(),
  total: v.number(),
  buckets: Sums,
  clients: v.array(v.object({ ...whose, total: v.number(), buckets: Sums })),
  receivables: v.array(AgedReceivable),
  /** What clients paid on account, and what credit notes left of documents with receipts. It is never subtracted from their open amounts. */
  inFavour: v.number(),
  /** `creditNotes` is the part of kind CREDIT_NOTE, which a collection of method OTRO and payment form 17 can use. */
  credits: v.array(v.object({ ...whose, inFavour: v.number(), creditNotes: v.optional(v.number()) })),
  count: Whole,
  /** Only of a page. */
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
