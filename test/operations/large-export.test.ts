import * as v from 'valibot';
import { eventKey } from '../../shared/audit/audit-event';
import { LARGEST_BODY } from '../../shared/platform/table/answer-size';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { sizeOf, withoutLargestLists } from '../../shared/privacy/complete-export';
import { DriverExport, readDriverData, withinOneAnswer } from '../../shared/privacy/export-driver';
import { readUserData, UserExport } from '../../shared/privacy/export-user';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';
import { insertDriver, insertTrips, insertUser } from '../support/store-fleet';

const table = quickTable();
const storage = objectStorage();
const TRIPS = 70;
const NOTE = 'x'.repeat(100_000);
const startOf = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString();

/** A driver whose trips have together more than Lambda can answer. */
async function longService() {
  const testContext = table.testContext();
  const driver = await insertDriver(testContext, {});
  const { teamId } = driver;
  const trips = await insertTrips(
    testContext,
    Array.from({ length: TRIPS }, (_, index) => ({
      id: someId(),
      teamId,
      driverId: driver.id,
      startDate: startOf(index),
    })),
  );
  for (const { id } of trips) {
    const place = { id: testContext.runtime.newId(), entityType: 'TRIP', entityId: id } as const;
    const event = { ...place, action: 'UPDATE', actorId: someId(), at: startOf(0), changes: { notes: NOTE } } as const;
    await transact(testContext.context, [putItem(eventKey(teamId, place), event)]);
  }
  storage.follow(testContext.now);
  return testContext.use(readDriverData)(driver);
}

test('an export that is too large for one answer has all trips, empty timelines of the oldest, and says up to when', async () => {
  const data = await longService();
  expect(sizeOf(data)).toBeLessThanOrEqual(LARGEST_BODY);
  expect(data.trips).toHaveLength(TRIPS);
  const until = data.timelinesAfter ?? '';
  const [cut, whole] = [true, false].map((isCut) => data.trips.filter(({ startDate }) => startDate <= until === isCut));
  expect(cut?.map(({ timeline }) => timeline.length)).toEqual(Array(cut?.length).fill(0));
  expect(whole?.map(({ timeline }) => timeline.length)).toEqual(Array(whole?.length).fill(1));
  expect(whole?.length).toBeGreaterThan(45);
  // One timeline fewer would have been too few.
  expect(sizeOf(data) + sizeOf({ timeline: whole?.[0]?.timeline })).toBeGreaterThan(LARGEST_BODY);
});

test('an export that is too large for one answer leads to the complete one', async () => {
  const data = await longService();
  const complete = v.parse(DriverExport, await (await fetch(data.completeUrl ?? '')).json());
  expect(complete).not.toHaveProperty('timelinesAfter');
  expect(complete.trips.map(({ timeline }) => timeline.length)).toEqual(Array(TRIPS).fill(1));
});

test('the export of a user that is too large for one answer has empty lists, the largest first, and leads to the complete one', async () => {
  const testContext = table.testContext();
  storage.follow(testContext.now);
  const user = await insertUser(testContext);
  const event = { event: 'SIGNED_IN', device: NOTE };
  for (let count = 0; count < TRIPS; count += 1)
    await transact(testContext.context, [
      putItem({ pk: `USER#${user.id}`, sk: `SECURITY#${someId()}`, schema: v.unknown() }, event),
    ]);
  const { security, completeUrl = '', ...data } = await testContext.use(readUserData)(user);
  expect([security, data.user.id, sizeOf(data) < LARGEST_BODY]).toEqual([[], user.id, true]);
  const complete = v.parse(UserExport, await (await fetch(completeUrl)).json());
  expect(complete.security).toEqual(Array(TRIPS).fill(event));
});

test('lists are left out until the rest fits, quotation marks and accents as they are sent', () => {
  const data = { id: 'x', short: ['ñ'], long: ['"'.repeat(100)], middle: ['"'.repeat(30)] };
  const [whole, some] = [sizeOf(data), sizeOf({ ...data, long: [] })];
  expect(withoutLargestLists(data, whole)).toEqual(data);
  expect(withoutLargestLists(data, whole - 1)).toEqual({ ...data, long: [] });
  expect(withoutLargestLists(data, some - 10)).toEqual({ ...data, long: [], middle: [] });
});

test('an export that fits says nothing of timelines', async () => {
  const testContext = table.testContext();
  const data = await testContext.use(readDriverData)(await insertDriver(testContext, {}));
  expect(data).not.toHaveProperty('timelinesAfter');
  expect(withinOneAnswer(data, sizeOf(data))).toBe(data);
});
