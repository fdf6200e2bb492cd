import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { parseUpdate, updated } from '../../local/table/expressions/updates';
import { TableFailure } from '../../local/table/failure';
import type { Found, Page } from '../../local/table/reads';
import { memoryStore, type Store } from '../../local/table/store';
import { isStored, type Stored } from '../../local/table/stored';
import { type Counted, LocalTable } from '../../local/table/table';
import { TABLE } from '../../shared/platform/table/table-definition';
import { ENVIRONMENT } from './engine-runtime';

export type Attributes = Readonly<Record<string, unknown>>;

/**
 * The table of `npm start` behind the SDK's document client, with JavaScript's values as they are. A call costs a few microseconds, where
 * the SDK needs a few hundred.
 */
export class MemoryTable {
  private readonly store: Store = memoryStore();
  private readonly table: LocalTable;

  /** For a weakening: selects writes, by the item after them, that happen even when their condition fails. */
  unfenced: ((after: Attributes) => boolean) | undefined;

  constructor(
    now: () => number,
    readonly tableName = ENVIRONMENT.TABLE_NAME ?? '',
  ) {
    this.table = new LocalTable(tableName, this.store, now);
  }

  /** Closes the table and returns its errors. This table never has any. */
  async close(): Promise<readonly string[]> {
    return [];
  }

  /** Puts items without a condition. */
  fill(items: readonly Attributes[]): void {
    for (const item of items) this.answer(new PutCommand({ TableName: this.tableName, Item: { ...item } }));
  }

  everything(): Record<string, unknown>[] {
    return [...this.store.all()].map((stored) => ({ ...stored.item() }));
  }

  /** The items of a partition, in the order of their sort keys. */
  partition(pk: string): Record<string, unknown>[] {
    const stored = this.store.range({ place: 'table', partition: pk, isDescending: false });
    return [...stored].map((one) => ({ ...one.item() }));
  }

  /** Whether a partition of an index has a sort key between two bounds, both included. */
  isAnyBetween(index: string, partition: string, from: string, to: string): boolean {
    const place = TABLE.indexes.findIndex(({ name }) => name === index);
    const [low, high] = [from, to].map((sort) => ({ sort, isIncluded: true }));
    const range = this.store.range({ place, partition, low, high, isDescending: false });
    return range[Symbol.iterator]().next().done === false;
  }

  /** Remembers the items of this moment. The function that it returns puts them back. */
  snapshot(): () => void {
    const remembered = [...this.store.all()];
    return () => {
      const kept = new Set(remembered);
      const present = [...this.store.all()];
      const changed = new Map(present.filter((one) => !kept.has(one)).map((one) => [`${one.pk}\n${one.sk}`, one]));
      const still = new Set(present);
      const back = remembered.flatMap((after) => {
        if (still.has(after)) return [];
        const place = `${after.pk}\n${after.sk}`;
        const before = changed.get(place);
        changed.delete(place);
        return [{ pk: after.pk, sk: after.sk, before, after }];
      });
      const away = [...changed.values()].map((before) => ({ pk: before.pk, sk: before.sk, before, after: undefined }));
      this.store.commit([...away, ...back]);
    };
  }

  at(key: { readonly pk?: unknown; readonly sk?: unknown } = {}): Attributes | undefined {
    return this.store.get({ pk: String(key.pk), sk: String(key.sk) })?.item();
  }

  async send(command: unknown): Promise<unknown> {
    try {
      return this.answer(command);
    } catch (failure) {
      throw failure instanceof TableFailure ? asThrownBySdk(failure) : failure;
    }
  }

  private answer(command: unknown): unknown {
    const { table } = this;
    if (command instanceof GetCommand) return this.get(command.input);
    if (command instanceof BatchGetCommand) return this.batchGet(command.input);
    if (command instanceof BatchWriteCommand) return this.batchWrite(command.input);
    if (command instanceof QueryCommand) return this.query(command.input);
    if (command instanceof ScanCommand) return this.scan(command.input);
    if (command instanceof PutCommand) return this.one(command.input, table.put(copied(command.input)).units);
    if (command instanceof UpdateCommand) return this.updated(command.input);
    if (command instanceof DeleteCommand) return this.one(command.input, table.delete(copied(command.input)).units);
    if (command instanceof TransactWriteCommand) return this.transact(copied(command.input));
    throw new Error('The table in memory does not know this command.');
  }

  /** The units of a call to one table, for an answer, if the call asks for them. */
  private one(input: Counted, units: number): object {
    const consumed = this.table.consumed(input, units);
    return consumed ? { ConsumedCapacity: consumed } : {};
  }

  /** The units of a call that can reach many tables. */
  private each(input: Counted, units: number): object {
    const consumed = this.table.consumed(input, units);
    return consumed ? { ConsumedCapacity: [consumed] } : {};
  }

  private get(input: GetCommand['input']): object {
    const { found, units } = this.table.get(copied(input));
    return { Item: itemOf(found), ...this.one(input, units) };
  }

  private query(input: QueryCommand['input']): object {
    const page = this.table.query(copied(input));
    return { ...pageOf(page), ...this.one(input, page.units) };
  }

  private scan(input: ScanCommand['input']): object {
    const page = this.table.scan(copied(input));
    return { ...pageOf(page), ...this.one(input, page.units) };
  }

  private updated(input: UpdateCommand['input']): object {
    const { change, units } = this.table.update(copied(input));
    const before = input.ReturnValues === 'ALL_OLD' ? { Attributes: change.before?.item() } : {};
    return { ...before, ...this.one(input, units) };
  }

  private batchGet(input: BatchGetCommand['input']): object {
    const { found, unprocessed, units } = this.table.batchGet(copied(input.RequestItems ?? {}));
    const items = Object.entries(found).map(([name, all]) => [name, all.map(itemOf)] as const);
    return { Responses: Object.fromEntries(items), UnprocessedKeys: unprocessed, ...this.each(input, units) };
  }

  private batchWrite(input: BatchWriteCommand['input']): object {
    const units = this.table.batchWrite(copied(input.RequestItems ?? {}));
    return { UnprocessedItems: {}, ...this.each(input, units) };
  }

  private transact({ TransactItems = [], ClientRequestToken: token, ...input }: TransactWriteCommandInput): object {
    const { unfenced } = this;
    const items = unfenced ? TransactItems.map((item) => this.withoutFence(item, unfenced)) : TransactItems;
    return this.each(input, this.table.transact(items, token));
  }

  private withoutFence(item: TransactItem, unfenced: (after: Attributes) => boolean): TransactItem {
    const { Put, Update } = item;
    if (Put && unfenced(Put.Item ?? {})) return { Put: { TableName: Put.TableName, Item: Put.Item } };
    const found = this.at(Update?.Key);
    if (!Update || !found) return item;
    const given = { names: Update.ExpressionAttributeNames ?? {}, values: Update.ExpressionAttributeValues ?? {} };
    const { result, names, values } = parseUpdate(Update.UpdateExpression ?? '', given);
    const stored = this.store.get({ pk: String(found.pk), sk: String(found.sk) });
    if (!stored || !unfenced(updated(stored.item(), result, given))) return item;
    const { ConditionExpression: _, ...unconditional } = Update;
    return {
      Update: {
        ...unconditional,
        ExpressionAttributeNames: only(given.names, names),
        ...(values.length > 0 && { ExpressionAttributeValues: only(given.values, values) }),
      },
    };
  }
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const only = <T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

const itemOf = (found: Found | undefined) => (isStored(found) ? found.item() : found);

const pageOf = ({ found, count, last }: Page) => ({
  Count: count,
  ...(found && { Items: found.map(itemOf) }),
  ...(last && { LastEvaluatedKey: last }),
});

/** A copy without undefined members, as the SDK sends it. */
function copied<T>(value: T): T;
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(copied);
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    const one: unknown = Reflect.get(value, name);
    if (one !== undefined) copy[name] = typeof one === 'object' ? copied(one) : one;
  }
  return copy;
}

const marshalled = (item: unknown) => (isStored(item) ? { Item: marshall(item.item()) } : {});

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Stored;
}

function asThrownBySdk({ name, message, more }: TableFailure): Error {
  if (name === 'ConditionalCheckFailedException')
    return new ConditionalCheckFailedException({ $metadata: {}, message, ...marshalled(more.Item) });
  if (name === 'TransactionCanceledException') {
    const reasons = Array.isArray(more.CancellationReasons) ? more.CancellationReasons : [];
    const CancellationReasons = reasons.map(({ Item, ...reason }: Reason) => ({ ...reason, ...marshalled(Item) }));
    return new TransactionCanceledException({ $metadata: {}, message, CancellationReasons });
  }
  return Object.assign(new Error(message), { name });
}
