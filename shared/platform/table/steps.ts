import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AppError } from '../errors';
import { type Change, type Condition, expressionsFor } from './expression';
import type { IndexKeys, ItemKey } from './keys';
import { addressOf } from './read';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * A write, and what its refusal means. The two travel together, so that no list of reasons must be matched to a list of writes.
 * `refused` is given the item as it was found (undefined: there was none).
 */
export interface Step {
  readonly write: (table: string) => TransactItem;
  readonly refused: (found: unknown) => Error;
}

type Refused<S extends v.GenericSchema> = (found: v.InferOutput<S> | undefined) => Error;

/** Puts an item that must not be there yet. */
export const create = <S extends v.GenericSchema>(
  key: ItemKey<S>,
  item: v.InferInput<S> & object,
  refused: Refused<S>,
  indexes: IndexKeys = {},
): Step => put(key, item, { exists: false }, refused, indexes);

/** Puts an item over whatever is there. */
export const putItem = <S extends v.GenericSchema>(
  key: ItemKey<S>,
  item: v.InferInput<S> & object,
  indexes: IndexKeys = {},
): Step => put(key, item, {}, () => new Error(`A write without a condition was refused: ${key.sk}`), indexes);

/** Puts an item over what is there, where the condition holds of what is there. */
export function put<S extends v.GenericSchema>(
  key: ItemKey<S>,
  item: v.InferInput<S> & object,
  condition: Condition,
  refused: Refused<S>,
  indexes: IndexKeys = {},
): Step {
  const { conditions } = parametersOf(condition);
  const Item = { ...item, ...indexes, ...addressOf(key) };
  return { write: (TableName) => ({ Put: { TableName, Item, ...conditions } }), refused: parsed(key, refused) };
}

/** Changes an item that is there, unless `exists` in the condition says otherwise. */
export function update<S extends v.GenericSchema>(
  key: ItemKey<S>,
  change: Change,
  condition: Condition,
  refused: Refused<S>,
): Step {
  return changeStep(key, change, { exists: true, ...condition }, refused);
}

/** Takes away an item that is there. */
export function deleteItem<S extends v.GenericSchema>(
  key: ItemKey<S>,
  condition: Condition,
  refused: Refused<S>,
): Step {
  const { conditions } = parametersOf({ exists: true, ...condition });
  const Key = addressOf(key);
  return { write: (TableName) => ({ Delete: { TableName, Key, ...conditions } }), refused: parsed(key, refused) };
}

/** Takes away an item, if it is there. */
export function deleteIfPresent(key: ItemKey): Step {
  const Key = addressOf(key);
  const refused = () => new Error(`A removal without a condition was refused: ${key.sk}`);
  return { write: (TableName) => ({ Delete: { TableName, Key } }), refused };
}

/** Changes nothing, but lets the transaction happen only where the condition holds of an item that is there. */
export function check<S extends v.GenericSchema>(key: ItemKey<S>, condition: Condition, refused: Refused<S>): Step {
  const { conditions } = parametersOf({ exists: true, ...condition });
  const Key = addressOf(key);
  return {
    write: (TableName) => ({ ConditionCheck: { TableName, Key, ...conditions } }),
    refused: parsed(key, refused),
  };
}

/** Adds to numbers of an item, making it if it is not there. Only inside a transaction: a resent ADD would count twice. */
export function increment<S extends v.GenericSchema>(key: ItemKey<S>, add: Readonly<Record<string, number>>): Step {
  return changeStep(key, { add }, {}, () => new Error(`A count without a bound was refused: ${key.sk}`));
}

/** As {@link increment}, but only while the condition holds of what is there. */
export const incrementIf = <S extends v.GenericSchema>(
  key: ItemKey<S>,
  change: Pick<Change, 'add' | 'set'>,
  condition: Condition,
  refused: Refused<S>,
): Step => changeStep(key, change, condition, refused);

function changeStep<S extends v.GenericSchema>(
  key: ItemKey<S>,
  change: Change,
  condition: Condition,
  refused: Refused<S>,
): Step {
  const { conditions, UpdateExpression } = parametersOf(condition, change);
  const Key = addressOf(key);
  return {
    write: (TableName) => ({ Update: { TableName, Key, UpdateExpression, ...conditions } }),
    refused: parsed(key, refused),
  };
}

/** The item that stands in the way, when nothing but a fault of ours can have put it there: a new identifier that is taken. */
export const unexpectedConflict = (what: string) => (): AppError | Error =>
  new Error(`${what} was refused although its key is new.`);

/** Conditions and changes as the parameters that every kind of write takes alike; a refusal answers the item as it was found. */
function parametersOf(condition: Condition, change?: Change) {
  const expressions = expressionsFor(condition, change);
  return {
    UpdateExpression: expressions.update,
    conditions: {
      ConditionExpression: expressions.condition,
      ...(expressions.names && { ExpressionAttributeNames: expressions.names }),
      ...(expressions.values && { ExpressionAttributeValues: expressions.values }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const,
  };
}

const parsed =
  <S extends v.GenericSchema>(key: ItemKey<S>, refused: Refused<S>) =>
  (found: unknown): Error =>
    refused(found === undefined ? undefined : v.parse(key.schema, found));
