import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createTable, type Engine, startEngine } from '../../local/engine';
import { withoutDebugLog } from '../../shared/platform/runtime/aws-client';
import { ENVIRONMENT } from './engine-runtime';
import { type TestTable, testContextsOn } from './test-table';

/**
 * Credentials for one test file. DynamoDB Local has a separate database for each access key, so that files which share one server share
 * neither items nor transaction tokens.
 */
const newCredentials = () => ({ accessKeyId: `test${randomBytes(8).toString('hex')}`, secretAccessKey: 'test' });

/** Those of the present test file: the files of a worker share this module. */
let credentials = newCredentials();

/** A client as the product makes it. A function finds the endpoint in its environment. */
export const clientAt = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(withoutDebugLog(new DynamoDBClient({ endpoint, credentials })), {
    marshallOptions: { removeUndefinedValues: true },
  });

/** A table on the engine. */
export interface EngineTable extends TestTable {
  readonly endpoint: () => string;
  readonly credentials: () => typeof credentials;
}

/** The table of `npm start` behind the SDK, or with `LOCAL_DYNAMODB_ENDPOINT` another engine. Call it once at the top of a test file. */
export function engineTable(): EngineTable {
  let engine: Engine | undefined;
  let client: DynamoDBDocumentClient | undefined;
  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The engine runs only inside tests.');
    return part;
  };
  const tableName = ENVIRONMENT.TABLE_NAME ?? '';
  credentials = newCredentials();

  beforeAll(async () => {
    engine = await startEngine();
    await createTable(engine.endpoint, tableName, { credentials });
    client = engine.attach(clientAt(engine.endpoint), tableName);
  });
  afterAll(async () => {
    client?.destroy();
    await engine?.stop();
  });

  return {
    endpoint: () => running(engine).endpoint,
    credentials: () => credentials,
    ...testContextsOn(() => running(client)),
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
