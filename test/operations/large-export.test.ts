import { eventKey } from '../../shared/audit/audit-event';
import { LARGEST_ANSWER } from '../../shared/platform/table/answer-size';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { readDriverData, withinOneAnswer } from '../../shared/privacy/export-driver';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrips } from '../support/store-fleet';

const table = quickTable();
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
  return testContext.use(readDriverData)(driver);
}

test('an export that is too large for one answer has all trips, empty timelines of the oldest, and says up to when', async () => {
  const data = await longService();
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(LARGEST_ANSWER);
  expect(data.trips).toHaveLength(TRIPS);
  const until = data.timelinesAfter ?? '';
  const [cut, whole] = [true, false].map((isCut) => data.trips.filter(({ startDate }) => startDate <= until === isCut));
  expect(cut?.map(({ timeline }) => timeline.length)).toEqual(Array(cut?.length).fill(0));
  expect(whole?.map(({ timeline }) => timeline.length)).toEqual(Array(whole?.length).fill(1));
  expect(whole?.length).toBeGreaterThan(45);
  // One timeline fewer would have been too few.
  const largest = Buffer.byteLength(JSON.stringify(data));
  expect(largest + NOTE.length).toBeGreaterThan(LARGEST_ANSWER);
});

test('an export that fits says nothing of timelines', async () => {
  const testContext = table.testContext();
  const data = await testContext.use(readDriverData)(await insertDriver(testContext, {}));
  expect(data).not.toHaveProperty('timelinesAfter');
  expect(withinOneAnswer(data, Buffer.byteLength(JSON.stringify(data)))).toBe(data);
});
