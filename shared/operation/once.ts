import { createHash } from 'node:crypto';
import type { Caller } from '../identity/caller';
import { validationError } from '../platform/errors';
import type { Once } from '../platform/table/idempotency';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Identifies a creation by the caller's Idempotency-Key. Undefined without a key. */
export function onceFor(
  header: string | undefined,
  operationId: string,
  caller: Caller | undefined,
  input: { path: unknown; body: unknown },
): Once | undefined {
  if (header === undefined || caller === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(header)) {
    throw validationError('Idempotency-Key', {
      en: 'Send 1 to 255 visible ASCII characters, such as a UUID.',
      es: 'Envíe de 1 a 255 caracteres ASCII visibles, por ejemplo un UUID.',
    });
  }
  return {
    pool: caller.pool,
    callerId: caller.id,
    operationId,
    key: header,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([input.path, input.body]))
      .digest('hex'),
  };
}
