import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Attributes, conditionHolds, invalidRequest, updated } from './memory-expressions';
import { checkRequest } from './memory-limits';

type Key = Readonly<Record<string, unknown>>;

/** The condition of a write. */
interface Conditional {
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Attributes | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

interface Write extends Conditional {
  readonly key: Key;
  readonly next: (found: Attributes | undefined) => Attributes | undefined;
}

/** Ten minutes: DynamoDB's lifetime of a transaction token. */
const TOKEN_MS = 600_000;

/**
 * A table in memory, for the part of DynamoDB that the product uses. It evaluates the product's expressions and replaces the SDK's document
 * client. `memory-table.test.ts` compares it with the engine.
 */
export class MemoryTable {
  /** By partition, then by sort key. */
  private readonly partitions = new Map<string, Map<string, Attributes>>();
  private readonly tokens = new Map<string, number>();

  /** For a weakening: selects writes, by the item after them, that happen even when their condition fails. */
  unfenced: ((after: Attributes) => boolean) | undefined;

  constructor(private readonly now: () => number) {}

  /** Closes the table and returns its errors. This table never has any. */
  async close(): Promise<readonly string[]> {
    return [];
  }

  everything(): Attributes[] {
    return [...this.partitions.values()].flatMap((partition) => [...partition.values()]);
  }

  /** The items of a partition, in any order. */
  partition(pk: string): Attributes[] {
    return [...(this.partitions.get(pk)?.values() ?? [])];
  }

  at(key: { readonly pk?: unknown; readonly sk?: unknown } = {}): Attributes | undefined {
    return this.partitions.get(String(key.pk))?.get(String(key.sk));
  }

  async send(command: unknown): Promise<unknown> {
    checkRequest(command);
    if (command instanceof GetCommand) return { Item: this.at(command.input.Key) };
    if (command instanceof BatchGetCommand) return this.batchGet(command.input.RequestItems ?? {});
    if (command instanceof QueryCommand) return this.query(command.input);
    if (command instanceof PutCommand) return this.writeAlone(putOf(command.input));
    if (command instanceof UpdateCommand) return this.writeAlone(updateOf(command.input));
    if (command instanceof DeleteCommand) return this.writeAlone(deleteOf(command.input));
    if (command instanceof TransactWriteCommand) return this.transact(command.input);
    throw new Error('The table in memory does not know this command.');
  }

  private batchGet(requests: NonNullable<BatchGetCommand['input']['RequestItems']>): unknown {
    const answers = Object.entries(requests).map(([table, { Keys = [] }]) => [
      table,
      Keys.flatMap((key) => this.at(key) ?? []),
    ]);
    return { Responses: Object.fromEntries(answers), UnprocessedKeys: {} };
  }

  private query(input: QueryCommand['input']): unknown {
    const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
    const pk = names['#pk'] ?? '';
    const sk = pk.replace('pk', 'sk');
    const isBetween = input.KeyConditionExpression?.includes('BETWEEN');
    const fits = (position: string): boolean =>
      isBetween
        ? position >= String(values[':low']) && position <= String(values[':high'])
        : position.startsWith(String(values[':prefix'] ?? ''));
    const candidates = pk === 'pk' ? this.partition(String(values[':pk'])) : this.everything();
    if (candidates.length === 0) return asCounted(input, []);
    const found = candidates
      .filter((item) => item[pk] === values[':pk'] && typeof item[sk] === 'string' && fits(item[sk]))
      .sort((one, other) => compare(String(one[sk]), String(other[sk])));
    if (input.ScanIndexForward === false) found.reverse();
    const start = input.ExclusiveStartKey?.[sk];
    const rest =
      start === undefined
        ? found
        : found.filter((item) =>
            input.ScanIndexForward === false ? String(item[sk]) < String(start) : String(item[sk]) > String(start),
          );
    const { Limit: limit = Number.POSITIVE_INFINITY } = input;
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return {
      ...asCounted(input, input.IndexName ? page.map((item) => keysOf(item, pk, sk)) : page),
      // A page that reaches its limit has a key to continue from, also at the end of the list.
      ...(last && rest.length >= limit && { LastEvaluatedKey: keysOf(last, pk, sk) }),
    };
  }

  private writeAlone(write: Write): unknown {
    const found = this.at(write.key);
    if (!conditionHolds(write, found)) {
      throw new ConditionalCheckFailedException({
        $metadata: {},
        message: 'The conditional request failed',
        ...asAnswered(write, found),
      });
    }
    this.apply(write);
    return {};
  }

  private transact({ TransactItems = [], ClientRequestToken: token }: TransactWriteCommand['input']): unknown {
    if (token !== undefined && (this.tokens.get(token) ?? Number.NEGATIVE_INFINITY) > this.now() - TOKEN_MS) return {};
    const writes = TransactItems.map(writeOf);
    if (new Set(writes.map(({ key }) => nameOf(key))).size < writes.length) {
      throw invalidRequest('Transaction request cannot include multiple operations on one item');
    }
    const refused = writes.map((write) => !this.mayHappen(write));
    if (refused.includes(true)) {
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'Transaction cancelled',
        CancellationReasons: writes.map((write, index) =>
          refused[index]
            ? { Code: 'ConditionalCheckFailed', ...asAnswered(write, this.at(write.key)) }
            : { Code: 'None' },
        ),
      });
    }
    for (const write of writes) this.apply(write);
    if (token !== undefined) this.tokens.set(token, this.now());
    return {};
  }

  private mayHappen(write: Write): boolean {
    const found = this.at(write.key);
    if (conditionHolds(write, found)) return true;
    const after = found && write.next(found);
    return after !== undefined && this.unfenced?.(after) === true;
  }

  private apply({ key, next }: Write): void {
    const [pk, sk] = [String(key.pk), String(key.sk)];
    const partition = this.partitions.get(pk) ?? new Map<string, Attributes>();
    this.partitions.set(pk, partition);
    const item = next(partition.get(sk));
    if (item === undefined) partition.delete(sk);
    else partition.set(sk, item);
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

const keysOf = (item: Attributes, pk: string, sk: string): Attributes => ({
  pk: item.pk,
  sk: item.sk,
  [pk]: item[pk],
  [sk]: item[sk],
});

const asCounted = ({ Select }: QueryCommand['input'], items: readonly Attributes[]) => ({
  Count: items.length,
  ...(Select !== 'COUNT' && { Items: items }),
});

const asAnswered = ({ ReturnValuesOnConditionCheckFailure: returned }: Conditional, found: Attributes | undefined) =>
  returned === 'ALL_OLD' && found ? { Item: marshall(found) } : {};

type TransactItem = NonNullable<TransactWriteCommand['input']['TransactItems']>[number];

function writeOf({ Put, Update, Delete, ConditionCheck }: TransactItem): Write {
  if (Put) return putOf(Put);
  if (Update) return updateOf(Update);
  if (Delete) return deleteOf(Delete);
  if (ConditionCheck) return { ...ConditionCheck, key: ConditionCheck.Key ?? {}, next: (found) => found };
  throw new Error('A transaction holds an empty write.');
}

function putOf(put: Conditional & { Item?: Attributes | undefined }): Write {
  const item = stored(put.Item ?? {});
  return { ...put, key: item, next: () => item };
}

const updateOf = (update: Conditional & { Key?: Key | undefined; UpdateExpression?: string | undefined }): Write => {
  const values = stored(update.ExpressionAttributeValues ?? {});
  return {
    ...update,
    key: update.Key ?? {},
    next: (found) =>
      updated(found ?? { ...update.Key }, { ...update, UpdateExpression: update.UpdateExpression ?? '', values }),
  };
};

const deleteOf = (one: Conditional & { Key?: Key | undefined }): Write => ({
  ...one,
  key: one.Key ?? {},
  next: () => undefined,
});

/** A copy of the value without undefined fields, as the table stores it. */
function stored(value: object): Attributes {
  const copy: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) if (one !== undefined) copy[name] = copyOf(one);
  return copy;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(copyOf) : stored(value);
}
