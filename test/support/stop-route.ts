import * as v from 'valibot';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import type { Route } from '../../shared/routes/route';
import { RoutePoint, routePointKey } from '../../shared/routes/route-point';
import { routeSpeedsKey } from '../../shared/routes/route-speeds';
import { stopPlanKey } from '../../shared/trips/stop';
import type { NewTrip, TripRecord } from '../../shared/trips/trip';
import { START, someId, type TestContext } from './engine-runtime';
import { sync } from './phone';
import { placeAt, type StopRoad, truckAt } from './phone-stops';
import { type Fleet, insertRoute, insertTrip, moveAsOwner, startTrip } from './store-fleet';

/** A route of the team with a stop at each of the given places. */
export async function insertStopRoute(
  testContext: TestContext,
  { actor: { teamId } }: Fleet,
  places: readonly { readonly lat: number; readonly lng: number }[],
  stop: object = {},
): Promise<Route> {
  const points = places.map((place, index) =>
    v.parse(RoutePoint, {
      ...{ id: someId(), teamId, name: `Lugar ${index}`, address: 'Carretera', ...place, radiusM: 200 },
      createdAt: new Date(START).toISOString(),
    }),
  );
  await transact(
    testContext.context,
    points.map((point) => putItem(routePointKey(teamId, point.id), point)),
  );
  const stops = points.map(({ id }, index) => ({
    ...{ order: index + 1, routePointId: id, routePointName: null, address: null, estimatedArrival: null, notes: null },
    ...stop,
  }));
  return insertRoute(testContext, { teamId, stops });
}

/** Places at kilometres of the way to the north. */
export const northwards = (kilometres: readonly number[]) => kilometres.map((kilometre) => placeAt(1_000 * kilometre));

/** A trip of a route that is under way. */
export async function openTrip(
  testContext: TestContext,
  fleet: Fleet,
  route: Route,
  plan: Partial<NewTrip> = {},
): Promise<StopRoad> {
  const planned = await insertTrip(testContext, fleet, { routeId: route.id, ...plan });
  return started(testContext, fleet, planned);
}

/** A planned trip that begins, with the identifiers of its stops. */
export async function started(testContext: TestContext, fleet: Fleet, planned: TripRecord): Promise<StopRoad> {
  const trip = await startTrip(testContext, fleet, planned);
  const { stops = [] } = (await getItem(testContext.context, stopPlanKey(trip.teamId, trip.id))) ?? {};
  return { fleet, trip, stopIds: stops.map(({ id }) => id) };
}

/** When a truck came to a place, and when it went, in minutes after the start of the tests, with its kilometre. */
export type Visit = readonly [kilometre: number, from: number, to: number];

/** Positions of a truck that is at places: two within each, and one beyond it half a minute later. */
export const visitsAt = (road: StopRoad, visits: readonly Visit[]) =>
  visits.flatMap(([kilometre, from, to]) => [
    truckAt(road, from, 1_000 * kilometre),
    truckAt(road, to, 1_000 * kilometre),
    truckAt(road, to + 0.5, 1_000 * kilometre + 700),
  ]);

/** Drives a trip of the route and ends it. `later` is the clock at its end. */
export async function drive(
  later: TestContext,
  fleet: Fleet,
  route: Route,
  visits: readonly Visit[],
): Promise<StopRoad> {
  const road = await openTrip(later, fleet, route);
  await sync(later, fleet, visitsAt(road, visits));
  await moveAsOwner(later, fleet, road.trip, 'COMPLETADO');
  return road;
}

export const speedsOf = (testContext: TestContext, { teamId, id }: Route) =>
  getItem(testContext.context, routeSpeedsKey(teamId, id));
