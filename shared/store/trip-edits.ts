import { invalid, Refusal } from '../domain/refusal';
import type { TripChanges, TripRecord } from '../domain/trips';
import { capability } from '../runtime/capability';
import type { TeamActor } from './audit';
import { employableSteps, namesOf, readReferences } from './create-trip';
import { editItem } from './edit';
import { tripIndexes, tripKey } from './keys';

/** Behind every instant: a trip without an end. */
const LAST = '~';

/**
 * Changes what a member may of a trip, with the names of what it now refers to. Driver and vehicle, and all that the indexes sort by, are
 * written only while the status is the one that was read (TRIP_ALREADY_STARTED, else CONFLICT).
 */
export const editTrip = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'ConditionCheckItem'] },
  (context) =>
    async (actor: TeamActor, trip: TripRecord, changes: TripChanges): Promise<TripRecord> => {
      const reassigns =
        (changes.driverId !== undefined && changes.driverId !== trip.driverId) ||
        (changes.vehicleId !== undefined && changes.vehicleId !== trip.vehicleId);
      if (reassigns && trip.status !== 'NO_INICIADO') throw new Refusal('TRIP_ALREADY_STARTED');
      if ((changes.endDate ?? trip.endDate ?? LAST) < (changes.startDate ?? trip.startDate)) {
        throw invalid('endDate', 'Send an end that is not before the start.');
      }
      const references = await readReferences(context, trip.teamId, changes);
      const written = { ...changes, ...namesOf(references) };
      const { gsi1sk, gsi2pk, gsi2sk } = tripIndexes({
        ...trip,
        startDate: changes.startDate ?? trip.startDate,
        driverId: changes.driverId ?? trip.driverId,
      });
      return editItem(context, actor, {
        key: tripKey(trip.teamId, trip.id),
        entityType: 'TRIP',
        entityId: trip.id,
        record: trip,
        changes: written,
        indexes: { gsi1sk, gsi2pk, gsi2sk },
        condition: reassigns ? { equals: { status: 'NO_INICIADO' } } : {},
        refused: (found) => new Refusal(found === undefined ? 'NOT_FOUND' : 'TRIP_ALREADY_STARTED'),
        steps: employableSteps(trip.teamId, changes),
      });
    },
);
