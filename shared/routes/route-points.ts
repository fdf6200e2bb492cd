import { auditStep, type TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editSearched } from '../audit/edit-searched';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { unchanged } from '../platform/table/expression';
import { newExternalId, removedExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import type { ListQuery } from '../platform/table/search-query';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { inListByName } from '../platform/table/word-keys';
import { newWordSteps, removedWordSteps } from '../platform/table/word-rows';
import { listSearched } from '../platform/table/word-search';
import type { Page } from '../platform/values/pages';
import {
  RoutePoint,
  type RoutePointChanges,
  type RoutePointFields,
  routePointKey,
  routePointsOf,
  SEARCHED_OF_ROUTE_POINT,
  searchedRoutePoint,
} from './route-point';

export const createRoutePoint = capability(
  { table: CREATE_ONCE_PERMISSIONS, tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: RoutePointFields, once: Once | undefined) =>
    createOnce(context, once, RoutePoint, async () => {
      const point: RoutePoint = { ...fields, ...newRecord(context, actor) };
      const searched = searchedRoutePoint(point);
      const key = routePointKey(actor.teamId, point.id);
      const { result, steps } = creationOf(context, actor, 'ROUTE_POINT', key, point, inListByName(searched));
      return { result, steps: [...steps, ...newWordSteps(searched), ...newExternalId('ROUTE_POINT', point)] };
    }),
);

/** The route points of a team, newest first, by name, or by words. */
export const listRoutePoints = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) => (teamId: string, query: ListQuery, page: Page) =>
    listSearched(
      context,
      {
        ...routePointsOf(teamId),
        teamId,
        kind: 'ROUTE_POINT',
        filters: [],
        keep: () => true,
        searched: searchedRoutePoint,
      },
      query,
      page,
    ),
);

/** Changes a route point with its words. An edit of a searched field is tried again when another one changed them meanwhile. */
export const editRoutePoint = capability(
  { table: ['UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) =>
    (actor: TeamActor, read: RoutePoint, changes: RoutePointChanges): Promise<RoutePoint> =>
      retryOnConflict(context, read, (point, changed) =>
        editSearched(context, actor, {
          kind: 'ROUTE_POINT',
          key: routePointKey(point.teamId, point.id),
          record: point,
          changes,
          searched: searchedRoutePoint,
          fields: SEARCHED_OF_ROUTE_POINT,
          changed,
        }),
      ),
);

/** Deletes a route point. Routes with this stop keep its name and address. */
export const removeRoutePoint = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) =>
    (actor: TeamActor, read: RoutePoint): Promise<void> =>
      retryOnConflict(context, read, (point, changed) => {
        const { teamId, id } = point;
        const asRead = unchanged(point, [...SEARCHED_OF_ROUTE_POINT, 'externalId']);
        const refused = (found: RoutePoint | undefined) => (found ? changed(found) : new AppError('NOT_FOUND'));
        return transact(context, [
          deleteItem(routePointKey(teamId, id), asRead, refused),
          ...removedWordSteps(searchedRoutePoint(point)),
          ...removedExternalId('ROUTE_POINT', point),
          auditStep(context, actor, { entityType: 'ROUTE_POINT', entityId: id, action: 'DELETE' }),
        ]);
      }),
);
