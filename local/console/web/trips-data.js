import { decode } from '@googlemaps/polyline-codec';
import { call } from './api.js';
import { edits } from './feed.js';
import { readUpTo } from './pages.js';

/** Those on the road are all shown; of the others the newest ones. */
const MOST = { EN_PROCESO: 500, NO_INICIADO: 50, COMPLETADO: 50, CANCELADO: 50 };

/** The team's trips by status, latest start first, and the statuses of which there are more. */
export async function readTrips(session) {
  const found = await Promise.all(
    Object.entries(MOST).map(async ([status, most]) => {
      const path = `/teams/${session.team.teamId}/trips?status=${status}`;
      return { status, ...(await readUpTo(session, path, 'trips', most)) };
    }),
  );
  return {
    trips: found.flatMap(({ records }) => records),
    partial: found.filter(({ hasMore }) => hasMore).map(({ status }) => status),
  };
}

/** The last position of a trip under way; undefined before the first ping. */
export async function readPosition(session, tripId) {
  try {
    return await call(session, `GET /teams/${session.team.teamId}/trips/${tripId}/location`);
  } catch (failure) {
    if (failure.status === 404) return undefined;
    throw failure;
  }
}

export async function readTrip(session, tripId) {
  const { teamId } = session.team;
  const path = `/teams/${teamId}/trips/${tripId}`;
  const trip = await call(session, `GET ${path}`);
  const [{ records: timeline }, balance, position, stops, plan, line] = await Promise.all([
    readUpTo(session, `${path}/timeline`, 'timeline', 1_000),
    call(session, `GET ${path}/balance`),
    trip.status === 'NO_INICIADO' ? undefined : readPosition(session, tripId),
    readPlaces(session, trip.routeId),
    call(session, `GET ${path}/stops`),
    trip.routeId ? readLine(session, trip.routeId) : [],
  ]);
  return { trip, timeline, balance, position, stops, plan: plan.stops, line };
}

/** The places of the line of a route; empty for a route without one. */
async function readLine(session, routeId) {
  const { polyline } = await call(session, `GET /teams/${session.team.teamId}/routes/${routeId}/line`);
  return polyline === null ? [] : decode(polyline, 5).map(([lat, lng]) => ({ lat, lng }));
}

let placesOfRoutes = new Map();
edits.subscribe(() => {
  placesOfRoutes = new Map();
});

/**
 * The places of the trip's route in their order; empty without a route. Not read again after each move of a truck, as everything else of the page is.
 */
async function readPlaces(session, routeId) {
  if (!routeId) return [];
  // What is asked before an edit is not kept after it.
  const known = placesOfRoutes;
  if (!known.has(routeId)) known.set(routeId, await askPlaces(session, routeId));
  return known.get(routeId);
}

async function askPlaces(session, routeId) {
  const { teamId } = session.team;
  const [route, { records: routePoints }] = await Promise.all([
    call(session, `GET /routes/${routeId}?teamId=${teamId}`),
    readUpTo(session, `/route-points?teamId=${teamId}`, 'routePoints', 1_000),
  ]);
  const places = route.stops.flatMap(({ routePointId }) => routePoints.find(({ id }) => id === routePointId) ?? []);
  return places.map(({ name, lat, lng }) => ({ name, lat, lng }));
}
