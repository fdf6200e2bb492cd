import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { createTable, startEngine } from '../../local/engine';
import type { MemoryTable } from '../support/memory-table';
import { startRustEngine } from '../support/rust-engine';
import { type Command, TABLE_NAME } from './odd-requests';
import { awsEngine } from './server';

/** The client of one engine, or the table in memory, which takes the same commands. */
export type Engine = DynamoDBDocumentClient | MemoryTable;

interface Engines {
  readonly aws: () => DynamoDBDocumentClient;
  /** The table of `npm start`. */
  readonly local: () => DynamoDBDocumentClient;
  readonly rust: () => DynamoDBDocumentClient;
}

/** DynamoDB Local, the table of `npm start` and the Rust engine, each with an empty table. They run while the tests of the file run. */
export function allEngines(): Engines {
  const clients: DynamoDBDocumentClient[] = [];
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const aws = await awsEngine();
    stops.push(aws.stop);
    const local = await startEngine();
    stops.push(local.stop);
    const rust = await startRustEngine();
    stops.push(rust.stop);
    for (const { endpoint } of [aws, local, rust]) clients.push(await clientOf(endpoint));
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    for (const stop of stops) await stop();
  });
  const running = (at: number) => () => {
    const client = clients[at];
    if (client === undefined) throw new Error('The engines run only inside tests.');
    return client;
  };
  return { aws: running(0), local: running(1), rust: running(2) };
}

async function clientOf(endpoint: string): Promise<DynamoDBDocumentClient> {
  // DynamoDB Local has a database for each access key.
  const credentials = { accessKeyId: `compared${process.pid}x${Date.now()}`, secretAccessKey: 'test' };
  await createTable(endpoint, TABLE_NAME, { credentials });
  const client = new DynamoDBClient({ endpoint, credentials, maxAttempts: 1 });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

const Attributes = v.record(v.string(), v.unknown());
const Answer = v.object({
  Item: v.optional(Attributes),
  Items: v.optional(v.array(Attributes)),
  Count: v.optional(v.number()),
  LastEvaluatedKey: v.optional(Attributes),
  Responses: v.optional(v.record(v.string(), v.array(Attributes))),
});

/** The answer of an engine without what engines may choose: units, the order of a batch, and the texts of errors. */
export async function answerOf(engine: Engine, command: Command): Promise<unknown> {
  try {
    // The two kinds of client declare `send` for other sets of commands. Both take these.
    const { Responses, ...answer } = v.parse(Answer, await engine.send(command as never));
    const batch = Responses?.[TABLE_NAME]?.map((item) => JSON.stringify(item, Object.keys(item).sort())).sort();
    return { ...answer, ...(batch && { batch }) };
  } catch (failure) {
    if (!(failure instanceof Error)) throw failure;
    if (!(failure instanceof TransactionCanceledException)) return { error: failure.name };
    const reasons = failure.CancellationReasons?.map(({ Code, Item }) => ({
      Code,
      ...(Item && Object.keys(Item).length > 0 && { Item: unmarshall(Item) }),
    }));
    return { error: failure.name, reasons };
  }
}
