import { auditStep, type TeamActor } from '../audit/audit';
import type { AuditedEntity } from '../audit/audit-event';
import { type Box, boxKey, economicNumberKey, normalEconomicNumber, searchedBox } from '../boxes/box';
import { type Client, clientKey, SEARCHED_OF_CLIENT, searchedClient } from '../clients/client';
import { expirySteps, REMOVED_EXPIRY_PERMISSIONS } from '../expiry/expiry-writes';
import {
  normalPlate,
  plateKey,
  SEARCHED_OF_VEHICLE,
  searchedVehicle,
  type VehicleRecord,
  vehicleKey,
} from '../fleet/vehicle';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { removedExternalId } from '../platform/table/external-ids';
import { deleteIfPresent, deleteItem, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { removedWordSteps } from '../platform/table/word-rows';
import { type Route, routeKey, SEARCHED_OF_ROUTE, searchedRoute } from '../routes/route';
import { routeLineKey } from '../routes/route-line';
import { routeSpeedsKey } from '../routes/route-speeds';

/** The caller of these has found that no other record names the one that goes. Its audit entries stay. */

const refused = (found: unknown) => new AppError(found === undefined ? 'NOT_FOUND' : 'CONFLICT');

const remove = (
  context: Context,
  actor: TeamActor,
  entityType: AuditedEntity,
  entityId: string,
  steps: readonly Step[],
): Promise<void> =>
  transact(context, [...steps, auditStep(context, actor, { entityType, entityId, action: 'DELETE' })]);

export const removeClient = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) => (actor: TeamActor, client: Client) => {
    const { teamId, id } = client;
    const asRead = unchanged(client, [...SEARCHED_OF_CLIENT, 'externalId']);
    const words = [...removedWordSteps(searchedClient(client)), ...removedExternalId('CLIENT', client)];
    return remove(context, actor, 'CLIENT', id, [deleteItem(clientKey(teamId, id), asRead, refused), ...words]);
  },
);

export const removeRoute = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) => (actor: TeamActor, route: Route) => {
    const { teamId, id } = route;
    const asRead = unchanged(route, [...SEARCHED_OF_ROUTE, 'externalId']);
    const words = [...removedWordSteps(searchedRoute(route)), ...removedExternalId('ROUTE', route)];
    return remove(context, actor, 'ROUTE', id, [
      deleteItem(routeKey(teamId, id), asRead, refused),
      deleteIfPresent(routeLineKey(teamId, id)),
      deleteIfPresent(routeSpeedsKey(teamId, id)),
      ...words,
    ]);
  },
);

/** Deletes a box with its number. A reservation that takes it meanwhile is CONFLICT. */
export const removeBox = capability({ table: ['DeleteItem', 'PutItem'] }, (context) => (actor: TeamActor, box: Box) => {
  const { teamId, id, economicNumber } = box;
  const asRead = unchanged(box, ['status', 'reservationId', 'economicNumber', 'externalId']);
  return remove(context, actor, 'BOX', id, [
    deleteItem(boxKey(teamId, id), asRead, refused),
    ...removedWordSteps(searchedBox(box)),
    ...removedExternalId('BOX', box),
    deleteIfPresent(economicNumberKey(teamId, normalEconomicNumber(economicNumber))),
  ]);
});

/** Deletes a vehicle with its plate and its expiring documents. A trip that starts with it meanwhile is CONFLICT. */
export const removeVehicle = capability(
  { table: [...REMOVED_EXPIRY_PERMISSIONS, 'PutItem'] },
  (context) => async (actor: TeamActor, vehicle: VehicleRecord) => {
    const { teamId, id, plate, status } = vehicle;
    const holder = { teamId, entityType: 'VEHICLE', entityId: id } as const;
    await remove(context, actor, 'VEHICLE', id, [
      deleteItem(vehicleKey(teamId, id), unchanged(vehicle, ['status', 'externalId', ...SEARCHED_OF_VEHICLE]), refused),
      ...removedWordSteps(searchedVehicle(vehicle)),
      ...removedExternalId('VEHICLE', vehicle),
      ...(status === 'BAJA' ? [] : [deleteIfPresent(plateKey(teamId, normalPlate(plate)))]),
      ...(await expirySteps(context, holder, vehicle, {})),
    ]);
  },
);
