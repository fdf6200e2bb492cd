import * as v from 'valibot';
import { Instant } from '../values/fields';
import { key } from './keys';

/** A creation's first answer, kept a day for the same key sent again (product.md §1). */
export const Idempotency = v.object({
  fingerprint: v.string(),
  result: v.unknown(),
  expires: v.number(),
  at: Instant,
  /** What the creation promised to do afterwards is not done yet. */
  isOpen: v.optional(v.literal(true)),
});
export const idempotencyKey = (pool: string, callerId: string, operationId: string, keyHash: string) =>
  key(Idempotency, `CALLER#${pool}#${callerId}`, `IDEMPOTENCY#${operationId}#${keyHash}`);
