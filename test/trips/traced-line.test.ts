import * as v from 'valibot';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { metresToPath, pathOf } from '../../shared/platform/values/path';
import { RoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { placesOf } from '../../shared/routes/route-line';
import { setRouteLine } from '../../shared/trips/set-route-line';
import { START } from '../support/engine-runtime';
import { readTrace, startedAt, type TracePoint } from '../support/gpx';
import { factId, itemOf, sync } from '../support/phone';
import { laterOn } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { insertLinedRoute, offRouteAlerts, type RouteRoad } from '../support/route-road';
import { type Fleet, insertFleet, insertTrip, moveAsOwner, startTrip } from '../support/store-fleet';

const HOUR_MS = 3_600_000;
const BATCH = 25;
const table = quickTable();
const later = laterOn(table);
const DAY = 24 * 60;

/** The ride of eleven hours along the coast of California. */
const ride = () => startedAt(readTrace('ragged-point-carmel.gpx').points, START + HOUR_MS);

/** Drives a trace on a trip of the route. Returns the trip, which is under way. */
async function replay(fleet: Fleet, route: RouteRoad['route'], points: readonly TracePoint[]): Promise<RouteRoad> {
  const trip = await startTrip(later(0), fleet, await insertTrip(later(0), fleet, { routeId: route.id }));
  const road = { fleet, route, trip };
  const items = points.map(({ lat, lng, at }) => itemOf(road, 'PING', { lat, lng, accuracyM: 9 }, factId(at)));
  for (let sent = 0; sent < items.length; sent += BATCH) await sync(later(DAY), fleet, items.slice(sent, sent + BATCH));
  return road;
}

/** A route whose line is the track of the ride, and a policy of 500 metres. */
async function openRide() {
  const fleet = await insertFleet(table.testContext());
  const route = await insertLinedRoute(table.testContext(), fleet, null);
  const policy = v.parse(RoadPolicy, { offRouteKm: 0.5 });
  await transact(table.testContext().context, [putItem(roadPolicyKey(route.teamId), policy)]);
  const first = await replay(fleet, route, ride());
  await moveAsOwner(later(DAY), fleet, first.trip, 'COMPLETADO');
  const line = await later(DAY).use(setRouteLine)(fleet.actor, route, { tripId: first.trip.id });
  if (line === undefined) throw new Error('The route has no line.');
  return { fleet, route, line };
}

describe('road 5: a recorded trace as the line of a route', () => {
  test('road 5: is thinned to 200 points that are near to all of its points, and raises no alert on the same way', async () => {
    const { fleet, route, line } = await openRide();
    expect(line.points).toBeLessThanOrEqual(200);
    const path = pathOf(placesOf(line.polyline));
    expect(Math.max(...ride().map((point) => metresToPath(point, path)))).toBeLessThan(100);
    expect(line.polyline.length).toBeLessThan(2_000);
    const again = await replay(fleet, route, ride());
    expect(await offRouteAlerts(later(DAY), again)).toEqual([]);
  });

  test('road 5: raises one alert when a part of the way is replaced by a detour, and resolves it after the part', async () => {
    const { fleet, route } = await openRide();
    const [from, to] = [400, 520];
    const detour = ride().map((point, index) =>
      index >= from && index < to ? { ...point, lat: point.lat + 0.03, lng: point.lng + 0.03 } : point,
    );
    const under = await replay(fleet, route, detour.slice(0, from + BATCH));
    const [open] = await offRouteAlerts(later(DAY), under);
    expect(open?.status).toBe('OPEN');
    expect(open?.facts?.kilometresOff).toBeGreaterThan(0.5);
    const items = detour
      .slice(from + BATCH)
      .map(({ lat, lng, at }) => itemOf(under, 'PING', { lat, lng, accuracyM: 9 }, factId(at)));
    for (let sent = 0; sent < items.length; sent += BATCH)
      await sync(later(DAY), fleet, items.slice(sent, sent + BATCH));
    expect((await offRouteAlerts(later(DAY), under)).map(({ status }) => status)).toEqual(['RESOLVED']);
  });
});
