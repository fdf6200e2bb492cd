import { auditStep, type TeamActor } from '../audit/audit';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { deleteIfPresent, putItem, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Text } from '../platform/values/text';
import { type Route, routeKey } from '../routes/route';
import { lineOfTrack, type RouteLine, type RouteLineBody, routeLineKey, sentLine } from '../routes/route-line';
import { shownTrack } from './read-track';
import { tripKey } from './trip';

/** A member, or an API key with its scopes. */
type LineActor = TeamActor & { readonly scopes?: readonly string[] };

/**
 * Sets the line of a route from sent points or from the track of a finished trip, or removes it. A route that is deleted meanwhile gets
 * none. An API key needs `trips:read` for a track: the line shows where the truck was.
 */
export const setRouteLine = capability(
  { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  (context) =>
    async (actor: LineActor, route: Route, { polyline, tripId }: RouteLineBody): Promise<RouteLine | undefined> => {
      const { id: routeId, teamId } = route;
      const line =
        tripId === undefined
          ? polyline && sentLine(routeId, polyline, context.now())
          : await lineOfTrip(context, actor, route, tripId);
      const key = routeLineKey(teamId, routeId);
      const said = line ? { points: line.points, tripId: line.tripId } : null;
      await transact(context, [
        update(
          routeKey(teamId, routeId),
          line ? { set: { hasLine: true } } : { remove: ['hasLine'] },
          {},
          () => new AppError('NOT_FOUND'),
        ),
        line ? putItem(key, line) : deleteIfPresent(key),
        auditStep(context, actor, {
          entityType: 'ROUTE',
          entityId: routeId,
          action: 'UPDATE',
          changes: { line: said },
        }),
      ]);
      return line || undefined;
    },
);

async function lineOfTrip(context: Context, actor: LineActor, route: Route, tripId: string): Promise<RouteLine> {
  const { teamId, id: routeId } = route;
  if (actor.scopes && !actor.scopes.includes('trips:read')) throw new AppError('FORBIDDEN');
  const trip = await getItem(context, tripKey(teamId, tripId));
  if (trip?.routeId !== routeId || trip.status !== 'COMPLETADO')
    throw refusedTrip({
      en: 'Send a trip of this route that is COMPLETADO.',
      es: 'Envíe un viaje de esta ruta que esté COMPLETADO.',
    });
  const track = (await shownTrack(context, trip)).filter(({ accuracyM = 0 }) => accuracyM <= MOST_ACCURACY_M);
  const line = lineOfTrack(routeId, tripId, track, context.now());
  if (line.points < 2)
    throw refusedTrip({
      en: 'The trip has no track, or its track is no longer kept. Send another trip, or a polyline.',
      es: 'El viaje no tiene recorrido, o ya no se conserva. Envíe otro viaje o una polilínea.',
    });
  return line;
}

/** A worse position is not where the road is. */
const MOST_ACCURACY_M = 100;

const refusedTrip = (message: Text) => validationError('tripId', message);
