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

/** Makes a route. A client of another team is 400; the stops are kept in their order, with the names of the team's own points. */
export const createRoute = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem'] },
  (context) => (actor: TeamActor, fields: RouteFields, once: Once | undefined) =>
    createOnce(context, once, Route, async () => {
      const known = await withNames(context, actor.teamId, fields);
      const route: Route = { clientName: null, ...fields, ...known, ...newRecord(context, actor) };
      return creationOf(context, actor, 'ROUTE', routeKey(actor.teamId, route.id), route);
    }),
);

/** What the route's references say: the client's name, and the stops in order with the names of their points. */
async function withNames(context: Context, teamId: string, { clientId, stops }: RouteChanges) {
  const [client, ...points] = await getItems(context, [
    clientId ? clientKey(teamId, clientId) : undefined,
    ...(stops ?? []).map(({ routePointId }) => routePointKey(teamId, routePointId)),
  ]);
  if (clientId && client === undefined) throw validationError('clientId', 'There is no such client in this team.');
  const named = stops?.map((stop, index) => ({ ...stop, routePointName: points[index]?.name ?? stop.routePointName }));
  return {
    ...(clientId !== undefined && { clientName: client?.name ?? null }),
    ...(named && { stops: named.sort((one, other) => one.order - other.order) }),
  };
}

export interface RouteFilter {
  readonly clientId?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** Routes of a team, the newest first. Neither filter has an index: a page examines at most 1,000 routes. */
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
      const known = await withNames(context, route.teamId, changes);
      return editItem(context, actor, {
        key: routeKey(route.teamId, route.id),
        entityType: 'ROUTE',
        entityId: route.id,
        record: route,
        changes: { ...changes, ...known },
      });
    },
);
