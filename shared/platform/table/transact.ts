import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Context } from '../runtime/context';
import { COUNTED, countWrite, tableClient } from './client';
import { backOff } from './retry';
import type { Step } from './steps';

/** Cancellation reasons that say nothing about the items: the same transaction may well succeed in a moment. */
const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Exceptions of the whole call that a second try may not meet. The SDK has given up on them when they arrive here. */
const PASSING_EXCEPTIONS = new Set([
  'TransactionInProgressException',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
]);

/** What each kind of write needs a right for. Source: DynamoDB developer guide, "Using IAM with DynamoDB transactions". */
const RIGHT_OF_WRITE = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/**
 * Writes all steps or none. A refused condition throws what its own step says of it, the first step first; conflicts and throttling are
 * tried again with jitter, because the SDK does not retry a cancelled transaction, and end as UNAVAILABLE. All tries carry one token, so
 * that an answer that was lost is not a second write.
 */
export async function transact(context: Context, steps: readonly Step[]): Promise<void> {
  const token = context.newId();
  for (let tries = 1; ; tries += 1) {
    const failure = await attempt(context, steps, token);
    if (failure === undefined) return;
    await backOff(context, tries, failure);
  }
}

/** Undefined when it is done; the failure when another try may succeed; throws what is final. */
async function attempt(context: Context, steps: readonly Step[], token: string): Promise<unknown> {
  const table = context.env('TABLE_NAME');
  const items = steps.map((step) => step.write(table));
  const command = new TransactWriteCommand({ TransactItems: items, ClientRequestToken: token, ...COUNTED });
  const kinds = new Set(items.flatMap((item) => Object.keys(item)));
  const needs = Object.entries(RIGHT_OF_WRITE).flatMap(([kind, right]) => (kinds.has(kind) ? [right] : []));
  try {
    const answer = await context.call({ resource: 'table', action: 'TransactWriteItems', needs }, () =>
      context.client(tableClient).send(command),
    );
    countWrite(context.meter, answer.ConsumedCapacity);
    return undefined;
  } catch (failure) {
    if (failure instanceof TransactionCanceledException) return judge(failure, steps);
    if (failure instanceof Error && PASSING_EXCEPTIONS.has(failure.name)) return failure;
    throw failure;
  }
}

/** Reasons stand in the order of the writes, one for each, so a step and its reason share an index by the service's own contract. */
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
