import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../../local/engine';
import { createTableInput } from '../../shared/platform/table/table-definition';
import { type Attributes, MemoryTable } from '../support/memory-table';
import type { VirtualTime } from './virtual-time';

/** DynamoDB writes at most so many items in a call. */
const MOST_IN_A_BATCH = 25;

type Command = Parameters<DynamoDBDocumentClient['send']>[0];

/** An answer or a thrown error. */
type Answer = { readonly answer: unknown } | { readonly failure: unknown };

/**
 * The table of one run on the real engine. The functions receive the engine's answers. A table in memory receives the same calls for the
 * observers. Each difference between the two, in an answer or in the final items, is reported.
 */
export class EngineTable extends MemoryTable {
  private last: Promise<unknown> = Promise.resolve();
  private readonly differences: string[] = [];

  constructor(
    private readonly client: DynamoDBDocumentClient,
    name: string,
    private readonly time: VirtualTime,
  ) {
    super(() => time.now(), name);
  }

  /** The engine has the items before the first call of the run. */
  override fill(items: readonly Attributes[]): void {
    super.fill(items);
    this.last = this.last.then(async () => {
      for (let from = 0; from < items.length; from += MOST_IN_A_BATCH) {
        const puts = items.slice(from, from + MOST_IN_A_BATCH).map((Item) => ({ PutRequest: { Item } }));
        await this.client.send(new BatchWriteCommand({ RequestItems: { [this.tableName]: puts } }));
      }
    });
  }

  override async send(command: unknown): Promise<unknown> {
    const outcome = await this.time.holdFor(() => {
      const next = this.last.then(() => this.sendBoth(command as Command));
      this.last = next;
      return next;
    });
    if ('failure' in outcome) throw outcome.failure;
    return outcome.answer;
  }

  private async sendBoth(command: Command): Promise<Answer> {
    const expected = await answered(super.send(command));
    const found = asDynamoDb(await answered(this.client.send(command)));
    if (!isDeepStrictEqual(essenceOf(found), essenceOf(expected)))
      this.differences.push(`the engine and the table in memory answer ${command.constructor.name} differently`);
    return found;
  }

  /** Compares all items of both tables and deletes the engine's table. */
  override async close(): Promise<readonly string[]> {
    const isSame = isDeepStrictEqual(sorted(await this.ofEngine()), sorted(this.everything()));
    await this.client.send(new DeleteTableCommand({ TableName: this.tableName }));
    return isSame
      ? this.differences
      : [...this.differences, 'the items of the engine and of the table in memory differ'];
  }

  private async ofEngine(): Promise<Attributes[]> {
    const items: Attributes[] = [];
    const pages = paginateScan({ client: this.client }, { TableName: this.tableName, ConsistentRead: true });
    for await (const { Items: page = [] } of pages) items.push(...page);
    return items;
  }
}

const clients = new Map<string, DynamoDBDocumentClient>();

/** Makes a table of that name at an engine. Returns a factory that gives each run its own part of it. */
export async function engineTables(endpoint: string, name: string): Promise<(time: VirtualTime) => EngineTable> {
  const client = clients.get(endpoint) ?? clientAt(endpoint);
  clients.set(endpoint, client);
  await client.send(new CreateTableCommand(createTableInput(name)));
  return (time) => new EngineTable(client, name, time);
}

function clientAt(endpoint: string): DynamoDBDocumentClient {
  const bare = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  return DynamoDBDocumentClient.from(bare, { marshallOptions: { removeUndefinedValues: true } });
}

const answered = (pending: Promise<unknown>): Promise<Answer> =>
  pending.then(
    (answer) => ({ answer }),
    (failure: unknown) => ({ failure }),
  );

/** Of an item that was not there before its update, the Rust engine shows the key. DynamoDB, like its Local form, shows nothing. */
function asDynamoDb(found: Answer): Answer {
  if (!('answer' in found)) return found;
  const { Attributes, ...rest } = Object(found.answer);
  return Object.keys(Attributes ?? {}).every((name) => name === 'pk' || name === 'sk') ? { answer: rest } : found;
}

const Items = v.array(v.record(v.string(), v.unknown()));
const Read = v.object({
  Item: v.optional(v.record(v.string(), v.unknown())),
  Items: v.optional(Items),
  Responses: v.optional(v.record(v.string(), Items)),
});

/** The parts of an answer on which code can depend. The items of a batch are sorted, because the engine returns them in any order. */
function essenceOf(given: Answer): unknown {
  if ('answer' in given) {
    const { Item, Items, Responses = {} } = v.parse(Read, given.answer);
    return { Item: plain(Item), Items: plain(Items), Responses: Object.values(Responses).map(sorted) };
  }
  const { failure } = given;
  if (failure instanceof TransactionCanceledException)
    return [failure.name, failure.CancellationReasons?.map(({ Code }) => Code)];
  return [failure instanceof Error ? failure.name : String(failure)];
}

const sorted = (items: readonly Attributes[]): unknown =>
  plain([...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)));

/** The value with its bytes as text: the SDK gives arrays of bytes, the table in memory has the buffers of the product. */
const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
};

const nameOf = ({ pk, sk }: Attributes): string => `${pk}\n${sk}`;
