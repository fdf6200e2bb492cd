import type { InvoiceContent, InvoiceStatus } from '../invoices/invoice';
import type { StampingState } from '../invoices/stamping-state';
import { mayHappen } from './invoice-states';
import { type Attempt, HOUR_MS, lastAttemptOf, MINUTE_MS, type StampWork } from './work-items';

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
/** A cancellation that the provider knows nothing of after so long did not happen. */
export const CANCELLATION_FORGOTTEN_MS = HOUR_MS;
/** Longer than any run of recovery: one that died holding the lease is over then. */
export const LEASE_MS = 2 * MINUTE_MS;

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
  readonly refusalCloses: (work: Pick<StampWork, 'attempts'>, now: Date) => boolean;
  /** Whether a failed document that a look-up found is what the last lock asked for: it may be that of an earlier try, or attempt. */
  readonly isOwnFailure: (work: Pick<StampWork, 'providerId' | 'number' | 'attempts'>, documentId: string) => boolean;
  /** Whether a look-up that found nothing, asked at `askedAt`, ends the waiting. */
  readonly givesUp: (work: Pick<StampWork, 'attempts' | 'emptySince'>, askedAt: Date) => boolean;
  readonly isLookedFor: (work: Pick<StampWork, 'attempts'>, now: Date) => boolean;
  readonly isTruthAccepted: (status: InvoiceStatus) => boolean;
  /** What was stamped by a document, and in which revision. */
  readonly stamped: (work: Pick<StampWork, 'attempts'>, stampedAt: string | undefined) => StampedContent;
}

export const STAMPING_RULES: StampingRules = {
  attemptNumber: (state) => (state === undefined ? 1 : state.isOpen ? state.number : state.number + 1),
  idempotencyKey: (invoiceId, number) => `${invoiceId}-${number}`,
  looksFirst: (state) => state?.isOpen === true,
  livemode: (attempt, current) => attempt?.livemode ?? current,
  refusalCloses: ({ attempts }, now) =>
    attempts.slice(0, -1).every(({ at }) => now.getTime() - Date.parse(at) >= LOOKED_FOR_MS),
  // Seen under way since then, or nothing was ever sent before.
  isOwnFailure: ({ providerId, number, attempts }, documentId) =>
    documentId === providerId || (number === 1 && attempts.length === 1),
  givesUp: ({ attempts, emptySince }, askedAt) => {
    if (emptySince === undefined) return false;
    const asked = askedAt.getTime();
    return (
      asked - Date.parse(emptySince) >= EMPTY_APART_MS &&
      asked - Date.parse(lastAttemptOf({ attempts }).at) >= EMPTY_AFTER_MS
    );
  },
  isLookedFor: (work, now) => now.getTime() - Date.parse(lastAttemptOf(work).at) < LOOKED_FOR_MS,
  isTruthAccepted: (status) => mayHappen('stamped', status),
  stamped: contentAt,
};

export interface StampedContent {
  readonly revision: number;
  readonly content: InvoiceContent | undefined;
}

/** The content of the last try before the document was stamped. */
function contentAt({ attempts }: Pick<StampWork, 'attempts'>, stampedAt: string | undefined): StampedContent {
  const isBefore = ({ at }: Attempt) =>
    stampedAt === undefined || Date.parse(at) - CLOCKS_APART_MS <= Date.parse(stampedAt);
  const last = Math.max(0, attempts.findLastIndex(isBefore));
  return {
    revision: attempts[last]?.revision ?? 0,
    content: attempts.slice(0, last + 1).findLast(({ content }) => content !== undefined)?.content,
  };
}
