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
  const [{ timeline }, balance, position, leg] = await Promise.all([
    call(session, `GET ${path}/timeline`),
    call(session, `GET ${path}/balance`),
    trip.status === 'NO_INICIADO' ? undefined : readPosition(session, tripId),
    readLeg(session, trip.routeId),
  ]);
  return { trip, timeline, balance, position, leg };
}

const legs = new Map();

/**
 * The first and last place of the trip's route; empty without a route. Read once, because the page reads everything else again after each
 * move of a truck.
 */
async function readLeg(session, routeId) {
  if (!routeId) return [];
  if (!legs.has(routeId)) legs.set(routeId, await askLeg(session, routeId));
  return legs.get(routeId);
}

async function askLeg(session, routeId) {
  const { teamId } = session.team;
  const [route, { routePoints }] = await Promise.all([
    call(session, `GET /routes/${routeId}?teamId=${teamId}`),
    call(session, `GET /route-points?teamId=${teamId}&limit=200`),
  ]);
  const places = route.stops.flatMap(({ routePointId }) => routePoints.find(({ id }) => id === routePointId) ?? []);
  return places.length < 2 ? [] : [places[0], places.at(-1)].map(({ name, lat, lng }) => ({ name, lat, lng }));
}
