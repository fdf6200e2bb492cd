import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { type DayHours, hoursOf, intervalsOf } from '../../shared/hours/day-hours';
import { capability } from '../../shared/platform/runtime/capability';
import { allItems } from '../../shared/platform/table/lists';
import { getItem } from '../../shared/platform/table/read';
import { makeHoursAgain } from '../../shared/trips/make-hours';
import { tripKey } from '../../shared/trips/trip';
import { accounts } from './accounts';
import type { Fault } from './faults';
import { recordsOf } from './office';
import { factId } from './phone';
import { openRoad } from './road';
import type { TestTable } from './test-table';

const MINUTE_MS = 60_000;

const readDays = capability(
  { table: ['Query'] },
  (context) => async (teamId: string, driverId: string) =>
    (await allItems(context, { ...hoursOf(teamId, driverId), consistent: true })).flatMap((item): DayHours[] =>
      'trips' in item ? [item] : [],
    ),
);
const makeAgain = capability(
  { table: ['GetItem', 'Query', 'UpdateItem'] },
  (context) => async (teamId: string, tripId: string) =>
    makeHoursAgain(context, await getItem(context, tripKey(teamId, tripId))),
);

export const minutes = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A road whose truck drives a kilometre each minute, and what is stored of its drivers' days. */
export const openDays = (table: TestTable) => {
  const world = accounts(table);
  return () => openDay(table, world);
};

async function openDay(table: TestTable, world: ReturnType<typeof accounts>) {
  const faults: Fault[] = [];
  const road = await openRoad(world, { options: { faults } });
  const { office, cabs, start, path } = road;
  const [driverId, colleagueId] = [cabs[0].id, cabs[1].id];
  const storedOf = (id = driverId) => table.testContext().use(readDays)(office.teamId, id);
  /** Such as 'CONDUCE 0-40', in minutes from the start. */
  const shown = async (id = driverId) => {
    const days = (await storedOf(id)).toReversed();
    const intervals = days.flatMap(({ trips }) => trips.flatMap(intervalsOf));
    const minuteOf = (at: number) => (at * 1000 - start) / MINUTE_MS;
    return intervals.map(({ state, from, to }) => `${state} ${minuteOf(from)}-${minuteOf(to)}`);
  };
  const fact = (kind: string, minute: number, fields: object = {}) => {
    const at = start + minute * MINUTE_MS;
    return { id: factId(at), kind, recordedAt: new Date(at).toISOString(), ...path, ...fields };
  };
  const send = async (items: readonly object[], cab = cabs[0]) => {
    const body = { sentAt: office.testContext.now().toISOString(), items };
    return recordsOf(await cab.send(syncFacts, { body }), 'results').map(({ result }) => result);
  };
  return {
    ...{ office, faults, path, start, cabs, driverId, colleagueId, storedOf, shown, fact, send, ping: road.send },
    end: () => office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } }),
    /** The next write of a day takes so long. */
    slow: (milliseconds: number) =>
      faults.push({
        action: 'UpdateItem',
        times: 1,
        meanwhile: async () => office.testContext.pass(milliseconds),
      }),
    pass: (minute: number) => office.testContext.pass(minute * MINUTE_MS),
    again: (faults: Fault[]) => {
      const later = table.testContext({ faults });
      later.pass(office.testContext.now().getTime() - start);
      return later.use(makeAgain)(office.teamId, path.tripId);
    },
  };
}
