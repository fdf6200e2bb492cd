import type { TeamActor } from '../audit/audit';
import { editItem } from '../audit/edit-record';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { allOf, type Condition, unchanged } from '../platform/table/expression';
import type { IndexKeys } from '../platform/table/keys';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { employableSteps, namesOf, readReferences } from './create-trip';
import { draftEdit } from './draft-follows-trip';
import type { TripChanges, TripRecord } from './trip';
import { tripIndexes, tripKey } from './trip';
import { moneyUnchanged, receivableSteps } from './trip-money';

/**
 * Changes what a member may of a trip, with the names of what it now refers to. Driver and vehicle, and all that the indexes sort by, are
 * written only while the status is the one that was read (TRIP_ALREADY_STARTED, else CONFLICT). What is owed moves with revenue and client,
 * and so does the draft that nobody edited.
 */
export const editTrip = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] },
  (context) =>
    (actor: TeamActor, read: TripRecord, changes: TripChanges): Promise<TripRecord> =>
      retryOnConflict(context, read, async (trip, changed) => {
        const { startDate = trip.startDate } = changes;
        const edited = { ...trip, ...changes, startDate, ...assigned(trip, changes) };
        const reassigns = edited.driverId !== trip.driverId || edited.vehicleId !== trip.vehicleId;
        const resorts = edited.driverId !== trip.driverId || edited.startDate !== trip.startDate;
        const money = moneyEdit(trip, edited, changes);
        if (edited.endDate !== undefined && edited.endDate < edited.startDate) {
          throw validationError('endDate', 'Send an end that is not before the start.');
        }
        const named = newReferences(trip, changes);
        const references = await readReferences(context, trip.teamId, named);
        if (reassigns && trip.status !== 'NO_INICIADO') throw new AppError('TRIP_ALREADY_STARTED');
        const { routeName = trip.routeName, clientName = trip.clientName } = namesOf(references);
        const draft = await draftEdit(context, actor, trip, { ...edited, routeName, clientName }, changed);
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
          steps: [...employableSteps(trip.teamId, named), ...money.steps, ...draft.steps],
        });
      }),
);

/** Who drives after the edit, and what: null takes them off the trip. */
const assigned = (trip: TripRecord, { driverId, vehicleId }: TripChanges) => ({
  driverId: driverId === undefined ? trip.driverId : (driverId ?? undefined),
  vehicleId: vehicleId === undefined ? trip.vehicleId : (vehicleId ?? undefined),
});

const namedAnew = ({ driverId, vehicleId }: TripChanges) => ({
  driverId: driverId ?? undefined,
  vehicleId: vehicleId ?? undefined,
});

/** What the trip no longer shows: all of a driver or vehicle that was taken off, and the telephone of the driver before one without. */
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

/** Whatever an edit writes of what is owed, it writes over what was read, and the receivable with it. */
const moneyEdit = (trip: TripRecord, edited: TripRecord, { revenue, clientId }: TripChanges) =>
  revenue === undefined && clientId === undefined
    ? { condition: {}, steps: [] }
    : { condition: moneyUnchanged(trip), steps: receivableSteps(trip.teamId, trip, edited) };

/** Where another edit moved the trip the member decides anew; a start or a payment that came in between is looked at by another try. */
const refusedWith =
  (trip: TripRecord, resorts: boolean, changed: (found: TripRecord) => Error) =>
  (found: TripRecord | undefined): Error => {
    if (found === undefined) return new AppError('NOT_FOUND');
    return resorts && ORDER.some((field) => found[field] !== trip[field]) ? new AppError('CONFLICT') : changed(found);
  };

/** What the edit names anew. What the trip named before stays good, although it left the fleet since: a form sends all of its fields. */
const newReferences = (trip: TripRecord, { clientId, routeId, driverId, vehicleId }: TripChanges) => ({
  clientId: clientId === trip.clientId ? undefined : clientId,
  routeId: routeId === trip.routeId ? undefined : routeId,
  driverId: driverId === trip.driverId ? undefined : (driverId ?? undefined),
  vehicleId: vehicleId === trip.vehicleId ? undefined : (vehicleId ?? undefined),
});

/** The index keys that an edit moves; the status, and so its index, is moved by transitions alone. */
function orderOf(trip: TripRecord): IndexKeys {
  const { gsi1sk, gsi2pk, gsi2sk } = tripIndexes(trip);
  return { gsi1sk, gsi2pk, gsi2sk };
}

/** That nobody started, reassigned or moved the trip since it was read, as far as this edit touches that. */
const unmoved = (trip: TripRecord, reassigns: boolean, resorts: boolean): Condition =>
  allOf(reassigns ? { equals: { status: 'NO_INICIADO' } } : {}, resorts ? unchanged(trip, ORDER) : {});

/** What of a trip the indexes sort by, beside its status. */
const ORDER = ['startDate', 'driverId'] as const;
