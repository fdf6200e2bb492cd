import * as v from 'valibot';
import { judgeFiles } from '../../shared/files/missing-files';
import { POSITION_PLACE } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { recentRoadPolicy } from '../../shared/road-policy/policy';
import { routeSpeedsKey, withDrivenTrip } from '../../shared/routes/route-speeds';
import { lookAtTrips } from '../../shared/trips/look-at-trips';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { RoadWatch } from '../../shared/trips/road-watch';
import { engineTable } from '../support/engine';
import { START, someId } from '../support/engine-runtime';
import { factId, itemOf, sync } from '../support/phone';
import { placeAt, truckAt } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { drive, insertStopRoute, northwards, openTrip } from '../support/stop-route';
import { asDriver, type Fleet, insertFleet, insertTrip } from '../support/store-fleet';
import { watchesOf } from '../support/watch-run';

const KILOMETRES = [0, 60, 120, 180];
const table = engineTable();
const later = laterOn(table);

/** A route of four stops that ten trips have driven. */
async function openTaught() {
  const fleet = await insertFleet(later(0));
  const places = northwards(KILOMETRES);
  const route = await insertStopRoute(later(0), fleet, places);
  const legs = places.slice(1).flatMap((to, index) => {
    const from = places[index];
    return from ? [{ from, to, seconds: 3_600 }] : [];
  });
  const at = new Date(START - 86_400_000).toISOString();
  let speeds = withDrivenTrip(route.id, undefined, someId(), at, legs);
  for (let trips = 1; trips < 10; trips += 1) speeds = withDrivenTrip(route.id, speeds, someId(), at, legs);
  if (speeds === undefined) throw new Error('There are no speeds.');
  await transact(later(0).context, [putItem(routeSpeedsKey(route.teamId, route.id), speeds)]);
  return { fleet, route };
}

const unitsOfPlan = async (fleet: Fleet, routeId?: string) => {
  const testContext = later(0);
  await insertTrip(testContext, fleet, routeId === undefined ? {} : { routeId });
  return testContext.meter;
};

describe('road 9: the units of own mean speeds', () => {
  test('road 9: a planned trip reads and writes no more than before any trip has driven the route', async () => {
    const { fleet, route } = await openTaught();
    const taught = await unitsOfPlan(fleet, route.id);
    const other = await insertFleet(later(0));
    const untaught = await insertStopRoute(later(0), other, northwards(KILOMETRES));
    const first = await unitsOfPlan(other, untaught.id);
    expect([taught.readUnits, taught.writeUnits]).toEqual([first.readUnits, first.writeUnits]);
  });

  test('road 9: a start writes 15 units and reads at most 5, a position and a ping are one write unit and no read, beside stops with speeds', async () => {
    const { fleet, route } = await openTaught();
    const planned = await insertTrip(later(0), fleet, { routeId: route.id });
    const start = later(1);
    await start.use(moveOwnTrip)(asDriver(fleet), planned.id, 'EN_PROCESO', undefined);
    expect(start.meter.writeUnits).toBe(15);
    expect(start.meter.readUnits).toBeLessThanOrEqual(5);
    const road = { fleet, trip: planned };
    const positions = later(300);
    await recentRoadPolicy(positions.context, route.teamId);
    const before = { ...positions.meter };
    // A list as long as it can be beside speeds.
    await sync(
      positions,
      fleet,
      Array.from({ length: 32 }, (_, index) => truckAt(road, 2 + index, 5_000)),
    );
    await sync(positions, fleet, [truckAt(road, 34, 5_000), truckAt(road, 35, 5_000)]);
    const { readUnits, writeUnits } = positions.meter;
    expect([readUnits - before.readUnits, writeUnits - before.writeUnits]).toEqual([0, 2]);
    const ping = later(301);
    await ping.use(recordPing)(asDriver(fleet), planned.id, { ...placeAt(6_000), speedKmh: 82.44, heading: 170.4 });
    expect(ping.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
    const item = await getItem(later(301).context, POSITION_PLACE.key(route.teamId, planned.id));
    expect([item?.points?.length, item?.watched?.stops.map(({ ownKmh }) => ownKmh)]).toEqual([34, [undefined, 78, 78]]);
  });

  test('road 9: the look at an ended trip reads four units more and writes two more, once', async () => {
    const { fleet, route } = await openTaught();
    const visits = KILOMETRES.map((kilometre, index) => [kilometre, 1 + 70 * index, 10 + 70 * index] as const);
    const road = await drive(later(250), fleet, route, visits);
    const [watch] = (await watchesOf(table, road)).map((item) => v.parse(RoadWatch, item));
    if (watch === undefined) throw new Error('The trip has no watch.');
    const look = async () => {
      const testContext = later(300);
      await testContext.use(lookAtTrips)([watch], testContext.use(judgeFiles), (failure) => {
        throw failure;
      });
      return [testContext.meter.readUnits, testContext.meter.writeUnits];
    };
    const [reads = 0, writes = 0] = await look();
    expect(reads).toBeLessThanOrEqual(5 + 4);
    expect(writes).toBeLessThanOrEqual(1 + 2);
    expect((await look())[1]).toBeLessThanOrEqual(1);
  });

  test('road 9: late facts of an ended trip of a route write one unit more in a call', async () => {
    const { fleet, route } = await openTaught();
    const road = await drive(later(250), fleet, route, []);
    const other = await openTrip(later(251), fleet, route);
    const arrived = (stopId: string | undefined, minute: number) =>
      itemOf(road, 'STOP_ARRIVED', { stopId, source: 'DRIVER' }, factId(START + minute * 60_000));
    const testContext = later(400);
    await sync(testContext, fleet, [arrived(road.stopIds[0], 200), arrived(road.stopIds[1], 240)]);
    const late = testContext.meter.writeUnits;
    expect(other.trip.status).toBe('EN_PROCESO');
    const open = later(401);
    const at = (stopId: string | undefined, minute: number) =>
      itemOf(other, 'STOP_ARRIVED', { stopId, source: 'DRIVER' }, factId(START + minute * 60_000));
    await sync(open, fleet, [at(other.stopIds[0], 260), at(other.stopIds[1], 300)]);
    expect(late).toBe(open.meter.writeUnits + 1);
  });
});
