import * as v from 'valibot';
import { DayOrInstant, Instant, nullable, Uuid } from '../platform/values/fields';
import { type Cents, pesosOf } from '../platform/values/money';

export const ENTRY_KINDS = ['INVOICE', 'CREDIT_NOTE', 'COLLECTION', 'VOID', 'CANCELLATION'] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];

const Entry = v.object({
  at: Instant,
  /** What moved the balance. */
  kind: v.picklist(ENTRY_KINDS),
  /** The document, or the collection. */
  id: Uuid,
  uuid: v.optional(Uuid),
  /** Series and folio of the document. Absent without one. */
  folio: v.optional(v.string()),
  tripId: v.optional(Uuid),
  /** MXN that raise the balance. 0 for a payment. */
  charge: v.number(),
  /** MXN that lower the balance. 0 for a charge. */
  payment: v.number(),
  /** What the client owes after this entry. Below 0 it is in favour of the client. */
  balance: v.number(),
  /**
   * The day of `at` in the team’s time zone: `from` and `to` are such days.
   * @example 2026-03-31
   */
  day: v.string(),
});
/** An entry before the zone of its reader is known. */
type Movement = Omit<v.InferOutput<typeof Entry>, 'day'>;

/** What a client owed at the beginning and at the end of a range, and what changed it (docs/decisions/0064). */
export const Statement = v.object({
  /** The customer. */
  client: v.object({
    id: Uuid,
    /** The customer’s legal name. */
    name: v.string(),
    /** The customer’s tax number. null without one. */
    rfc: nullable(v.string()),
  }),
  /** The beginning of the range, of the request or by default. */
  from: DayOrInstant,
  /** The end of the range, of the request or by default. */
  to: DayOrInstant,
  /** MXN that the customer owed before the range. */
  opening: v.number(),

  /** The movements of the range, the earliest first. */
  entries: v.array(Entry),
  /** MXN that the customer owes after the range: the opening balance with all entries. */
  closing: v.number(),
  /** The part of the payments that pays no document at the end of the range, or more than is left of one. `closing` is the open documents less this. */
  inFavour: v.number(),
});
export type Statement = v.InferOutput<typeof Statement>;

/** A stamped document of type I or E. */
export interface StatementDocument {
  readonly id: string;
  readonly type: 'I' | 'E';
  readonly uuid?: string | undefined;
  readonly folio?: string | undefined;
  readonly tripId?: string | undefined;
  readonly total: Cents;
  readonly issuedAt: string;
  /** Absent while it is in force. */
  readonly cancelledAt?: string | undefined;
  readonly isReplaced: boolean;
  /** The document that it substitutes. */
  readonly replaces?: string | undefined;
  /** Type E: the document that it takes from. */
  readonly creditedId?: string | undefined;
}

/** What a payment pays of a client's documents, and what is left of it for the client. */
export interface StatementPayment {
  readonly collectionId: string;
  readonly paidAt: string;
  readonly voidedAt?: string | undefined;
  readonly tripId?: string | undefined;
  /** Cents by document of the client. */
  readonly allocations: readonly { readonly invoiceId: string; readonly cents: Cents }[];
  readonly rest: Cents;
  /** What the payment took from the client's credit of kind CREDIT_NOTE: no money arrived. */
  readonly used?: Cents | undefined;
}

/** From an instant on, and before another one. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** Behind all instants. */
const EVER = '~';

interface Line {
  readonly at: string;
  readonly kind: EntryKind;
  /** The order of the lines of one instant. */
  readonly rank: number;
  readonly id: string;
  readonly document?: StatementDocument | undefined;
  readonly tripId?: string | undefined;
  /** What the client owes more. */
  readonly cents: Cents;
  /** The part of a collection that was paid with credit: it is charged and paid. */
  readonly moved?: Cents | undefined;
}

/**
 * At one instant an invoice ends before another begins, and a credit note begins before another ends: so no line shows a client who owes
 * a document and its substitute.
 */
const RANK = { endOfInvoice: 0, INVOICE: 1, CREDIT_NOTE: 2, COLLECTION: 3, VOID: 4, endOfNote: 5 } as const;

/** The periods in which a document counts: while it is in force, and no substitute of it is. A substitute is of the same client. */
function periodsOf(document: StatementDocument, all: readonly StatementDocument[]): Period[] {
  const { id, issuedAt, cancelledAt: end = EVER, isReplaced } = document;
  const own = all
    .filter(({ replaces }) => replaces === id)
    .sort((one, other) => (one.issuedAt < other.issuedAt ? -1 : 1));
  // The mark says whether the newest substitute still stands for the document.
  const away = own.map(({ issuedAt: from, cancelledAt: to = EVER }, index) => ({
    from,
    to: isReplaced && index === own.length - 1 ? EVER : to,
  }));
  return without({ from: issuedAt, to: end }, away);
}

function without({ from, to }: Period, away: readonly Period[]): Period[] {
  const left: Period[] = [];
  let start = from;
  for (const gap of away) {
    left.push({ from: start, to: gap.from < to ? gap.from : to });
    if (gap.to > start) start = gap.to;
  }
  return [...left, { from: start, to }].filter((period) => period.from < period.to);
}

const both = (some: readonly Period[], others: readonly Period[]): Period[] =>
  some
    .flatMap((one) =>
      others.map((other) => ({
        from: one.from > other.from ? one.from : other.from,
        to: one.to < other.to ? one.to : other.to,
      })),
    )
    .filter(({ from, to }) => from < to);

/** When each document counts. A credit note counts while its document does. */
function periodsOfAll(documents: readonly StatementDocument[]) {
  const periods = new Map(documents.map((one) => [one.id, periodsOf(one, documents)]));
  const inOrder = documents.map((document) => {
    const own = periods.get(document.id) ?? [];
    const credited = document.creditedId === undefined ? undefined : periods.get(document.creditedId);
    return { document, periods: credited ? both(own, credited) : own };
  });
  return inOrder;
}

const isWithin = (instant: string, { from, to }: Period): boolean => from <= instant && instant < to;

function documentLines(document: StatementDocument, periods: readonly Period[]): Line[] {
  const { id, type, tripId } = document;
  const isNote = type === 'E';
  const cents = isNote ? -document.total : document.total;
  const kind = isNote ? 'CREDIT_NOTE' : 'INVOICE';
  const common = { id, document, tripId };
  const end = { kind: 'CANCELLATION', rank: isNote ? RANK.endOfNote : RANK.endOfInvoice } as const;
  return periods.flatMap(({ from, to }) => [
    { ...common, at: from, kind, rank: RANK[kind], cents },
    ...(to === EVER ? [] : [{ ...common, at: to, ...end, cents: -cents }]),
  ]);
}

const centsOfPayment = ({ allocations, rest }: StatementPayment): Cents =>
  allocations.reduce((sum, { cents }) => sum + cents, rest);

const periodOfPayment = ({ paidAt, voidedAt = EVER }: StatementPayment): Period => ({ from: paidAt, to: voidedAt });

/** The payments of a collection are one line. One that was voided before its date never counts. */
function paymentLines(payments: readonly StatementPayment[]): Line[] {
  const collections = new Map<string, StatementPayment[]>();
  for (const payment of payments) {
    const { collectionId } = payment;
    collections.set(collectionId, [...(collections.get(collectionId) ?? []), payment]);
  }
  return [...collections].flatMap(([id, parts]) => {
    const paid = parts.reduce((sum, one) => sum + centsOfPayment(one), 0);
    const used = parts.reduce((sum, one) => sum + (one.used ?? 0), 0);
    const [cents, moved] = [paid - used, Math.min(paid, used)];
    const [first] = parts;
    if (first === undefined || (cents === 0 && moved === 0)) return [];
    const { from, to } = periodOfPayment(first);
    const tripId = parts.every((one) => one.tripId === first.tripId) ? first.tripId : undefined;
    if (from >= to) return [];
    return [
      { at: from, kind: 'COLLECTION' as const, rank: RANK.COLLECTION, id, tripId, cents: -cents, moved },
      ...(to === EVER ? [] : [{ at: to, kind: 'VOID' as const, rank: RANK.VOID, id, tripId, cents, moved }]),
    ];
  });
}

const inOrder = (one: Line, other: Line): number => {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.rank - other.rank || (one.id < other.id ? -1 : 1);
};

export interface Books {
  readonly documents: readonly StatementDocument[];
  readonly payments: readonly StatementPayment[];
}

/** The lines of a range with the balance after each. Both ends of the range are included. */
export function statementOf(
  { documents, payments }: Books,
  range: { readonly from: string; readonly to: string },
): Pick<Statement, 'opening' | 'closing' | 'inFavour'> & { entries: Movement[] } {
  const counted = periodsOfAll(documents);
  const lines = [
    ...counted.flatMap(({ document, periods }) => documentLines(document, periods)),
    ...paymentLines(payments),
  ]
    .filter(({ at }) => at <= range.to)
    .sort(inOrder);
  const opening = lines.reduce((sum, { at, cents }) => (at < range.from ? sum + cents : sum), 0);
  let balance = opening;
  const entries = lines
    .filter(({ at }) => at >= range.from)
    .map((line) => {
      balance += line.cents;
      return entryOf(line, balance);
    });
  const open = new Set(
    counted.flatMap(({ document, periods }) =>
      periods.some((period) => isWithin(range.to, period)) ? [document.id] : [],
    ),
  );
  const live = payments.filter((payment) => isWithin(range.to, periodOfPayment(payment)));
  const inFavour = live.reduce(
    (sum, payment) => sum + favourOf(payment, open) - (payment.used ?? 0),
    beyond(documents, live, open),
  );
  return { opening: pesosOf(opening), entries, closing: pesosOf(balance), inFavour: pesosOf(inFavour) };
}

/** The cents of a payment that pay no document that counts. */
const favourOf = ({ allocations, rest }: StatementPayment, open: ReadonlySet<string>): Cents =>
  allocations.reduce((sum, { invoiceId, cents }) => (open.has(invoiceId) ? sum : sum + cents), rest);

/** The cents that credit notes took back of what was paid: the document keeps the payments that a receipt confirms. */
function beyond(
  documents: readonly StatementDocument[],
  live: readonly StatementPayment[],
  counted: ReadonlySet<string>,
): Cents {
  const left = new Map<string, Cents>();
  const add = (id: string, cents: Cents) => left.set(id, (left.get(id) ?? 0) + cents);
  for (const { id, type, total, creditedId } of documents)
    if (counted.has(id)) add(type === 'E' ? (creditedId ?? id) : id, type === 'E' ? -total : total);
  for (const { invoiceId, cents } of live.flatMap(({ allocations }) => allocations))
    if (counted.has(invoiceId)) add(invoiceId, -cents);
  return [...left].reduce((sum, [id, cents]) => (counted.has(id) && cents < 0 ? sum - cents : sum), 0);
}

function entryOf({ at, kind, id, document, tripId, cents, moved = 0 }: Line, balance: Cents): Movement {
  const { uuid, folio } = document ?? {};
  return {
    at,
    kind,
    id,
    ...(uuid && { uuid }),
    ...(folio && { folio }),
    ...(tripId && { tripId }),
    charge: pesosOf(Math.max(0, cents) + moved),
    payment: pesosOf(Math.max(0, -cents) + moved),
    balance: pesosOf(balance),
  };
}
