import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { invoiceCountKey } from '../../shared/invoices/invoice-record';
import { quotaDay, teamDayCountKey } from '../../shared/platform/table/quota';
import { growingItems, type StoredItem, type StoredTeam, standingItems } from './stored';

/** The table's name in the local cloud. */
export const TABLE = 'fleet-local';
const BATCH = 25;
const LANES = 8;

/** Writes items with several concurrent batches. */
async function write(client: DynamoDBDocumentClient, items: readonly StoredItem[]): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const batch = items.slice(next, next + BATCH);
      next += BATCH;
      const RequestItems = { [TABLE]: batch.map((Item) => ({ PutRequest: { Item } })) };
      const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems }));
      if (Object.keys(UnprocessedItems).length > 0)
        throw new Error('The engine did not write all items of a batch. Run the bench again.');
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The number of records built at once, which limits the memory for 100,000 records. */
const PART = 5_000;

/** Adds records to a team until it has `to` invoices, and updates its counters. */
export async function growTeam(
  client: DynamoDBDocumentClient,
  team: StoredTeam,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  if (from === 0) await write(client, standingItems(team));
  for (let start = from; start < to; start += PART) {
    const numbers = Array.from({ length: Math.min(PART, to - start) }, (_, index) => start + index);
    await write(
      client,
      numbers.flatMap((number) => growingItems(team, number)),
    );
  }
  await addToCounts(client, team, to - from);
}

/** Removes what a team used of its limits per hour and day. Several walks of one team are a use that no person makes in an hour. */
export async function forgetQuotas(client: DynamoDBDocumentClient, teamId: string): Promise<void> {
  const { pk } = teamDayCountKey(teamId, 'any', quotaDay(new Date()));
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: TABLE,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  for (const { sk } of Items) await client.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }));
}

async function addToCounts(
  client: DynamoDBDocumentClient,
  { teamId, clientIds }: StoredTeam,
  invoices: number,
): Promise<void> {
  for (const clientId of [undefined, ...clientIds]) {
    const share = clientId === undefined ? invoices : invoices / clientIds.length;
    const { pk, sk } = invoiceCountKey(teamId, clientId);
    await addCounts(client, { pk, sk }, share);
  }
}

async function addCounts(
  client: DynamoDBDocumentClient,
  Key: { readonly pk: string; readonly sk: string },
  share: number,
): Promise<void> {
  const { Item = {} } = await client.send(new GetCommand({ TableName: TABLE, Key, ConsistentRead: true }));
  const total = Number(Item.total ?? 0) + share;
  const VALID = Number(Item.VALID ?? 0) + share;
  await client.send(new PutCommand({ TableName: TABLE, Item: { ...Item, ...Key, total, VALID } }));
}
