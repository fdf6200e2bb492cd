import { readPosition } from '../../shared/fleet/position-places';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { START } from '../support/engine-runtime';
import { factId, type Item, itemOf, sync } from '../support/phone';
import { laterOn } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { besideAt, insertLinedRoute, NORTHWARD, openRouteRoad, type RouteRoad } from '../support/route-road';
import { asDriver, insertFleet, insertTrip } from '../support/store-fleet';

const MINUTE_MS = 60_000;
const table = quickTable();
const later = laterOn(table);
const open = (polyline?: string | null) => openRouteRoad(table.testContext(), polyline);
const beside = (road: RouteRoad, minute: number, kilometres: number): Item =>
  itemOf(road, 'PING', { ...besideAt(1_000 * minute, kilometres), accuracyM: 6 }, factId(START + minute * MINUTE_MS));
const ping = (road: RouteRoad, minute: number, kilometres: number, testContext = later(minute)) =>
  testContext.use(recordPing)(asDriver(road.fleet), road.trip.id, besideAt(1_000 * minute, kilometres));

describe('road 9: the units of a trip on a route with a line', () => {
  test('road 9: a position and a ping on the line are one write unit and no read', async () => {
    const road = await open();
    await sync(later(1), road.fleet, [beside(road, 1, 0)]);
    const testContext = later(2);
    await sync(testContext, road.fleet, [beside(road, 2, 1)]);
    const before = { ...testContext.meter };
    await sync(testContext, road.fleet, [beside(road, 3, 1), beside(road, 4, 4.9)]);
    expect(testContext.meter).toEqual({
      calls: before.calls + 1,
      readUnits: before.readUnits,
      writeUnits: before.writeUnits + 1,
    });
    const pings = later(6);
    await ping(road, 5, 0, pings);
    const first = { ...pings.meter };
    await ping(road, 6, 0, pings);
    expect(pings.meter).toEqual({
      calls: first.calls + 1,
      readUnits: first.readUnits,
      writeUnits: first.writeUnits + 1,
    });
    expect(first.readUnits).toBeLessThanOrEqual(2);
  });

  test('road 9: a trip without a line costs a ping no read at all', async () => {
    const road = await open(null);
    const testContext = later(2);
    await ping(road, 1, 90, testContext);
    expect(testContext.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
  });

  test('road 9: a start writes 15 units and reads at most 5, with and without a line', async () => {
    for (const polyline of [NORTHWARD, null]) {
      const fleet = await insertFleet(table.testContext());
      const route = await insertLinedRoute(table.testContext(), fleet, polyline);
      const trip = await insertTrip(table.testContext(), fleet, { routeId: route.id });
      const testContext = later(1);
      await testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'EN_PROCESO', undefined);
      expect(testContext.meter.writeUnits).toBe(15);
      expect(testContext.meter.readUnits).toBeLessThanOrEqual(5);
      const placed = await readPosition(testContext.context, trip.teamId, trip.id);
      expect(placed?.position.lineOf).toBe(polyline === null ? undefined : route.id);
    }
  });

  test('road 9: the alert costs eight write units, and a truck that is off its route writes nothing more', async () => {
    const road = await open();
    const writes: number[] = [];
    for (const minute of [1, 2, 3, 4, 5]) {
      const testContext = later(minute);
      await sync(testContext, road.fleet, [beside(road, minute, 6)]);
      writes.push(testContext.meter.writeUnits);
    }
    expect(writes).toEqual([2, 2, 1 + 8, 1, 1]);
  });
});
