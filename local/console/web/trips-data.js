import { decode } from '@googlemaps/polyline-codec';
import { call } from './api.js';

/** The team's trips of one page, latest start first. */
export const readTrips = async (session) =>
  (await call(session, `GET /teams/${session.team.teamId}/trips?limit=200`)).trips;

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
  const [{ timeline }, balance, position, stops, plan, line] = await Promise.all([
    call(session, `GET ${path}/timeline`),
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

const placesOfRoutes = new Map();

/**
 * The places of the trip's route in their order; empty without a route. Read once, because the page reads everything else again after each
 * move of a truck.
 */
async function readPlaces(session, routeId) {
  if (!routeId) return [];
  if (!placesOfRoutes.has(routeId)) placesOfRoutes.set(routeId, await askPlaces(session, routeId));
  return placesOfRoutes.get(routeId);
}

async function askPlaces(session, routeId) {
  const { teamId } = session.team;
  const [route, { routePoints }] = await Promise.all([
    call(session, `GET /routes/${routeId}?teamId=${teamId}`),
    call(session, `GET /route-points?teamId=${teamId}&limit=200`),
  ]);
  const places = route.stops.flatMap(({ routePointId }) => routePoints.find(({ id }) => id === routePointId) ?? []);
  return places.map(({ name, lat, lng }) => ({ name, lat, lng }));
}
