import * as v from 'valibot';
import { judgeFiles } from '../../shared/files/missing-files';
import { recentRoadPolicy } from '../../shared/road-policy/policy';
import { listWatches, lookAtTrips } from '../../shared/trips/look-at-trips';
import { RoadWatch, WATCH_SHARDS } from '../../shared/trips/road-watch';
import { someId } from '../support/engine-runtime';
import { openPhoneRoad, type PhoneRoad, proof, sync } from '../support/phone';
import { laterOn, pingAt } from '../support/phone-track';
import { tripEnd } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { runWatch, watchesOf } from '../support/watch-run';

const DAY = 24 * 60;
const table = quickTable();
const later = laterOn(table);
const open = () => openPhoneRoad(later(0));
const send = (road: PhoneRoad, minute: number, ...items: object[]) => sync(later(minute), road.fleet, items);
const withPhoto = (road: PhoneRoad) =>
  proof(road, 0, undefined, { files: [{ fileId: someId(), sha256: 'ab'.repeat(32), kind: 'PHOTO' }] });

/** The read and write units of a look at the trip, without those of the policy, which is read once a minute. */
async function unitsAt(road: PhoneRoad, minute: number) {
  const testContext = later(minute);
  const [watch] = (await watchesOf(table, road)).map((item) => v.parse(RoadWatch, item));
  if (watch === undefined) throw new Error('The trip has no watch.');
  await recentRoadPolicy(testContext.context, road.trip.teamId);
  const before = { ...testContext.meter };
  const { failed } = await testContext.use(lookAtTrips)([watch], testContext.use(judgeFiles), (failure) => {
    throw failure;
  });
  expect(failed).toBe(0);
  return [testContext.meter.readUnits - before.readUnits, testContext.meter.writeUnits - before.writeUnits];
}

test('road 9: a look at a truck that sends is one read unit and two write units', async () => {
  const road = await open();
  for (let minute = 1; minute <= 30; minute += 1) await send(road, minute, pingAt(road, minute));
  expect(await unitsAt(road, 30)).toEqual([1, 2]);
});

test('road 9: a look at a silent truck is one read unit, except the one that raises the alert', async () => {
  const road = await open();
  await send(road, 1, pingAt(road, 1));
  const [reads = 0, writes = 0] = await unitsAt(road, 31);
  expect(reads).toBe(1);
  expect(writes).toBeLessThanOrEqual(14);
  expect(await unitsAt(road, 36)).toEqual([1, 0]);
});

test('road 9: a look at an ended trip without proofs is five read units and one write unit', async () => {
  const road = await open();
  await send(road, 5, tripEnd(road, 5));
  const [reads = 0, writes = 0] = await unitsAt(road, 30);
  expect(reads).toBeLessThanOrEqual(5);
  expect(writes).toBe(1);
});

test('road 9: a look at a missing file is few units', async () => {
  const road = await open();
  await send(road, 4, withPhoto(road), tripEnd(road, 5));
  await unitsAt(road, 30);
  await unitsAt(road, DAY + 4);
  const [reads = 0, writes = 0] = await unitsAt(road, DAY + 64);
  expect(reads).toBeLessThanOrEqual(4);
  expect(writes).toBe(2);
});

test('road 9: a proof costs two units while the trip is under way, and one more in the first of a call after it', async () => {
  const road = await open();
  const unitsOf = async (...items: object[]) => {
    const testContext = later(6);
    await sync(testContext, road.fleet, items);
    return testContext.meter.writeUnits;
  };
  expect(await unitsOf(withPhoto(road))).toBe(2);
  await send(road, 5, tripEnd(road, 5));
  expect(await unitsOf(withPhoto(road), withPhoto(road), withPhoto(road))).toBe(7);
});

test('road 9: a run that finds nothing due is one read unit for each partition', async () => {
  const testContext = later(0);
  for (const shard of WATCH_SHARDS) await testContext.use(listWatches)(shard, undefined, 100);
  expect(testContext.meter).toMatchObject({ readUnits: WATCH_SHARDS.length, writeUnits: 0 });
  expect(await runWatch(later(0))).toEqual({ looked: 0, silent: 0, failed: 0 });
});
