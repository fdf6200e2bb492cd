import { instantOfUuid } from '../../shared/platform/runtime/uuid';
import { getItem } from '../../shared/platform/table/read';
import { readLastPosition } from '../../shared/trips/read-location';
import { readTrack } from '../../shared/trips/read-track';
import { tripKey } from '../../shared/trips/trip';
import { START, type TestContext } from './engine-runtime';
import type { Fault } from './faults';
import { factId, type Item, itemOf, type PhoneRoad } from './phone';
import type { TestTable } from './test-table';

type Road = Pick<PhoneRoad, 'trip'>;
const MINUTE_MS = 60_000;

/** The clock of a test: contexts that are minutes after the start of the tests. */
export const laterOn =
  (table: TestTable) =>
  (minutes: number, faults: readonly Fault[] = []): TestContext => {
    const testContext = table.testContext({ faults: [...faults] });
    testContext.pass(minutes * MINUTE_MS);
    return testContext;
  };

/** A position of a truck that drives north-east, `minute` minutes after the start of the tests. */
export const pingAt = (road: Road, minute: number, fields: object = {}): Item =>
  itemOf(
    road,
    'PING',
    { lat: 25 + minute / 100, lng: -100 + minute / 200, speedKmh: 80, heading: 44, accuracyM: 6, ...fields },
    factId(START + Math.round(minute * MINUTE_MS)),
  );

/** Positions of the minutes `from` to `to`, both included. */
export const pingsOf = (road: Road, from: number, to: number): Item[] =>
  Array.from({ length: to - from + 1 }, (_, index) => pingAt(road, from + index));

/** The track as the office reads it, in minutes after the start. */
export async function minutesOf(testContext: TestContext, road: Road): Promise<number[]> {
  return (await trackAt(testContext, road)).map(({ at }) => (at * 1000 - START) / MINUTE_MS);
}

export async function trackAt(testContext: TestContext, { trip }: Road, range = {}) {
  return testContext.use(readTrack)(await tripNow(testContext, { trip }), range);
}

async function tripNow(testContext: TestContext, { trip }: Road) {
  const stored = await getItem(testContext.context, tripKey(trip.teamId, trip.id));
  if (stored === undefined) throw new Error('The trip does not exist.');
  return stored;
}

/** The time of the last position, in minutes after the start. */
export async function lastMinute(testContext: TestContext, road: Road): Promise<number | undefined> {
  const last = await readLastPosition(testContext.context, await tripNow(testContext, road));
  return last?.timestamp === undefined ? undefined : (Date.parse(last.timestamp) - START) / MINUTE_MS;
}

export const minuteOf = ({ id }: Item): number => (instantOfUuid(id).getTime() - START) / MINUTE_MS;
