import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { AppError } from '../errors';
import { type Capability, capability } from '../runtime/capability';
import type { Context } from '../runtime/context';
import type { TableAction } from '../runtime/permissions';
import { Instant } from '../values/fields';
import { key, TIME_TO_LIVE } from './keys';
import { getItem } from './read';
import { put, type Step, update } from './steps';
import { transact } from './transact';
import { writeOne } from './write';

/** The Idempotency-Key of a creation, and the identity of its request. */
export interface Once {
  readonly pool: string;
  readonly callerId: string;
  readonly operationId: string;
  readonly key: string;
  /** Digest of path and body. The same key with another digest is a conflict. */
  readonly fingerprint: string;
}

export interface Creation<T> {
  readonly result: T;
  readonly steps: readonly Step[];
  /** Work follows after the transaction. The row stays open until {@link closeCreation}. */
  readonly isOpen?: true;
}

/** The permissions that {@link createOnce} needs in addition to those of the creation's steps. */
export const CREATE_ONCE_PERMISSIONS: readonly TableAction[] = ['GetItem', 'PutItem'];

const SECONDS_KEPT = 24 * 60 * 60;

/**
 * Plans a creation and writes it once per Idempotency-Key. The row of the key is written in the same transaction. A
 * repeated key gets the first result. Without a key there is no additional read or write.
 */
export async function createOnce<S extends v.GenericSchema>(
  context: Context,
  once: Once | undefined,
  schema: S,
  plan: () => Promise<Creation<v.InferOutput<S>>>,
): Promise<v.InferOutput<S>> {
  if (once === undefined) {
    const { result, steps } = await plan();
    // A request that finds everything as it wants it writes nothing.
    if (steps.length > 0) await transact(context, steps);
    return result;
  }
  const earlier = await keptRow(context, once);
  if (earlier) return firstResult(earlier, once, schema);
  try {
    const { result, steps, isOpen } = await plan();
    await transact(context, [rememberStep(once, v.parse(schema, result), isOpen, context.now()), ...steps]);
    return result;
  } catch (failure) {
    return firstResult(await doneMeanwhile(context, once, failure), once, schema);
  }
}

/**
 * Reads the row that another request wrote with the same key while this one was planned. What that request created may be the reason why this one
 * was refused. Throws the failure when no request wrote a row.
 */
async function doneMeanwhile(
  context: Context,
  once: Once,
  failure: unknown,
): Promise<v.InferOutput<typeof Idempotency>> {
  if (failure instanceof AlreadyDone) return failure.earlier;
  const earlier = failure instanceof AppError ? await keptRow(context, once) : undefined;
  if (earlier === undefined) throw failure;
  return earlier;
}

/**
 * The creation for a caller that has no Idempotency-Key, because another condition makes its creations run once. It loses the right to the rows
 * of the keys, which it would never use.
 */
export const withoutIdempotencyKey = <Actor, Body, Result>({
  permissions,
  make,
  ...rest
}: Capability<(actor: Actor, body: Body, once: undefined) => Result>): Capability<
  (actor: Actor, body: Body) => Result
> => ({
  ...rest,
  permissions: { ...permissions, tableKeys: (permissions.tableKeys ?? []).filter((family) => family !== 'CALLER#') },
  make: (context) => {
    const createRecord = make(context);
    return (actor, body) => createRecord(actor, body, undefined);
  },
});

/**
 * True when an earlier attempt wrote its creation but did not finish the work after it. The repeated request finishes
 * it.
 */
export async function isCreationOpen(context: Context, once: Once): Promise<boolean> {
  const earlier = await getItem(context, keyOf(once));
  return earlier?.isOpen === true;
}

/** Records that the work after a creation is done. Without a key there is no row to close. */
export const closeCreation = capability(
  { table: ['UpdateItem'], tableKeys: ['CALLER#'] },
  (context) => async (once: Once | undefined) => {
    if (once === undefined) return;
    const missing = () => new Error('The row of an Idempotency-Key disappeared before it expired.');
    await writeOne(context, update(keyOf(once), { remove: ['isOpen'] }, {}, missing));
  },
);

/**
 * The step that keeps the key of a change in the change's own transaction; none without a key. No answer is kept: a
 * repeat is answered with the record as it is then. Put it first: the first failed step of a transaction decides, and
 * this one throws {@link AlreadyDone}.
 */
export const rememberOnce = (context: Context, once: Once | undefined): Step[] =>
  once === undefined ? [] : [rememberStep(once, null, undefined, context.now())];

/** True when the change of this key was made. Throws IDEMPOTENCY_KEY_REUSED for another request with the same key. */
export const isDone = capability(
  { table: ['GetItem'], tableKeys: ['CALLER#'] },
  (context) => (once: Once) => wasDone(context, once),
);

async function wasDone(context: Context, once: Once): Promise<boolean> {
  const earlier = await keptRow(context, once);
  if (earlier === undefined) return false;
  firstResult(earlier, once, v.unknown());
  return true;
}

/** The row of a key that has not ended. DynamoDB may remove an expired row days late, so the code checks `expires` itself. */
async function keptRow(context: Context, once: Once): Promise<v.InferOutput<typeof Idempotency> | undefined> {
  const earlier = await getItem(context, keyOf(once));
  return earlier && earlier.expires > Math.floor(context.now().getTime() / 1000) ? earlier : undefined;
}

/**
 * Makes a change once for each key: a repeat does nothing. The change writes with `write`, which keeps the key in the
 * change's own transaction. For a change whose answer follows from its request.
 */
export async function changeOnce(
  context: Context,
  once: Once | undefined,
  change: (write: (step: Step) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (once === undefined) return change((step) => writeOne(context, step));
  if (await wasDone(context, once)) return;
  try {
    await change((step) => transact(context, [...rememberOnce(context, once), step]));
  } catch (failure) {
    firstResult(await doneMeanwhile(context, once, failure), once, v.unknown());
  }
}

export class AlreadyDone extends Error {
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
    earlier
      ? new AlreadyDone(earlier)
      : new Error('DynamoDB refused a new Idempotency-Key and returned no existing row.'),
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

/** The first answer to a creation, stored for a day. */
export const Idempotency = v.object({
  fingerprint: v.string(),
  result: v.unknown(),
  expires: v.number(),
  at: Instant,
  /** Present until the work after the creation is done. */
  isOpen: v.optional(v.literal(true)),
});
export const idempotencyKey = (pool: string, callerId: string, operationId: string, keyHash: string) =>
  key(Idempotency, `CALLER#${pool}#${callerId}`, `IDEMPOTENCY#${operationId}#${keyHash}`);
