import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createTable, type Engine, startEngine } from '../../local/engine';
import { withoutDebugLog } from '../../shared/platform/runtime/without-debug-log';
import { ENVIRONMENT } from './engine-runtime';
import { scenesOn, type TestTable } from './test-table';

/** A client as the product makes it, with the endpoint that a function finds in its environment. */
export const clientAt = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(withoutDebugLog(new DynamoDBClient({ endpoint })), {
    marshallOptions: { removeUndefinedValues: true },
  });

/** A table on the engine. */
export interface EngineTable extends TestTable {
  readonly endpoint: () => string;
}

/** A table on an engine in memory that ends with the test file. Call it once at the top of the file. */
export function engineTable(): EngineTable {
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
    ...scenesOn(() => running(client)),
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
