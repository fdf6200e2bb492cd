import { driverKey } from '../../shared/fleet/driver';
import { endDriverSessions } from '../../shared/fleet/end-driver-sessions';
import { formerPositionKey, positionKey } from '../../shared/fleet/position-places';
import { checkPart } from '../../shared/operation/check-part';
import { deleteItem, putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { syncFacts } from '../../shared/trips/sync';
import { someId, type TestContext } from '../support/engine-runtime';
import { openPhoneRoad, type PhoneRoad, sync } from '../support/phone';
import { lastMinute, laterOn, minutesOf, pingAt, pingsOf } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { asDriver, moveAsOwner } from '../support/store-fleet';

const table = quickTable();

const later = laterOn(table);

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
    expect([first.actions(), second.actions()]).toEqual([
      ['GetItem', 'UpdateItem', 'BatchGetItem', 'UpdateItem'],
      ['GetItem', 'UpdateItem'],
    ]);
    await later(7).use(endDriverSessions)(other);
    await expect(send(later(8), 3)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await minutesOf(later(8), road)).toEqual([1, 2]);
  });
});

test('road 3: a trip that began in an earlier release takes positions at its former place, and keeps them after its end', async () => {
  const road = await openRoad();
  const { teamId, id: tripId } = road.trip;
  const { id: driverId, sub } = road.fleet.driver;
  const position = { tripId, driverId, sub, isOpen: true };
  await transact(table.testContext().context, [
    deleteItem(positionKey(teamId, tripId), {}, () => new Error('The trip has no position item.')),
    putItem(formerPositionKey(teamId, tripId), position),
  ]);
  const all = pingsOf(road, 1, 40);
  for (const items of [all.slice(0, 30), all.slice(20), all.slice(5, 12)]) {
    const { results } = await sync(later(60), road.fleet, items);
    expect(results.filter(({ result }) => result !== 'APPLIED' && result !== 'DUPLICATE')).toEqual([]);
  }
  expect(await minutesOf(later(60), road)).toHaveLength(40);
  await moveAsOwner(later(60), road.fleet, road.trip, 'COMPLETADO');
  expect(await minutesOf(later(60), road)).toHaveLength(40);
  expect(await lastMinute(later(60), road)).toBe(40);
});
