import type { TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { clientKey } from '../clients/client';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { listItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import type { Page } from '../platform/values/pages';
import { Route, type RouteChanges, type RouteFields, routeKey, routesOf } from './route';
import { routePointKey } from './route-point';

/**
 * Creates a route. A client of another team answers 400. The stops are sorted, and those at route points of the team
 * get the point's name.
 */
export const createRoute = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: RouteFields, once: Once | undefined) =>
    createOnce(context, once, Route, async () => {
      const references = await readReferences(context, actor.teamId, fields);
      const route: Route = { clientName: null, ...fields, ...references, ...newRecord(context, actor) };
      return creationOf(context, actor, 'ROUTE', routeKey(actor.teamId, route.id), route);
    }),
);

/** Reads the references of a route: the client's name, and the stops in order with the names of their points. */
async function readReferences(context: Context, teamId: string, { clientId, stops }: RouteChanges) {
  const [client, ...points] = await getItems(context, [
    clientId ? clientKey(teamId, clientId) : undefined,
    ...(stops ?? []).map(({ routePointId }) => routePointKey(teamId, routePointId)),
  ]);
  if (clientId && client === undefined)
    throw validationError('clientId', {
      en: 'There is no such client in this team.',
      es: 'Este equipo no tiene ese cliente.',
    });
  const namedStops = stops?.map((stop, index) => ({
    ...stop,
    routePointName: points[index]?.name ?? stop.routePointName,
  }));
  return {
    ...(clientId !== undefined && { clientName: client?.name ?? null }),
    ...(namedStops && { stops: namedStops.sort((one, other) => one.order - other.order) }),
  };
}

export interface RouteFilter {
  readonly clientId?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** The routes of a team, newest first. The filters have no index, so a page examines at most 1,000 routes. */
export const listRoutes = capability(
  { table: ['Query'] },
  (context) =>
    (teamId: string, { clientId, isActive }: RouteFilter, page: Page) =>
      listItems(
        context,
        {
          ...routesOf(teamId),
          filters: [clientId, isActive],
          keep: (route) =>
            (clientId === undefined || route.clientId === clientId) &&
            (isActive === undefined || route.isActive === isActive),
        },
        page,
      ),
);

export const editRoute = capability(
  { table: ['UpdateItem', 'PutItem', 'BatchGetItem'] },
  (context) =>
    async (actor: TeamActor, route: Route, changes: RouteChanges): Promise<Route> => {
      const references = await readReferences(context, route.teamId, changes);
      return editItem(context, actor, {
        key: routeKey(route.teamId, route.id),
        entityType: 'ROUTE',
        entityId: route.id,
        record: route,
        changes: { ...changes, ...references },
      });
    },
);
