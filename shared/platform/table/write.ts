import { ConditionalCheckFailedException, type ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type * as v from 'valibot';
import type { Context } from '../runtime/context';
import { familyOf } from '../runtime/key-families';
import { COUNTED, countWrite, tableClient } from './client';
import type { ItemKey } from './keys';
import { addressOf } from './read';
import { backOff } from './retry';
import { deleteIfPresent, type Step } from './steps';

/**
 * Writes one update without a transaction, at half the price. Only for updates whose condition still holds after the
 * write: when an answer was lost, the SDK sends the write again, and without a transaction's token the second one must
 * pass the condition too.
 */
export async function writeOne(context: Context, step: Step): Promise<void> {
  await exchangeOne(context, step);
}

/** Writes one update as {@link writeOne} does. With `shown` it returns the item as it was before, which costs nothing. */
export async function exchangeOne(context: Context, step: Step, shown?: 'ALL_OLD'): Promise<unknown> {
  const { Update } = step.write(context.env('TABLE_NAME'));
  if (!Update) throw new Error('writeOne takes an update.');
  const command = new UpdateCommand({ ...Update, ...COUNTED, ReturnValues: shown });
  const answer = await againOnConflict(context, step, 'UpdateItem', (signal) =>
    context.client(tableClient).send(command, { abortSignal: signal }),
  );
  return answer.Attributes;
}

/** Deletes one item without a transaction, at half the price. A missing item is not an error. */
export const deleteOne = (context: Context, key: ItemKey): Promise<void> => deleteOneIf(context, deleteIfPresent(key));

/** Deletes one item as {@link deleteOne} does. The condition of the step must hold of a missing item too, because the SDK sends a delete again. */
export async function deleteOneIf(context: Context, step: Step): Promise<void> {
  const { Delete } = step.write(context.env('TABLE_NAME'));
  if (!Delete) throw new Error('deleteOneIf takes a delete.');
  const command = new DeleteCommand({ ...Delete, ...COUNTED });
  await againOnConflict(context, step, 'DeleteItem', (signal) =>
    context.client(tableClient).send(command, { abortSignal: signal }),
  );
}

/** Sends a write until no transaction holds its item. A condition that does not hold is the refusal of the step. */
async function againOnConflict<T extends { readonly ConsumedCapacity?: ConsumedCapacity | undefined }>(
  context: Context,
  step: Step,
  action: 'UpdateItem' | 'DeleteItem',
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await context.call({ resource: 'table', action, families: [familyOf(step.partition)] }, send);
      countWrite(context.meter, answer.ConsumedCapacity);
      return answer;
    } catch (failure) {
      if (failure instanceof ConditionalCheckFailedException)
        throw step.refused(failure.Item && unmarshall(failure.Item));
      if (!(failure instanceof Error) || failure.name !== 'TransactionConflictException') throw failure;
      await backOff(context, tries, failure);
    }
  }
}

/** Puts the day of a use of an API key, with the permission for these items alone. A repeated put changes nothing. */
export async function putKeyUse<S extends v.GenericSchema>(
  context: Context,
  key: ItemKey<S>,
  item: v.InferInput<S> & object,
): Promise<void> {
  const Item = { ...item, ...addressOf(key) };
  const command = new PutCommand({ TableName: context.env('TABLE_NAME'), Item, ...COUNTED });
  const answer = await context.call(
    { resource: 'apiKeyUses', action: 'PutItem', families: [familyOf(key.pk)] },
    (signal) => context.client(tableClient).send(command, { abortSignal: signal }),
  );
  countWrite(context.meter, answer.ConsumedCapacity);
}
