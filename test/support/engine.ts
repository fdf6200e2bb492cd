import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createTable, type Engine, startEngine } from '../../local/engine';
import type { ClientFactory } from '../../shared/runtime/context';
import { quiet } from '../../shared/runtime/quiet-client';
import { tableClient } from '../../shared/store/client';
import { ENVIRONMENT, makeScene, type Scene, type SceneOptions } from './engine-runtime';

/** A table of this test file's own, on an engine in memory that ends with the file. */
export interface TestTable {
  readonly endpoint: () => string;
  readonly scene: (options?: SceneOptions) => Scene;
  /** Everything in the table, as it lies there: for tests alone, the product has no right to it. */
  readonly everything: () => Promise<Record<string, unknown>[]>;
  /** Everything under one partition key whose sort key begins so. */
  readonly partition: (pk: string, prefix?: string) => Promise<Record<string, unknown>[]>;
}

/** A client as the product makes it, with the endpoint that a function finds in its environment. */
export const clientAt = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(quiet(new DynamoDBClient({ endpoint })), {
    marshallOptions: { removeUndefinedValues: true },
  });

/** Call it once at the top of a test file. */
export function engineTable(): TestTable {
  let engine: Engine | undefined;
  let client: DynamoDBDocumentClient | undefined;
  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The engine runs only inside tests.');
    return part;
  };
  const tableName = ENVIRONMENT.TABLE_NAME ?? '';

  beforeAll(async () => {
    engine = await startEngine();
    await createTable(engine.endpoint, tableName);
    client = clientAt(engine.endpoint);
  });
  afterAll(async () => {
    client?.destroy();
    await engine?.stop();
  });

  return {
    endpoint: () => running(engine).endpoint,
    scene: (options = {}) => {
      const clients = new Map<ClientFactory<unknown>, unknown>([[tableClient, running(client)]]);
      return makeScene({ clients, ...options });
    },
    everything: async () => {
      const answer = await running(client).send(new ScanCommand({ TableName: tableName, ConsistentRead: true }));
      if (answer.LastEvaluatedKey) throw new Error('The table has grown past one page.');
      return answer.Items ?? [];
    },
    partition: async (pk, prefix = '') => {
      const answer = await running(client).send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ConsistentRead: true,
        }),
      );
      if (answer.LastEvaluatedKey) throw new Error('The partition has grown past one page.');
      return (answer.Items ?? []).filter(({ sk }) => String(sk).startsWith(prefix));
    },
  };
}
