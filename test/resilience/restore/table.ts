import { BatchWriteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { createTable, LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from '../../../local/engine';
import type { Marshalled } from './export';

const TABLE = 'fleet-local';
/** As many as one request takes. */
const ITEMS_A_REQUEST = 25;

/** Everything in the table of a data folder whose server is gone. */
export const itemsIn = (dataDir: string): Promise<Marshalled[]> =>
  withEngine(dataDir, async (client) => {
    const items: Marshalled[] = [];
    let from: Record<string, Marshalled[string]> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: TABLE, ExclusiveStartKey: from }));
      items.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from);
    return items;
  });

/** Makes a new table in a data folder and puts the items into it, as `aws dynamodb import-table` does. */
export const restoreInto = (dataDir: string, items: readonly Marshalled[]): Promise<void> =>
  withEngine(dataDir, async (client, endpoint) => {
    await createTable(endpoint, TABLE, { fresh: true });
    for (let at = 0; at < items.length; at += ITEMS_A_REQUEST) {
      let left = items.slice(at, at + ITEMS_A_REQUEST).map((Item) => ({ PutRequest: { Item: { ...Item } } }));
      while (left.length > 0) {
        const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [TABLE]: left } }));
        left = (answer.UnprocessedItems?.[TABLE] ?? []).flatMap(({ PutRequest }) =>
          PutRequest?.Item ? [{ PutRequest: { Item: PutRequest.Item } }] : [],
        );
      }
    }
  });

async function withEngine<T>(
  dataDir: string,
  use: (client: DynamoDBClient, endpoint: string) => Promise<T>,
): Promise<T> {
  const engine = await startEngine({ dataDir });
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
  });
  try {
    return await use(client, engine.endpoint);
  } finally {
    client.destroy();
    await engine.stop();
  }
}
