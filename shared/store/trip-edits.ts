import { invalid, Refusal } from '../domain/refusal';
import type { TripChanges, TripRecord } from '../domain/trips';
import { capability } from '../runtime/capability';
import type { TeamActor } from './audit';
import { employableSteps, namesOf, readReferences } from './create-trip';
import { editItem } from './edit';
import type { Condition } from './expression';
import { type IndexKeys, tripIndexes, tripKey } from './keys';

/**
 * Changes what a member may of a trip, with the names of what it now refers to. Driver and vehicle, and all that the indexes sort by, are
 * written only while the status is the one that was read (TRIP_ALREADY_STARTED, else CONFLICT).
 */
export const editTrip = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'ConditionCheckItem'] },
  (context) =>
    async (actor: TeamActor, trip: TripRecord, changes: TripChanges): Promise<TripRecord> => {
      const { startDate = trip.startDate } = changes;
      const edited = { ...trip, ...changes, startDate };
      const reassigns = edited.driverId !== trip.driverId || edited.vehicleId !== trip.vehicleId;
      const resorts = edited.driverId !== trip.driverId || edited.startDate !== trip.startDate;
      if (edited.endDate !== undefined && edited.endDate < edited.startDate) {
        throw invalid('endDate', 'Send an end that is not before the start.');
      }
      const named = newReferences(trip, changes);
      const references = await readReferences(context, trip.teamId, named);
      if (reassigns && trip.status !== 'NO_INICIADO') throw new Refusal('TRIP_ALREADY_STARTED');
      return editItem(context, actor, {
        key: tripKey(trip.teamId, trip.id),
        entityType: 'TRIP',
        entityId: trip.id,
        record: trip,
        changes: { ...changes, ...namesOf(references) },
        cleared: references.driver?.phone === null ? ['driverPhone'] : [],
        ...(resorts && { indexes: orderOf(edited) }),
        condition: unmoved(trip, reassigns, resorts),
        refused: (found) => {
          if (found === undefined) return new Refusal('NOT_FOUND');
          return new Refusal(reassigns && found.status !== 'NO_INICIADO' ? 'TRIP_ALREADY_STARTED' : 'CONFLICT');
        },
        steps: employableSteps(trip.teamId, named),
      });
    },
);

/** What the edit names anew. What the trip named before stays good, although it left the fleet since: a form sends all of its fields. */
const newReferences = (trip: TripRecord, { clientId, routeId, driverId, vehicleId }: TripChanges) => ({
  clientId: clientId === trip.clientId ? undefined : clientId,
  routeId: routeId === trip.routeId ? undefined : routeId,
  driverId: driverId === trip.driverId ? undefined : driverId,
  vehicleId: vehicleId === trip.vehicleId ? undefined : vehicleId,
});

/** The index keys that an edit moves; the status, and so its index, is moved by transitions alone. */
function orderOf(trip: TripRecord): IndexKeys {
  const { gsi1sk, gsi2pk, gsi2sk } = tripIndexes(trip);
  return { gsi1sk, gsi2pk, gsi2sk };
}

/** That nobody started, reassigned or moved the trip since it was read, as far as this edit touches that. */
const unmoved = (trip: TripRecord, reassigns: boolean, resorts: boolean): Condition => ({
  equals: {
    ...(reassigns && { status: 'NO_INICIADO' }),
    ...(resorts && { startDate: trip.startDate, driverId: trip.driverId }),
  },
  absent: resorts && trip.driverId === undefined ? ['driverId'] : [],
});
