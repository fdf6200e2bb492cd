import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../../local/engine';
import { createTableInput } from '../../shared/platform/table/table-definition';
import { type Attributes, MemoryTable } from '../support/memory-table';
import type { VirtualTime } from './virtual-time';

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
    private readonly name: string,
    private readonly time: VirtualTime,
  ) {
    super(() => time.now(), name);
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
    const found = await answered(this.client.send(command));
    if (!isDeepStrictEqual(essenceOf(found), essenceOf(expected)))
      this.differences.push(`the engine and the table in memory answer ${command.constructor.name} differently`);
    return found;
  }

  /** Compares all items of both tables and deletes the engine's table. */
  override async close(): Promise<readonly string[]> {
    const { Items = [], LastEvaluatedKey } = await this.client.send(
      new ScanCommand({ TableName: this.name, ConsistentRead: true }),
    );
    const isSame = LastEvaluatedKey === undefined && isDeepStrictEqual(sorted(Items), sorted(this.everything()));
    await this.client.send(new DeleteTableCommand({ TableName: this.name }));
    return isSame
      ? this.differences
      : [...this.differences, 'the items of the engine and of the table in memory differ'];
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
    return { Item, Items, Responses: Object.values(Responses).map(sorted) };
  }
  const { failure } = given;
  if (failure instanceof TransactionCanceledException)
    return [failure.name, failure.CancellationReasons?.map(({ Code }) => Code)];
  return [failure instanceof Error ? failure.name : String(failure)];
}

const sorted = (items: readonly Attributes[]): Attributes[] =>
  [...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

const nameOf = ({ pk, sk }: Attributes): string => `${pk}\n${sk}`;
