import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { Chance } from '../load/chance';
import { clientAt, engineTable } from '../support/engine';
import { ENVIRONMENT } from '../support/engine-runtime';
import { MemoryTable } from '../support/memory-table';
import { stepOf } from '../support/random-steps';

/** The number of call sequences, each on its own items: a few with every `npm test`, and `SEQUENCES=10000` with the proof. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 60);
const CALLS = 8;
const TABLE = ENVIRONMENT.TABLE_NAME ?? '';

const table = engineTable();

type Client = Pick<DynamoDBDocumentClient, 'send'> | MemoryTable;
const Item = v.record(v.string(), v.unknown());

/** The result of a transaction: done, or the reason and the found item for each write. */
async function outcomeOf(client: Client, command: TransactWriteCommand): Promise<unknown> {
  try {
    await client.send(command);
    return 'done';
  } catch (failure) {
    if (!(failure instanceof TransactionCanceledException)) throw failure;
    return failure.CancellationReasons?.map(({ Code, Item: found }) => [
      Code,
      found && Object.keys(found).length > 0 ? unmarshall(found) : undefined,
    ]);
  }
}

async function stateOf(client: Client, pk: string, chance: Chance): Promise<unknown> {
  const range = {
    TableName: TABLE,
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': pk, ':prefix': 'ITEM#' },
    ScanIndexForward: chance.below(2) === 0,
    ConsistentRead: true,
  };
  const command = new QueryCommand(range);
  const count = new QueryCommand({ ...range, Select: 'COUNT', Limit: 1 + chance.below(3) });
  const one = new GetCommand({ TableName: TABLE, Key: { pk, sk: 'ITEM#1' }, ConsistentRead: true });
  const [all, single, counted] = [await client.send(command), await client.send(one), await client.send(count)];
  return [
    v.parse(v.object({ Items: v.array(Item) }), all).Items,
    v.parse(v.object({ Item: v.optional(Item) }), single),
    v.parse(v.object({ Count: v.number(), Items: v.optional(v.never()) }), counted),
  ];
}

test(`the table in memory does what the engine does: ${SEQUENCES} sequences`, async () => {
  const engine = clientAt(table.endpoint());
  const memory = new MemoryTable(() => 0);
  let [done, refused] = [0, 0];
  for (let sequence = 1; sequence <= SEQUENCES; sequence += 1) {
    const chance = new Chance(sequence * 7919);
    const pk = `SEQUENCE#${sequence}`;
    for (let call = 0; call < CALLS; call += 1) {
      const items = ['ITEM#1', 'ITEM#2', 'ITEM#3'].slice(0, 1 + chance.below(3));
      const command = new TransactWriteCommand({
        TransactItems: items.map((sk) => stepOf(chance, pk, sk).write(TABLE)),
      });
      const expected = await outcomeOf(engine, command);
      expect(await outcomeOf(memory, command)).toEqual(expected);
      if (expected === 'done') done += 1;
      else refused += 1;
    }
    const seed = chance.below(1000);
    expect(await stateOf(memory, pk, new Chance(seed))).toEqual(await stateOf(engine, pk, new Chance(seed)));
  }
  engine.destroy();
  expect([done > SEQUENCES, refused > SEQUENCES]).toEqual([true, true]);
  // Ten thousand sequences take five minutes of a core. Long timeout: CI machines are shared.
}, 1_800_000);

test.each(['SET #a = :v REMOVE #a', 'SET #a = :v ADD #a :v', 'REMOVE #a, #a'])('both refuse %s', async (expression) => {
  const command = new UpdateCommand({
    TableName: TABLE,
    Key: { pk: 'OVERLAP', sk: 'ITEM' },
    UpdateExpression: expression,
    ExpressionAttributeNames: { '#a': 'a' },
    ...(expression.includes(':v') && { ExpressionAttributeValues: { ':v': 1 } }),
  });
  const engine = clientAt(table.endpoint());
  const refused = { name: 'ValidationException', message: expect.stringContaining('Two document paths overlap') };
  await expect(engine.send(command)).rejects.toMatchObject(refused);
  await expect(new MemoryTable(() => 0).send(command)).rejects.toMatchObject(refused);
  engine.destroy();
});
