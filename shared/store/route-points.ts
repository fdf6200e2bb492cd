import type { Page } from '../domain/lists';
import { Refusal } from '../domain/refusal';
import { RoutePoint, type RoutePointChanges, type RoutePointFields } from '../domain/route-points';
import { capability } from '../runtime/capability';
import { auditStep, type TeamActor } from './audit';
import { creationOf, newRecord } from './creation';
import { editItem } from './edit';
import { CREATE_ONCE_RIGHTS, createOnce, type Once } from './table/idempotency';
import { routePointKey, routePointsOf } from './table/keys';
import { listItems } from './table/lists';
import { remove } from './table/steps';
import { transact } from './table/transact';

export const createRoutePoint = capability(
  { table: CREATE_ONCE_RIGHTS },
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

/** Takes a route point away. Routes that stop there keep the name and address that they hold. */
export const removeRoutePoint = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, { teamId, id }: RoutePoint) => {
      await transact(context, [
        remove(routePointKey(teamId, id), {}, () => new Refusal('NOT_FOUND')),
        auditStep(context, actor, { entityType: 'ROUTE_POINT', entityId: id, action: 'DELETE' }),
      ]);
    },
);
