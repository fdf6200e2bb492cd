import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Context } from '../runtime/context';
import { familyOf } from '../runtime/key-families';
import { COUNTED, countWrite, tableClient } from './client';
import { backOff } from './retry';
import type { Step } from './steps';

/** Cancellation reasons that do not depend on the items: a repeated transaction may succeed. */
const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Exceptions of the whole call that a repeated call may avoid. The SDK's own retries are used up by then. */
const PASSING_EXCEPTIONS = new Set([
  'TransactionInProgressException',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
]);

/** The permission for each kind of write. Source: DynamoDB developer guide, "Using IAM with DynamoDB transactions". */
const RIGHT_OF_WRITE = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Source: DynamoDB developer guide, "Constraints in Amazon DynamoDB": actions in one transaction. */
const MOST_STEPS = 100;

/** A fault of the code that composed the transaction: DynamoDB would refuse it as a whole. */
class TooManySteps extends Error {
  constructor(steps: readonly Step[]) {
    const kinds = new Set(steps.flatMap(({ changes }) => changes?.sk.split('#')[0] ?? []));
    super(
      `A transaction has ${steps.length} steps, and DynamoDB takes ${MOST_STEPS}. It writes ${[...kinds].join(', ')}.`,
    );
  }
}

/**
 * Writes all steps or none. A failed condition throws the error of its step; the first failed step wins. Conflicts and
 * throttling are retried with jitter, because the SDK does not retry a cancelled transaction, and end as UNAVAILABLE.
 * All attempts share one token: when an answer was lost, the next attempt does not write again.
 */
export async function transact(context: Context, steps: readonly Step[]): Promise<void> {
  if (steps.length > MOST_STEPS) throw new TooManySteps(steps);
  const token = context.newId();
  for (let tries = 1; ; tries += 1) {
    const failure = await attempt(context, steps, token);
    if (failure === undefined) return;
    await backOff(context, tries, failure);
  }
}

/**
 * Returns undefined when the transaction is done, and the failure when another attempt may succeed. Throws any other
 * failure.
 */
async function attempt(context: Context, steps: readonly Step[], token: string): Promise<unknown> {
  const table = context.env('TABLE_NAME');
  const changed = steps.flatMap(({ changes }) => changes ?? []);
  const items = steps.map((step) => step.write(table, changed));
  const command = new TransactWriteCommand({ TransactItems: items, ClientRequestToken: token, ...COUNTED });
  const kinds = new Set(items.flatMap((item) => Object.keys(item)));
  const needs = Object.entries(RIGHT_OF_WRITE).flatMap(([kind, right]) => (kinds.has(kind) ? [right] : []));
  try {
    const families = steps.map(({ partition }) => familyOf(partition));
    const answer = await context.call({ resource: 'table', action: 'TransactWriteItems', needs, families }, (signal) =>
      context.client(tableClient).send(command, { abortSignal: signal }),
    );
    countWrite(context.meter, answer.ConsumedCapacity);
    return undefined;
  } catch (failure) {
    if (failure instanceof TransactionCanceledException) return judge(failure, steps);
    if (failure instanceof Error && PASSING_EXCEPTIONS.has(failure.name)) return failure;
    throw failure;
  }
}

/** DynamoDB returns one reason per write in the same order, so a step and its reason share an index. */
function judge(cancelled: TransactionCanceledException, steps: readonly Step[]): TransactionCanceledException {
  const reasons = cancelled.CancellationReasons ?? [];
  for (const [index, step] of steps.entries()) {
    const reason = reasons[index];
    if (reason?.Code === 'ConditionalCheckFailed') throw step.refused(foundItem(reason));
  }
  if (reasons.some((reason) => PASSING_REASONS.has(reason.Code ?? ''))) return cancelled;
  throw cancelled;
}

const foundItem = (reason: CancellationReason): unknown => {
  return reason.Item && Object.keys(reason.Item).length > 0 ? unmarshall(reason.Item) : undefined;
};
