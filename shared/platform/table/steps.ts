import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AppError } from '../errors';
import { type Change, type Condition, expressionsFor } from './expression';
import type { IndexKeys, ItemKey } from './keys';
import { addressOf } from './read';
import { isVersioned } from './version';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The keys of an item that a step changes. */
export type ChangedItem = Pick<ItemKey, 'pk' | 'sk'>;

/**
 * A write, and the error that a failed condition of this write means. `refused` gets the stored item, or undefined if
 * there is no item.
 */
export interface Step {
  readonly partition: string;
  /** Absent when the step writes nothing. */
  readonly changes?: ChangedItem;
  /** The write. `changed` are the items that all steps of the transaction change. */
  readonly write: (table: string, changed?: readonly ChangedItem[]) => TransactItem;
  readonly refused: (found: unknown) => Error;
}

type Refused<S extends v.GenericSchema> = (found: v.InferOutput<S> | undefined) => Error;

/** Creates an item. Fails when the key exists. */
export const create = <S extends v.GenericSchema>(
  key: ItemKey<S>,
  item: v.InferInput<S> & object,
  refused: Refused<S>,
  indexes: IndexKeys = {},
): Step => put(key, item, { exists: false }, refused, indexes);

/** Creates an item that depends on the other items that its transaction changes. */
export const createKnowing = <S extends v.GenericSchema>(
  key: ItemKey<S>,
  itemFor: (changed: readonly ChangedItem[]) => v.InferInput<S> & object,
  refused: Refused<S>,
  indexesOf: (item: v.InferInput<S> & object) => IndexKeys,
): Step => {
  const step = (changed: readonly ChangedItem[]) => {
    const item = itemFor(changed);
    return create(key, item, refused, indexesOf(item));
  };
  return { ...step([]), write: (table, changed = []) => step(changed).write(table) };
};

/** Writes an item and replaces an existing one. */
export const putItem = <S extends v.GenericSchema>(
  key: ItemKey<S>,
  item: v.InferInput<S> & object,
  indexes: IndexKeys = {},
): Step => put(key, item, {}, () => new Error(`A condition failed for a write that has none: ${key.sk}`), indexes);

/** Writes an item if the condition holds for the stored item. */
export function put<S extends v.GenericSchema>(
  key: ItemKey<S>,
  item: v.InferInput<S> & object,
  condition: Condition,
  refused: Refused<S>,
  indexes: IndexKeys = {},
): Step {
  const { conditions } = parametersOf(condition);
  const Item = { ...item, ...indexes, ...addressOf(key) };
  return {
    partition: key.pk,
    changes: addressOf(key),
    write: (TableName) => ({ Put: { TableName, Item, ...conditions } }),
    refused: parsed(key, refused),
  };
}

/** Changes an item. The step fails when the item does not exist, unless `exists` in the condition allows it. */
export function update<S extends v.GenericSchema>(
  key: ItemKey<S>,
  change: Change,
  condition: Condition,
  refused: Refused<S>,
): Step {
  return changeStep(key, change, { exists: true, ...condition }, refused);
}

/** Deletes an item. The step fails when the item does not exist or the condition does not hold. */
export function deleteItem<S extends v.GenericSchema>(
  key: ItemKey<S>,
  condition: Condition,
  refused: Refused<S>,
): Step {
  const { conditions } = parametersOf({ exists: true, ...condition });
  const Key = addressOf(key);
  return {
    partition: key.pk,
    changes: addressOf(key),
    write: (TableName) => ({ Delete: { TableName, Key, ...conditions } }),
    refused: parsed(key, refused),
  };
}

/** Deletes an item. A missing item is not an error. */
export function deleteIfPresent(key: ItemKey): Step {
  const Key = addressOf(key);
  const refused = () => new Error(`A condition failed for a delete that has none: ${key.sk}`);
  return { partition: key.pk, changes: Key, write: (TableName) => ({ Delete: { TableName, Key } }), refused };
}

/** Writes nothing, but the transaction fails unless the item exists and the condition holds. */
export function check<S extends v.GenericSchema>(key: ItemKey<S>, condition: Condition, refused: Refused<S>): Step {
  const { conditions } = parametersOf({ exists: true, ...condition });
  const Key = addressOf(key);
  return {
    partition: key.pk,
    write: (TableName) => ({ ConditionCheck: { TableName, Key, ...conditions } }),
    refused: parsed(key, refused),
  };
}

/**
 * Adds to numbers of an item and creates it if necessary. Only for transactions: outside of one, a resent ADD would
 * count twice.
 */
export function increment<S extends v.GenericSchema>(key: ItemKey<S>, add: Readonly<Record<string, number>>): Step {
  return changeStep(key, { add }, {}, () => new Error(`A condition failed for an increment that has none: ${key.sk}`));
}

/** Like {@link increment}, with a condition on the stored item. */
export const incrementIf = <S extends v.GenericSchema>(
  key: ItemKey<S>,
  change: Omit<Change, 'remove'>,
  condition: Condition,
  refused: Refused<S>,
): Step => changeStep(key, change, condition, refused);

/** Every change of an item goes through this function, so that no write of a versioned record leaves its version. */
function changeStep<S extends v.GenericSchema>(
  key: ItemKey<S>,
  change: Change,
  condition: Condition,
  refused: Refused<S>,
): Step {
  const counted = isVersioned(key.schema) ? { ...change, add: { ...change.add, version: 1 } } : change;
  const { conditions, UpdateExpression } = parametersOf(condition, counted);
  const Key = addressOf(key);
  return {
    partition: key.pk,
    changes: addressOf(key),
    write: (TableName) => ({ Update: { TableName, Key, UpdateExpression, ...conditions } }),
    refused: parsed(key, refused),
  };
}

/** The error for a new identifier that exists already. Only a fault of the service can cause this. */
export const unexpectedConflict = (what: string) => (): AppError | Error =>
  new Error(`${what} exists already, although its identifier was just generated.`);

/** The parameters that all kinds of writes share. A failed condition returns the stored item. */
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
