import * as v from 'valibot';
import { DraftWork } from '../boxes/reservation';
import { InvoiceContent } from '../invoices/invoice';
import { Instant, Uuid } from '../platform/values/fields';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** PENDING longer than this raises INVOICE_STAMP_STUCK. */
const STUCK_MS = 2 * HOUR_MS;

/** One lock of an attempt: when it was taken, and on what. */
export const Attempt = v.object({
  at: Instant,
  revision: v.number(),
  /** Absent: that of the try before, of the same revision. */
  content: v.optional(InvoiceContent),
});
export type Attempt = v.InferOutput<typeof Attempt>;

/** An attempt to stamp, from its first lock until nobody needs to look for its document any more. */
export const StampWork = v.object({
  kind: v.literal('STAMP'),
  teamId: Uuid,
  invoiceId: Uuid,
  number: v.number(),
  /** Of the last try: what another lock wrote is not touched. */
  attemptId: v.string(),
  idempotencyKey: v.string(),
  livemode: v.boolean(),
  /** Of the key that the attempt was made with. */
  fingerprint: v.string(),
  attempts: v.pipe(v.array(Attempt), v.minLength(1)),
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

export const StampingWork = v.variant('kind', [StampWork, CancelWork, DraftWork]);
export type StampingWork = v.InferOutput<typeof StampingWork>;

/** The instant of the attempt that counts for waiting: that of its last lock. */
export function lastAttemptOf({ attempts }: Pick<StampWork, 'attempts'>): Attempt {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error('An attempt has no lock.');
  return last;
}

/** Whether an attempt whose invoice is still PENDING has waited too long for somebody not to be told. */
export const isStuck = (work: Pick<StampWork, 'attempts'>, now: Date): boolean =>
  now.getTime() - Date.parse(lastAttemptOf(work).at) >= STUCK_MS;
