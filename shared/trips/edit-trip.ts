import type { TeamActor } from '../audit/audit';
import { editItem } from '../audit/edit-record';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { allOf, type Condition, unchanged } from '../platform/table/expression';
import type { IndexKeys } from '../platform/table/keys';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { employableSteps, namesOf, readReferences } from './create-trip';
import { draftEdit } from './draft-follows-trip';
import { outdatedSteps } from './invoice-alerts';
import type { TripChanges, TripRecord } from './trip';
import { tripIndexes, tripKey } from './trip';
import { moneyUnchanged, receivableSteps } from './trip-money';

/**
 * Edits a trip and copies the names of the records that it now refers to. A change of driver or vehicle requires
 * NO_INICIADO, else it throws TRIP_ALREADY_STARTED. A change of driver or planned start also requires that both are
 * unchanged since the read, else it throws CONFLICT. A change of revenue or client also updates the receivable, and the
 * draft if no member has edited it.
 */
export const editTrip = capability(
  { table: ['BatchGetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] },
  (context) =>
    (actor: TeamActor, read: TripRecord, changes: TripChanges): Promise<TripRecord> =>
      retryOnConflict(context, read, async (trip, changed) => {
        const { startDate = trip.startDate } = changes;
        const edited = { ...trip, ...changes, startDate, ...assigned(trip, changes) };
        const reassigns = edited.driverId !== trip.driverId || edited.vehicleId !== trip.vehicleId;
        const resorts = edited.driverId !== trip.driverId || edited.startDate !== trip.startDate;
        const money = moneyEdit(trip, edited, changes);
        if (edited.endDate !== undefined && edited.endDate < edited.startDate) {
          throw validationError('endDate', 'Send an endDate that is not before the startDate.');
        }
        const named = newReferences(trip, changes);
        const references = await readReferences(context, trip.teamId, named);
        if (reassigns && trip.status !== 'NO_INICIADO') throw new AppError('TRIP_ALREADY_STARTED');
        const { routeName = trip.routeName, clientName = trip.clientName } = namesOf(references);
        const draft = await draftEdit(context, actor, trip, { ...edited, routeName, clientName }, changed);
        const outdated = await outdatedSteps(context, trip, edited, changed);
        return editItem(context, actor, {
          key: tripKey(trip.teamId, trip.id),
          entityType: 'TRIP',
          entityId: trip.id,
          record: trip,
          changes: { ...changes, ...namedAnew(changes), ...namesOf(references) },
          cleared: clearedBy(trip, edited, references),
          ...(resorts && { indexes: orderOf(edited) }),
          condition: allOf(allOf(unmoved(trip, reassigns, resorts), money.condition), draft.condition),
          refused: refusedWith(trip, resorts, changed),
          steps: [...employableSteps(trip.teamId, named), ...money.steps, ...draft.steps, ...outdated],
        });
      }),
);

/** Driver and vehicle after the edit. Null removes them from the trip. */
const assigned = (trip: TripRecord, { driverId, vehicleId }: TripChanges) => ({
  driverId: driverId === undefined ? trip.driverId : (driverId ?? undefined),
  vehicleId: vehicleId === undefined ? trip.vehicleId : (vehicleId ?? undefined),
});

const namedAnew = ({ driverId, vehicleId }: TripChanges) => ({
  driverId: driverId ?? undefined,
  vehicleId: vehicleId ?? undefined,
});

/**
 * The fields that the edit clears: all fields of a removed driver or vehicle, and the phone of the former driver when
 * the new one has none.
 */
function clearedBy(
  trip: TripRecord,
  edited: Pick<TripRecord, 'driverId' | 'vehicleId'>,
  { driver }: Pick<Awaited<ReturnType<typeof readReferences>>, 'driver'>,
) {
  const isOff = (field: 'driverId' | 'vehicleId') => trip[field] !== undefined && edited[field] === undefined;
  return [
    ...(isOff('driverId') ? (['driverId', 'driverName', 'driverPhone'] as const) : []),
    ...(isOff('vehicleId') ? (['vehicleId', 'vehiclePlate'] as const) : []),
    ...(driver?.phone === null ? (['driverPhone'] as const) : []),
  ];
}

/** An edit of revenue or client requires that the trip's money fields are unchanged, and updates the receivable. */
const moneyEdit = (trip: TripRecord, edited: TripRecord, { revenue, clientId }: TripChanges) =>
  revenue === undefined && clientId === undefined
    ? { condition: {}, steps: [] }
    : { condition: moneyUnchanged(trip), steps: receivableSteps(trip.teamId, trip, edited) };

/**
 * When another edit changed the driver or the start, the member gets CONFLICT and decides again. After a start or a
 * payment of the trip, the edit is tried again.
 */
const refusedWith =
  (trip: TripRecord, resorts: boolean, changed: (found: TripRecord) => Error) =>
  (found: TripRecord | undefined): Error => {
    if (found === undefined) return new AppError('NOT_FOUND');
    return resorts && ORDER.some((field) => found[field] !== trip[field]) ? new AppError('CONFLICT') : changed(found);
  };

/**
 * The references that the edit changes. Unchanged references are not checked again: a form sends all its fields, and a
 * record may have left the fleet since the trip was planned.
 */
const newReferences = (trip: TripRecord, { clientId, routeId, driverId, vehicleId }: TripChanges) => ({
  clientId: clientId === trip.clientId ? undefined : clientId,
  routeId: routeId === trip.routeId ? undefined : routeId,
  driverId: driverId === trip.driverId ? undefined : (driverId ?? undefined),
  vehicleId: vehicleId === trip.vehicleId ? undefined : (vehicleId ?? undefined),
});

/** The index keys that an edit can change. Only transitions change the status and its index key. */
function orderOf(trip: TripRecord): IndexKeys {
  const { gsi1sk, gsi2pk, gsi2sk } = tripIndexes(trip);
  return { gsi1sk, gsi2pk, gsi2sk };
}

/** The trip was not started, reassigned or rescheduled since it was read, as far as this edit depends on it. */
const unmoved = (trip: TripRecord, reassigns: boolean, resorts: boolean): Condition =>
  allOf(reassigns ? { equals: { status: 'NO_INICIADO' } } : {}, resorts ? unchanged(trip, ORDER) : {});

/** The fields that sort a trip in its indexes, besides the status. */
const ORDER = ['startDate', 'driverId'] as const;
