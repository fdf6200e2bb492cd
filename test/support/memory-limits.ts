import {
  BatchGetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { TABLE } from '../../shared/platform/table/table-definition';
import { type Attributes, invalidRequest } from './memory-expressions';

/**
 * The requests of the product's form that DynamoDB refuses for every content of the table. `npm run test:dynamodb` compares them with AWS's
 * engine. Sizes of items, reserved words and unused placeholders are left to the engines: their check costs more than all the rest of a call.
 */
export function checkRequest(command: unknown): void {
  if (command instanceof QueryCommand) checkQuery(command.input);
  if (command instanceof PutCommand) checkItem(command.input.Item ?? {});
  if (command instanceof TransactWriteCommand) {
    const items = command.input.TransactItems ?? [];
    refuse(items.length === 0, 'Member must have length greater than or equal to 1');
    refuse(items.length > 100, 'Member must have length less than or equal to 100');
    for (const { Put } of items) if (Put) checkItem(Put.Item ?? {});
  }
  if (command instanceof BatchGetCommand) {
    for (const { Keys = [] } of Object.values(command.input.RequestItems ?? {})) {
      refuse(Keys.length > 100, 'Too many items requested for the BatchGetItem call');
      const names = new Set(Keys.map(({ pk, sk }) => `${pk}\n${sk}`));
      refuse(names.size < Keys.length, 'Provided list of item keys contains duplicates');
    }
  }
}

function refuse(isInvalid: boolean, message: string): void {
  if (isInvalid) throw invalidRequest(message);
}

function checkItem(item: Attributes): void {
  for (const [name, most] of [
    [TABLE.partitionKey, 2048],
    [TABLE.sortKey, 1024],
  ] as const) {
    const value = item[name];
    refuse(typeof value !== 'string' || value === '', `The key ${name} is not a text or empty`);
    // A character has up to three bytes in UTF-8, or four for two of its UTF-16 units.
    const text = String(value);
    refuse(text.length * 3 > most && Buffer.byteLength(text) > most, `The key ${name} is too long`);
  }
  for (const { partitionKey, sortKey } of TABLE.indexes) {
    for (const name of [partitionKey, sortKey]) {
      const value = item[name];
      refuse(value !== undefined && (typeof value !== 'string' || value === ''), `The index key ${name} is not a text`);
    }
  }
}

function checkQuery(input: QueryCommandInput): void {
  const { Limit, IndexName, ConsistentRead, ExpressionAttributeValues: values = {}, ExclusiveStartKey: start } = input;
  const index = TABLE.indexes.find(({ name }) => name === IndexName);
  refuse(IndexName !== undefined && index === undefined, `The table does not have the specified index: ${IndexName}`);
  refuse(Limit === 0, 'Limit must be greater than or equal to 1');
  refuse(index !== undefined && ConsistentRead === true, 'Consistent reads are not supported on an index');
  refuse(String(values[':low'] ?? '') > String(values[':high'] ?? ''), 'The BETWEEN operator requires a higher bound');
  if (start) checkStart(start, values, index ?? TABLE);
}

/** A start key has the keys of the table and of the index, and lies in the range of the query. */
function checkStart(
  start: Attributes,
  values: Attributes,
  { partitionKey, sortKey }: { readonly partitionKey: string; readonly sortKey: string },
): void {
  const wanted = new Set([TABLE.partitionKey, TABLE.sortKey, partitionKey, sortKey]);
  const names = Object.keys(start);
  refuse(names.length !== wanted.size || names.some((name) => !wanted.has(name)), 'The starting key is invalid');
  const position = String(start[sortKey]);
  const { ':pk': pk, ':prefix': prefix = '', ':low': low = '', ':high': high } = values;
  const isInside =
    start[partitionKey] === pk &&
    position.startsWith(String(prefix)) &&
    position >= String(low) &&
    (high === undefined || position <= String(high));
  refuse(!isInside, 'The provided starting key is outside query boundaries');
}
