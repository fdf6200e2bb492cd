import { auditStep, type TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { listItems } from '../platform/table/lists';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Page } from '../platform/values/pages';
import { RoutePoint, type RoutePointChanges, type RoutePointFields, routePointKey, routePointsOf } from './route-point';

export const createRoutePoint = capability(
  { table: CREATE_ONCE_PERMISSIONS, tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: RoutePointFields, once: Once | undefined) =>
    createOnce(context, once, RoutePoint, async () => {
      const point: RoutePoint = { ...fields, ...newRecord(context, actor) };
      return creationOf(context, actor, 'ROUTE_POINT', routePointKey(actor.teamId, point.id), point);
    }),
);

export const listRoutePoints = capability(
  { table: ['Query'] },
  (context) => (teamId: string, page: Page) => listItems(context, routePointsOf(teamId), page),
);

export const editRoutePoint = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) => (actor: TeamActor, point: RoutePoint, changes: RoutePointChanges) =>
    editItem(context, actor, {
      key: routePointKey(point.teamId, point.id),
      entityType: 'ROUTE_POINT',
      entityId: point.id,
      record: point,
      changes,
    }),
);

/** Deletes a route point. Routes with this stop keep its name and address. */
export const removeRoutePoint = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, { teamId, id }: RoutePoint) => {
      await transact(context, [
        deleteItem(routePointKey(teamId, id), {}, () => new AppError('NOT_FOUND')),
        auditStep(context, actor, { entityType: 'ROUTE_POINT', entityId: id, action: 'DELETE' }),
      ]);
    },
);
