import * as v from 'valibot';
import { Instant, Uuid } from './fields';
import { InvoiceContent, type InvoiceStatus } from './invoices';
import type { StampingState } from './stamping-state';

/** What else an invoice's change of status does, in its transaction; counts and the audit entry move with every one. */
export type InvoiceEffect =
  | 'clearError'
  | 'countRevision'
  | 'keepSnapshot'
  | 'openWork'
  | 'closeWork'
  | 'keepLooking'
  | 'setError'
  | 'setDocument'
  | 'restoreContent'
  | 'askAgain';

export type InvoiceCause =
  | 'edit'
  | 'stamp'
  | 'providerSaysValid'
  | 'providerSaysNo'
  | 'nothingFound'
  | 'lateTruth'
  | 'cancelled'
  | 'cancellationPending'
  | 'cancellationUndone';

export interface InvoiceTransition {
  readonly from: readonly InvoiceStatus[];
  readonly to: InvoiceStatus;
  readonly by: InvoiceCause;
  readonly effects: readonly InvoiceEffect[];
}

/** The whole state machine of an invoice (stamping.md §2). What stands in no row, such as an unknown answer, moves nothing. */
export const INVOICE_TRANSITIONS: readonly InvoiceTransition[] = [
  { from: ['DRAFT', 'ERROR'], to: 'DRAFT', by: 'edit', effects: ['clearError', 'countRevision'] },
  { from: ['DRAFT', 'ERROR'], to: 'PENDING', by: 'stamp', effects: ['clearError', 'keepSnapshot', 'openWork'] },
  { from: ['PENDING'], to: 'VALID', by: 'providerSaysValid', effects: ['setDocument', 'closeWork'] },
  { from: ['PENDING'], to: 'ERROR', by: 'providerSaysNo', effects: ['setError', 'closeWork'] },
  { from: ['PENDING'], to: 'ERROR', by: 'nothingFound', effects: ['setError', 'keepLooking'] },
  { from: ['DRAFT', 'ERROR'], to: 'VALID', by: 'lateTruth', effects: ['setDocument', 'restoreContent', 'closeWork'] },
  { from: ['VALID', 'CANCELLED_PENDING'], to: 'CANCELLED', by: 'cancelled', effects: ['closeWork'] },
  { from: ['VALID'], to: 'CANCELLED_PENDING', by: 'cancellationPending', effects: ['askAgain'] },
  { from: ['CANCELLED_PENDING'], to: 'VALID', by: 'cancellationUndone', effects: ['closeWork'] },
];

/** The row by which an invoice moves; undefined where the table has none. */
export const invoiceTransition = (from: InvoiceStatus, by: InvoiceCause): InvoiceTransition | undefined =>
  INVOICE_TRANSITIONS.find((row) => row.by === by && row.from.includes(from));

/** Who acts when no person does: recovery, and the provider's own notices. */
export const SYSTEM_ACTOR = '00000000-0000-0000-0000-000000000000';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A lock's own call is not sent any more after this: its function has 28 s, and what it sends later may meet another lock. */
export const SEND_WITHIN_MS = 20_000;
/** Recovery leaves a lock alone for so long: its function is still at work. */
export const LEFT_ALONE_MS = MINUTE_MS;
/** Two empty look-ups decide only so far apart… */
export const EMPTY_APART_MS = 20 * MINUTE_MS;
/** …and the last so long after the attempt: the provider's own retries run 50 minutes. */
export const EMPTY_AFTER_MS = 60 * MINUTE_MS;
/** For so long a document is looked for: the SAT's searches came back empty for up to 48 h for documents that existed. */
export const LOOKED_FOR_MS = 72 * HOUR_MS;
/** PENDING longer than this raises INVOICE_STAMP_STUCK. */
const STUCK_MS = 2 * HOUR_MS;
/** A cancellation that the provider knows nothing of after so long did not happen. */
export const CANCELLATION_FORGOTTEN_MS = HOUR_MS;
/** Longer than any run of recovery: one that died holding the lease is over then. */
export const LEASE_MS = 2 * MINUTE_MS;

/** One lock of an attempt: when it was taken, and on what. */
export const Try = v.object({
  at: Instant,
  revision: v.number(),
  /** Absent: that of the try before, of the same revision. */
  content: v.optional(InvoiceContent),
});
export type Try = v.InferOutput<typeof Try>;

/** An attempt to stamp, from its first lock until nobody needs to look for its document any more. */
export const StampWork = v.object({
  kind: v.literal('STAMP'),
  teamId: Uuid,
  invoiceId: Uuid,
  number: v.number(),
  /** Of the last try: what another lock wrote is not touched. */
  lock: v.string(),
  idempotencyKey: v.string(),
  livemode: v.boolean(),
  /** Of the key that the attempt was made with. */
  fingerprint: v.string(),
  tries: v.pipe(v.array(Try), v.minLength(1)),
  /** The provider's document, where it was seen since the last lock and before it was stamped. */
  providerId: v.optional(v.string()),
  /** That of a lock before: it may still turn up stamped, but that it failed says nothing of what the last lock sent. */
  earlierProviderId: v.optional(v.string()),
  /** The first look-up since the last lock that found nothing. */
  emptySince: v.optional(Instant),
});
export type StampWork = v.InferOutput<typeof StampWork>;

/** A cancellation that was asked for and is not settled. */
export const CancelWork = v.object({
  kind: v.literal('CANCEL'),
  teamId: Uuid,
  invoiceId: Uuid,
  livemode: v.boolean(),
  at: Instant,
});
export type CancelWork = v.InferOutput<typeof CancelWork>;

/** A draft that the close of a reservation wants. The invoice's identifier is made with the mark, so that two who make it make one. */
export const DraftWork = v.object({
  kind: v.literal('DRAFT'),
  teamId: Uuid,
  invoiceId: Uuid,
  reservationId: Uuid,
  at: Instant,
});
export type DraftWork = v.InferOutput<typeof DraftWork>;

export const StampingWork = v.variant('kind', [StampWork, CancelWork, DraftWork]);
export type StampingWork = v.InferOutput<typeof StampingWork>;

/** The instant of the attempt that counts for waiting: that of its last lock. */
export function lastTryOf({ tries }: Pick<StampWork, 'tries'>): Try {
  const last = tries.at(-1);
  if (last === undefined) throw new Error('An attempt has no lock.');
  return last;
}

/** Whether an attempt whose invoice is still PENDING has waited too long for somebody not to be told. */
export const isStuck = (work: Pick<StampWork, 'tries'>, now: Date): boolean =>
  now.getTime() - Date.parse(lastTryOf(work).at) >= STUCK_MS;

/** Our clock and the provider's differ by less than this, and two tries of one attempt lie an hour apart. */
const CLOCKS_APART_MS = 5 * MINUTE_MS;

/**
 * The decisions of the saga, as a value: what must hold so that no interleaving stamps twice or loses a document. The proof swaps them one by
 * one for weaker ones and sees each of those fail (docs/stamping.md).
 */
export interface StampingRules {
  /** The attempt that a lock opens or goes on with. */
  readonly attemptNumber: (state: StampingState | undefined, revision: number) => number;
  readonly idempotencyKey: (invoiceId: string, number: number) => string;
  /** Whether a lock must look for a document before it makes one. */
  readonly looksFirst: (state: StampingState | undefined) => boolean;
  /** The mode of the key by which an attempt is made and looked for. */
  readonly livemode: (attempt: { readonly livemode?: boolean | undefined } | undefined, current: boolean) => boolean;
  /** Whether a definite refusal of the last try means that no document of the attempt is there: not while one before may still turn up. */
  readonly refusalCloses: (work: Pick<StampWork, 'tries'>, now: Date) => boolean;
  /** Whether a failed document that a look-up found is what the last lock asked for: it may be that of an earlier try, or attempt. */
  readonly isOwnFailure: (work: Pick<StampWork, 'providerId' | 'number' | 'tries'>, documentId: string) => boolean;
  /** Whether a look-up that found nothing, asked at `askedAt`, ends the waiting. */
  readonly givesUp: (work: Pick<StampWork, 'tries' | 'emptySince'>, askedAt: Date) => boolean;
  readonly isLookedFor: (work: Pick<StampWork, 'tries'>, now: Date) => boolean;
  readonly isTruthAccepted: (status: InvoiceStatus) => boolean;
  /** What was stamped by a document, and in which revision. */
  readonly stamped: (work: Pick<StampWork, 'tries'>, stampedAt: string | undefined) => StampedContent;
}

export const STAMPING_RULES: StampingRules = {
  attemptNumber: (state) => (state === undefined ? 1 : state.isOpen ? state.number : state.number + 1),
  idempotencyKey: (invoiceId, number) => `${invoiceId}-${number}`,
  looksFirst: (state) => state?.isOpen === true,
  livemode: (attempt, current) => attempt?.livemode ?? current,
  refusalCloses: ({ tries }, now) =>
    tries.slice(0, -1).every(({ at }) => now.getTime() - Date.parse(at) >= LOOKED_FOR_MS),
  // Seen under way since then, or nothing was ever sent before.
  isOwnFailure: ({ providerId, number, tries }, documentId) =>
    documentId === providerId || (number === 1 && tries.length === 1),
  givesUp: ({ tries, emptySince }, askedAt) => {
    if (emptySince === undefined) return false;
    const asked = askedAt.getTime();
    return (
      asked - Date.parse(emptySince) >= EMPTY_APART_MS && asked - Date.parse(lastTryOf({ tries }).at) >= EMPTY_AFTER_MS
    );
  },
  isLookedFor: (work, now) => now.getTime() - Date.parse(lastTryOf(work).at) < LOOKED_FOR_MS,
  isTruthAccepted: (status) => invoiceTransition(status, 'providerSaysValid') !== undefined || isLate(status),
  stamped: contentAt,
};

const isLate = (status: InvoiceStatus): boolean => invoiceTransition(status, 'lateTruth') !== undefined;

export interface StampedContent {
  readonly revision: number;
  readonly content: InvoiceContent | undefined;
}

/** The content of the last try before the document was stamped. */
function contentAt({ tries }: Pick<StampWork, 'tries'>, stampedAt: string | undefined): StampedContent {
  const isBefore = ({ at }: Try) =>
    stampedAt === undefined || Date.parse(at) - CLOCKS_APART_MS <= Date.parse(stampedAt);
  const last = Math.max(0, tries.findLastIndex(isBefore));
  return {
    revision: tries[last]?.revision ?? 0,
    content: tries.slice(0, last + 1).findLast(({ content }) => content !== undefined)?.content,
  };
}
