import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { AppError } from '../errors';
import { capability } from '../runtime/capability';
import type { Context } from '../runtime/context';
import type { TableAction } from '../runtime/permissions';
import { Instant } from '../values/fields';
import { key, TIME_TO_LIVE } from './keys';
import { getItem } from './read';
import { put, type Step, update } from './steps';
import { transact } from './transact';
import { writeOne } from './write';

/** A creation's Idempotency-Key, with what makes the request this request. */
export interface Once {
  readonly pool: string;
  readonly callerId: string;
  readonly operationId: string;
  readonly key: string;
  /** Digest of path and body: the same key with another request is a conflict. */
  readonly fingerprint: string;
}

export interface Creation<T> {
  readonly result: T;
  readonly steps: readonly Step[];
  /** The answer tells of more than these steps do: the row stays open until {@link closeCreation}. */
  readonly isOpen?: true;
}

/** The rights that {@link createOnce} needs beside those of the creation's own steps. */
export const CREATE_ONCE_PERMISSIONS: readonly TableAction[] = ['GetItem', 'PutItem'];

const SECONDS_KEPT = 24 * 60 * 60;

/**
 * Plans and commits a creation, once for its Idempotency-Key: the key's row is written in the creation's own transaction,
 * and the same key sent again answers the first result. Without a key it costs nothing. The time-to-live removes rows days late, so their
 * end is tested here.
 */
export async function createOnce<S extends v.GenericSchema>(
  context: Context,
  once: Once | undefined,
  schema: S,
  plan: () => Promise<Creation<v.InferOutput<S>>>,
): Promise<v.InferOutput<S>> {
  if (once === undefined) {
    const { result, steps } = await plan();
    await transact(context, steps);
    return result;
  }
  const now = Math.floor(context.now().getTime() / 1000);
  const earlier = await getItem(context, keyOf(once));
  if (earlier && earlier.expires > now) return firstResult(earlier, once, schema);
  const { result, steps, isOpen } = await plan();
  try {
    await transact(context, [rememberStep(once, v.parse(schema, result), isOpen, context.now()), ...steps]);
    return result;
  } catch (failure) {
    if (failure instanceof AlreadyDone) return firstResult(failure.earlier, once, schema);
    throw failure;
  }
}

/** Whether an earlier try was cut off after its creation, before what was to follow: the caller who sends it again carries that out. */
export async function isCreationOpen(context: Context, once: Once): Promise<boolean> {
  const earlier = await getItem(context, keyOf(once));
  return earlier?.isOpen === true;
}

/** Says that what was to follow a creation is done. Without a key nobody will ask. */
export const closeCreation = capability({ table: ['UpdateItem'] }, (context) => async (once: Once | undefined) => {
  if (once === undefined) return;
  const gone = () => new Error('The row of an Idempotency-Key is gone within its day.');
  await writeOne(context, update(keyOf(once), { remove: ['isOpen'] }, {}, gone));
});

class AlreadyDone extends Error {
  constructor(readonly earlier: v.InferOutput<typeof Idempotency>) {
    super('This creation was already done with the same Idempotency-Key.');
  }
}

const keyOf = (once: Once) =>
  idempotencyKey(once.pool, once.callerId, once.operationId, createHash('sha256').update(once.key).digest('hex'));

function rememberStep(once: Once, result: unknown, isOpen: true | undefined, now: Date): Step {
  const seconds = Math.floor(now.getTime() / 1000);
  const row = { fingerprint: once.fingerprint, result, expires: seconds + SECONDS_KEPT, at: now.toISOString(), isOpen };
  return put(keyOf(once), row, { absentOrAtMost: { [TIME_TO_LIVE]: seconds } }, (earlier) =>
    earlier ? new AlreadyDone(earlier) : new Error('An Idempotency-Key was refused although it is new.'),
  );
}

function firstResult<S extends v.GenericSchema>(
  earlier: v.InferOutput<typeof Idempotency>,
  once: Once,
  schema: S,
): v.InferOutput<S> {
  if (earlier.fingerprint !== once.fingerprint)
    throw new AppError('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key' });
  return v.parse(schema, earlier.result);
}

/** A creation's first answer, kept a day for the same key sent again. */
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
