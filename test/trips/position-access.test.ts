import { driverKey } from '../../shared/fleet/driver';
import { endDriverSessions } from '../../shared/fleet/end-driver-sessions';
import { checkPart } from '../../shared/operation/check-part';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { syncFacts } from '../../shared/trips/sync';
import { someId, type TestContext } from '../support/engine-runtime';
import { openPhoneRoad, type PhoneRoad, sync } from '../support/phone';
import { minutesOf, pingAt } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { asDriver } from '../support/store-fleet';

const table = quickTable();
const MINUTE_MS = 60_000;

function later(minutes: number) {
  const testContext = table.testContext();
  testContext.pass(minutes * MINUTE_MS);
  return testContext;
}

const openRoad = () => openPhoneRoad(table.testContext());

describe('ruling 11: a driver without access', () => {
  const set = (road: PhoneRoad, fields: Readonly<Record<string, unknown>>) =>
    transact(table.testContext().context, [
      update(driverKey(road.trip.teamId, road.fleet.driver.id), { set: fields }, {}, () => new Error('gone')),
    ]);

  test('ruling 11: whose positions the item does not take gets 403 for the whole call', async () => {
    const road = await openRoad();
    await set(road, { appAccessStatus: 'DISABLED' });
    const other = { trip: { ...road.trip, id: someId() } };
    await expect(sync(later(5), road.fleet, [pingAt(other, 1)])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('doors 8: a session that the item does not know is looked up once, and an ended one is 401', async () => {
    const road = await openRoad();
    const other = { ...asDriver(road.fleet), sessionId: 'other' };
    const send = (testContext: TestContext, minute: number) =>
      testContext.use(syncFacts)(
        other,
        { sentAt: testContext.now().toISOString(), items: [pingAt(road, minute)] },
        checkPart,
      );
    const [first, second] = [later(5), later(6)];
    expect((await send(first, 1)).results).toMatchObject([{ result: 'APPLIED' }]);
    expect((await send(second, 2)).results).toMatchObject([{ result: 'APPLIED' }]);
    expect([first.actions(), second.actions()]).toEqual([['UpdateItem', 'BatchGetItem', 'UpdateItem'], ['UpdateItem']]);
    await later(7).use(endDriverSessions)(other);
    await expect(send(later(8), 3)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await minutesOf(later(8), road)).toEqual([1, 2]);
  });
});
