import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, type BatchGetCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { driverKey } from '../../../shared/fleet/driver';
import { vehicleKey } from '../../../shared/fleet/vehicle';
import { tableClient } from '../../../shared/platform/table/client';
import { getItem, getItems } from '../../../shared/platform/table/read';
import { MAXIMUM_TRIES } from '../../../shared/platform/table/retry';
import { membershipKey } from '../../../shared/teams/team';
import { engineTable } from '../../support/engine';
import { ENVIRONMENT, makeTestContext, someId } from '../../support/engine-runtime';
import { insertFleet, insertMembership } from '../../support/store-fleet';
import { storedDriver } from '../../support/store-records';

const table = engineTable();
const TABLE = ENVIRONMENT.TABLE_NAME ?? '';

describe('reading several items', () => {
  test('answers them in the order of the keys, and undefined where there is none', async () => {
    const testContext = table.testContext();
    const { driver, vehicle } = await insertFleet(testContext);
    const { teamId } = driver;
    const keys = [
      driverKey(teamId, someId()),
      vehicleKey(teamId, vehicle.id),
      undefined,
      driverKey(teamId, driver.id),
    ] as const;
    expect(await getItems(testContext.context, keys)).toEqual([undefined, vehicle, undefined, driver]);
  });

  test('asks for a key that stands twice once, and answers it twice', async () => {
    const testContext = table.testContext();
    const { driver } = await insertFleet(testContext);
    const key = driverKey(driver.teamId, driver.id);
    const reading = table.testContext();
    expect(await getItems(reading.context, [key, key])).toEqual([driver, driver]);
    expect(reading.meter).toEqual({ calls: 1, readUnits: 1, writeUnits: 0 });
  });

  test('does not call for nothing', async () => {
    const testContext = table.testContext();
    expect(await getItems(testContext.context, [])).toEqual([]);
    expect(await getItems(testContext.context, [undefined])).toEqual([undefined]);
    expect(testContext.calls).toEqual([]);
  });

  test('sees what was written just before, as one item does', async () => {
    const testContext = table.testContext();
    const { driver } = await insertFleet(testContext);
    expect(await getItem(testContext.context, driverKey(driver.teamId, driver.id))).toEqual(driver);
    expect(await getItem(testContext.context, driverKey(someId(), driver.id))).toBeUndefined();
  });

  test('reads membership and entity in one call of two units', async () => {
    const { actor, driver } = await insertFleet(table.testContext());
    const member = await insertMembership(table.testContext(), { teamId: actor.teamId, userId: actor.id });
    const testContext = table.testContext();
    const keys = [membershipKey(actor.teamId, actor.id), driverKey(actor.teamId, driver.id)] as const;
    expect(await getItems(testContext.context, keys)).toEqual([member, driver]);
    expect(testContext.meter).toEqual({ calls: 1, readUnits: 2, writeUnits: 0 });
  });
});

describe('what the service left unread', () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const service = mockClient(client);
  afterEach(() => service.reset());
  const testContext = () => makeTestContext({ clients: new Map([[tableClient, client]]) });

  const [one, two] = [storedDriver(), storedDriver()];
  const [keyOfOne, keyOfTwo] = [driverKey(one.teamId, one.id), driverKey(two.teamId, two.id)];
  const addressOf = ({ pk, sk }: { pk: string; sk: string }) => ({ pk, sk });
  const stored = (item: object, key: { pk: string; sk: string }) => ({ ...item, ...addressOf(key) });

  test('is asked for again, that alone, and matched by its key whatever the order', async () => {
    service
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { [TABLE]: [stored(two, keyOfTwo)] },
        UnprocessedKeys: { [TABLE]: { Keys: [addressOf(keyOfOne)] } },
      })
      .resolvesOnce({ Responses: { [TABLE]: [stored(one, keyOfOne)] }, UnprocessedKeys: {} });
    const reading = testContext();
    expect(await getItems(reading.context, [keyOfOne, keyOfTwo])).toEqual([one, two]);
    expect(reading.pauses).toHaveLength(1);
    const asked = service.commandCalls(BatchGetCommand).map((call) => call.args[0].input.RequestItems?.[TABLE]);
    expect(asked).toEqual([
      { Keys: [addressOf(keyOfOne), addressOf(keyOfTwo)], ConsistentRead: true },
      { Keys: [addressOf(keyOfOne)], ConsistentRead: true },
    ]);
  });

  test('is asked for with the keys that no call carried yet, 100 in each call', async () => {
    const drivers = Array.from({ length: 250 }, () => storedDriver());
    const keys = drivers.map(({ teamId, id }) => driverKey(teamId, id));
    const asked: number[] = [];
    service.on(BatchGetCommand).callsFake((input: BatchGetCommandInput) => {
      const wanted = input.RequestItems?.[TABLE]?.Keys ?? [];
      asked.push(wanted.length);
      const [left = [], given] = asked.length === 1 ? [wanted.slice(0, 30), wanted.slice(30)] : [[], wanted];
      const items = given.flatMap(({ pk, sk }) =>
        drivers.flatMap((driver) => {
          const key = driverKey(driver.teamId, driver.id);
          return key.pk === pk && key.sk === sk ? [stored(driver, key)] : [];
        }),
      );
      return { Responses: { [TABLE]: items }, UnprocessedKeys: left.length > 0 ? { [TABLE]: { Keys: left } } : {} };
    });
    const reading = testContext();
    expect(await getItems(reading.context, keys)).toEqual(drivers);
    expect(asked).toEqual([100, 100, 80]);
    expect(reading.pauses).toHaveLength(1);
  });

  test('is given up as UNAVAILABLE when it stays unread', async () => {
    service.on(BatchGetCommand).resolves({ UnprocessedKeys: { [TABLE]: { Keys: [addressOf(keyOfOne)] } } });
    await expect(getItems(testContext().context, [keyOfOne])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(service.commandCalls(BatchGetCommand)).toHaveLength(MAXIMUM_TRIES);
  });

  test('is not confused with what is not there, when the answer stands in another order', async () => {
    service.on(BatchGetCommand).resolves({ Responses: { [TABLE]: [stored(two, keyOfTwo), stored(one, keyOfOne)] } });
    const third = driverKey(someId(), someId());
    expect(await getItems(testContext().context, [keyOfOne, third, keyOfTwo])).toEqual([one, undefined, two]);
  });
});
