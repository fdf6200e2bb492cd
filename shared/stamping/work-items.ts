import * as v from 'valibot';
import { DraftWork } from '../boxes/reservation';
import { InvoiceContent } from '../invoices/invoice';
import { Instant, Uuid } from '../platform/values/fields';
import { CANCELLATION_MOTIVES } from './provider/port';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** PENDING longer than this raises INVOICE_STAMP_STUCK. */
const STUCK_MS = 2 * HOUR_MS;

/** One lock of an attempt: its time, and the revision and content that were sent. */
export const Attempt = v.object({
  at: Instant,
  revision: v.number(),
  /** Absent when the revision is the same as in the previous try: its content applies. */
  content: v.optional(InvoiceContent),
});
export type Attempt = v.InferOutput<typeof Attempt>;

/** An attempt to stamp. It exists from its first lock until its document no longer has to be searched for. */
export const StampWork = v.object({
  kind: v.literal('STAMP'),
  teamId: Uuid,
  invoiceId: Uuid,
  number: v.number(),
  /** The id of the last lock. A write that names an earlier lock changes nothing. */
  attemptId: v.string(),
  idempotencyKey: v.string(),
  livemode: v.boolean(),
  /** The fingerprint of the attempt's provider key. */
  fingerprint: v.string(),
  attempts: v.pipe(v.array(Attempt), v.minLength(1)),
  /** The provider's document, if a look-up has seen it since the last lock and it was not stamped yet. */
  providerId: v.optional(v.string()),
  /**
   * The document of an earlier lock. It may still be stamped. Its failure says nothing about the request of the last
   * lock.
   */
  earlierProviderId: v.optional(v.string()),
  /** The document that this attempt of a credit note reserves. */
  creditedId: v.optional(Uuid),
  /** The time of the first look-up since the last lock that found nothing. */
  emptySince: v.optional(Instant),
});
export type StampWork = v.InferOutput<typeof StampWork>;

/** A cancellation that was requested and has no result yet. */
export const CancelWork = v.object({
  kind: v.literal('CANCEL'),
  teamId: Uuid,
  invoiceId: Uuid,
  livemode: v.boolean(),
  at: Instant,
  /** As the member asked for it. Absent for a cancellation that was first seen at the provider. */
  motive: v.optional(v.picklist(CANCELLATION_MOTIVES)),
  /** Our id of the substitute that the member named. */
  substituteId: v.optional(Uuid),
  /** The provider's id of the VALID substitute: the cancellation is asked for, with motive 01, until it is decided. */
  substitution: v.optional(v.string()),
  /** Whether the provider was asked. Absent for a cancellation that was noted before its request. */
  isAsked: v.optional(v.literal(true)),
  /** The provider shows a rejected or expired request, so the request was sent. */
  isRejected: v.optional(v.literal(true)),
});
export type CancelWork = v.InferOutput<typeof CancelWork>;

export const StampingWork = v.variant('kind', [StampWork, CancelWork, DraftWork]);
export type StampingWork = v.InferOutput<typeof StampingWork>;

/** The last lock of an attempt. All waiting times start from it. */
export function lastAttemptOf({ attempts }: Pick<StampWork, 'attempts'>): Attempt {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error('The attempt has no lock: `attempts` is empty.');
  return last;
}

/** Whether a PENDING invoice has waited so long that the team must get an alert. */
export const isStuck = (work: Pick<StampWork, 'attempts'>, now: Date): boolean =>
  now.getTime() - Date.parse(lastAttemptOf(work).at) >= STUCK_MS;
