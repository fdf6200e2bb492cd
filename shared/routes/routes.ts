import type { TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editSearched } from '../audit/edit-searched';
import { clientKey } from '../clients/client';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, stillThereSteps } from '../platform/table/deletions';
import { newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import type { ListQuery } from '../platform/table/search-query';
import { inListByName } from '../platform/table/word-keys';
import { newWordSteps } from '../platform/table/word-rows';
import { listSearched } from '../platform/table/word-search';
import type { Page } from '../platform/values/pages';
import {
  Route,
  type RouteChanges,
  type RouteFields,
  routeKey,
  routesOf,
  SEARCHED_OF_ROUTE,
  searchedRoute,
} from './route';
import { routePointKey } from './route-point';

/**
 * Creates a route. A client of another team answers 400. The stops are sorted, and those at route points of the team
 * get the point's name.
 */
export const createRoute = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'ConditionCheckItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: RouteFields, once: Once | undefined) =>
    namingRecords(context, (stillThere) =>
      createOnce(context, once, Route, async () => {
        const references = await readReferences(context, actor.teamId, fields);
        const route: Route = { clientName: null, ...fields, ...references, ...newRecord(context, actor) };
        const searched = searchedRoute(route);
        const key = routeKey(actor.teamId, route.id);
        const { result, steps } = creationOf(context, actor, 'ROUTE', key, route, inListByName(searched));
        const named = stillThereSteps(actor.teamId, stillThere, [route.clientId]);
        return { result, steps: [...steps, ...named, ...newWordSteps(searched), ...newExternalId('ROUTE', route)] };
      }),
    ),
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
      es: 'Esta empresa no tiene ese cliente.',
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

interface RouteFilter extends ListQuery {
  readonly clientId?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** The routes of a team. The filters have no index: the routes are read until the page is full or has used its units. */
export const listRoutes = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    (teamId: string, { clientId, isActive, ...query }: RouteFilter, page: Page) =>
      listSearched(
        context,
        {
          ...routesOf(teamId),
          teamId,
          kind: 'ROUTE',
          filters: [clientId, isActive],
          keep: (route) =>
            (clientId === undefined || route.clientId === clientId) &&
            (isActive === undefined || route.isActive === isActive),
          searched: searchedRoute,
        },
        query,
        page,
      ),
);

/** Changes a route with its words. An edit of a searched field is tried again when another one changed them meanwhile. */
export const editRoute = capability(
  { table: ['UpdateItem', 'PutItem', 'BatchGetItem', 'DeleteItem', 'ConditionCheckItem'] },
  (context) =>
    (actor: TeamActor, read: Route, sent: RouteChanges): Promise<Route> =>
      namingRecords(context, async (stillThere) => {
        const changes = { ...sent, ...(await readReferences(context, read.teamId, sent)) };
        return retryOnConflict(context, read, (route, changed) =>
          editSearched(context, actor, {
            kind: 'ROUTE',
            key: routeKey(route.teamId, route.id),
            record: route,
            changes,
            searched: searchedRoute,
            fields: SEARCHED_OF_ROUTE,
            steps: stillThereSteps(route.teamId, stillThere, [changes.clientId]),
            changed,
          }),
        );
      }),
);
