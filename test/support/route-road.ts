import { encode } from '@googlemaps/polyline-codec';
import { alertKey } from '../../shared/alerts/alert';
import { listAlerts } from '../../shared/alerts/alerts';
import { getItem } from '../../shared/platform/table/read';
import type { Coordinate } from '../../shared/platform/values/distance';
import type { Route } from '../../shared/routes/route';
import { followLine } from '../../shared/trips/follow-names';
import { setRouteLine } from '../../shared/trips/set-route-line';
import type { TestContext } from './engine-runtime';
import type { PhoneRoad } from './phone';
import { placeAt } from './phone-stops';
import { type Fleet, insertFleet, insertRoute, insertTrip, startTrip } from './store-fleet';

/** A trip under way on a route. */
export interface RouteRoad extends Pick<PhoneRoad, 'fleet' | 'trip'> {
  readonly route: Route;
}

export const polylineOf = (points: readonly Coordinate[]): string =>
  encode(
    points.map(({ lat, lng }) => [lat, lng]),
    5,
  );

/** A hundred kilometres to the north. */
export const NORTHWARD = polylineOf([placeAt(0), placeAt(50_000), placeAt(100_000)]);

/** A place so many metres along the way to the north, and so many kilometres east of it. */
export const besideAt = (metres: number, kilometres: number): Coordinate => {
  const { lat, lng } = placeAt(metres);
  return { lat, lng: lng + kilometres / (111.195 * Math.cos((lat * Math.PI) / 180)) };
};

/** A route whose line goes to the north, or which has none. */
export async function insertLinedRoute(testContext: TestContext, fleet: Fleet, polyline: string | null = NORTHWARD) {
  const route = await insertRoute(testContext, { teamId: fleet.actor.teamId });
  await setLine(testContext, fleet, route, polyline);
  return route;
}

/** Sets or removes the line as the operation does. */
export async function setLine(testContext: TestContext, fleet: Fleet, route: Route, polyline: string | null) {
  const line = await testContext.use(setRouteLine)(fleet.actor, route, { polyline });
  await testContext.use(followLine)(route, line !== undefined);
}

/** A trip under way on a route whose line goes to the north. */
export async function openRouteRoad(testContext: TestContext, polyline: string | null = NORTHWARD): Promise<RouteRoad> {
  const fleet = await insertFleet(testContext);
  const route = await insertLinedRoute(testContext, fleet, polyline);
  const planned = await insertTrip(testContext, fleet, { routeId: route.id });
  return { fleet, route, trip: await startTrip(testContext, fleet, planned) };
}

/** The alerts of the team that the truck is off its route, the oldest first: status, and kilometres from the line. */
export async function offRouteAlerts(testContext: TestContext, { trip }: Pick<RouteRoad, 'trip'>) {
  const { records } = await testContext.use(listAlerts)(trip.teamId, { type: 'TRIP_OFF_ROUTE' }, { limit: 50 });
  const stored = await Promise.all(
    records.map(async ({ id }) => getItem(testContext.context, alertKey(trip.teamId, id))),
  );
  return stored.toReversed().flatMap((alert) => alert ?? []);
}
