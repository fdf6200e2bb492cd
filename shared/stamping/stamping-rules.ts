import type { InvoiceContent, InvoiceStatus } from '../invoices/invoice';
import type { StampingState } from '../invoices/stamping-state';
import { mayHappen } from './invoice-states';
import { type Attempt, HOUR_MS, lastAttemptOf, MINUTE_MS, type StampWork } from './work-items';

/**
 * A stamp request is sent only within this time after the lock was taken. A later request could reach the provider
 * together with the request of a later lock. A function runs for at most 28 s.
 */
export const SEND_WITHIN_MS = 20_000;
/** Recovery ignores a lock for this long: the function that took it may still be running. */
export const LEFT_ALONE_MS = MINUTE_MS;
/** The minimum time between the two empty look-ups that end the waiting. */
const EMPTY_APART_MS = 20 * MINUTE_MS;
/** The minimum time between an attempt and the last empty look-up. The provider's own retries take 50 minutes. */
const EMPTY_AFTER_MS = 60 * MINUTE_MS;
/**
 * The time during which recovery searches for a document. The SAT's search has missed existing documents for up to
 * 48 h.
 */
const LOOKED_FOR_MS = 72 * HOUR_MS;
/** When the provider shows no cancellation after this time, we conclude that it did not receive the request. */
export const CANCELLATION_FORGOTTEN_MS = HOUR_MS;
/** Longer than any item of recovery, which renews its lease: an expired lease belongs to a run that has ended. */
export const LEASE_MS = 2 * MINUTE_MS;

/**
 * The maximum difference between our clock and the provider's. Two tries of one attempt are an hour apart, so this
 * cannot confuse them.
 */
const CLOCKS_APART_MS = 5 * MINUTE_MS;

/**
 * The decisions of stamping, as a value. Together they guarantee that no interleaving stamps twice or loses a document.
 * The proof replaces one rule at a time by a weaker one, and must then find a failure (docs/stamping.md).
 */
export interface StampingRules {
  /** The number of the attempt that a lock opens or continues. */
  readonly attemptNumber: (state: StampingState | undefined, revision: number) => number;
  readonly idempotencyKey: (invoiceId: string, number: number) => string;
  /** Whether a lock must search for an existing document before it requests one. */
  readonly looksFirst: (state: StampingState | undefined) => boolean;
  /**
   * The mode of an attempt's key: the recorded one, else the team's current mode. Only a key of that mode sees the
   * document.
   */
  readonly livemode: (attempt: { readonly livemode?: boolean | undefined } | undefined, current: boolean) => boolean;
  /**
   * Whether a definite refusal of the last try closes the attempt. The attempt stays open while the document of an
   * earlier try may still appear.
   */
  readonly refusalCloses: (work: Pick<StampWork, 'attempts'>, now: Date) => boolean;
  /**
   * Whether a failed document that a look-up found belongs to the last lock. It may also belong to an earlier try or
   * attempt.
   */
  readonly isOwnFailure: (work: Pick<StampWork, 'providerId' | 'number' | 'attempts'>, documentId: string) => boolean;
  /** Whether a look-up that was sent at `askedAt` and found nothing ends the waiting. */
  readonly givesUp: (work: Pick<StampWork, 'attempts' | 'emptySince'>, askedAt: Date) => boolean;
  readonly isLookedFor: (work: Pick<StampWork, 'attempts'>, now: Date) => boolean;
  readonly isTruthAccepted: (status: InvoiceStatus) => boolean;
  /** The content that a document was stamped with, and its revision. */
  readonly stamped: (work: Pick<StampWork, 'attempts'>, stampedAt: string | undefined) => StampedContent;
}

export const STAMPING_RULES: StampingRules = {
  attemptNumber: (state) => (state === undefined ? 1 : state.isOpen ? state.number : state.number + 1),
  idempotencyKey: (invoiceId, number) => `${invoiceId}-${number}`,
  looksFirst: (state) => state?.isOpen === true,
  livemode: (attempt, current) => attempt?.livemode ?? current,
  refusalCloses: ({ attempts }, now) =>
    attempts.slice(0, -1).every(({ at }) => now.getTime() - Date.parse(at) >= LOOKED_FOR_MS),
  // A look-up saw this document after the last lock, or the last lock is the invoice's first.
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

interface StampedContent {
  readonly revision: number;
  readonly content: InvoiceContent | undefined;
}

/** The content of the last try before the stamp. */
function contentAt({ attempts }: Pick<StampWork, 'attempts'>, stampedAt: string | undefined): StampedContent {
  const isBefore = ({ at }: Attempt) =>
    stampedAt === undefined || Date.parse(at) - CLOCKS_APART_MS <= Date.parse(stampedAt);
  const last = Math.max(0, attempts.findLastIndex(isBefore));
  return {
    revision: attempts[last]?.revision ?? 0,
    content: attempts.slice(0, last + 1).findLast(({ content }) => content !== undefined)?.content,
  };
}
