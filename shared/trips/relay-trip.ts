import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { type Crew, readCrew } from '../fleet/crew';
import { atItsPlace, POSITION_PLACE, type PositionPlace } from '../fleet/position-places';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { interpret } from '../platform/table/state-machine';
import { update } from '../platform/table/steps';
import { RESOURCES } from './agenda';
import { comparePlan } from './compare-plan';
import { withoutIdleReleases } from './idle-releases';
import { makeHoursBeforeRelay } from './make-hours';
import { KeptWarnings, OVERLAP_PERMISSIONS } from './overlaps';
import { relayDocuments } from './relay-documents';
import { RELAY } from './relay-states';
import { type RelayBody, TripRecord, tripIndexes, tripKey } from './trip';
import { placeEdit } from './trip-places';

/** A trip after a relay, with what its plan warns of. */
const RelayedTrip = v.object({ ...TripRecord.entries, ...KeptWarnings });
type RelayedTrip = v.InferOutput<typeof RelayedTrip>;

/**
 * Gives a trip under way to another driver, another vehicle, or both, in one transaction with the draft of the substitute
 * for its Carta Porte. A driver and vehicle that the trip already has change nothing, so that a repeated request is
 * harmless. Of two relays at once one succeeds, and the other gets CONFLICT.
 */
export const relayTrip = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'ConditionCheckItem', 'Query', 'UpdateItem'],
    ...OVERLAP_PERMISSIONS,
    tableKeys: ['CALLER#', 'TEAM#'],
  },
  (context) =>
    (actor: TeamActor, read: TripRecord, sent: RelayBody, once: Once | undefined): Promise<RelayedTrip> => {
      const relayAt = (place: PositionPlace, lacksPosition: boolean) =>
        retryOnConflict(context, read, (trip, changed) =>
          withoutIdleReleases(RELAY.effects, (effects) =>
            createOnce(context, once, RelayedTrip, () =>
              relayCreation(context, actor, { ...RELAY, effects }, { trip, sent, changed, place, lacksPosition }),
            ),
          ),
        );
      return atItsPlace(
        (place) => relayAt(place, false),
        () => relayAt(POSITION_PLACE, true),
      );
    },
);

interface Request {
  readonly trip: TripRecord;
  readonly sent: RelayBody;
  readonly changed: (found: TripRecord) => Error;
  readonly place: PositionPlace;
  readonly lacksPosition: boolean;
}

async function relayCreation(
  context: Context,
  actor: TeamActor,
  row: typeof RELAY,
  { trip, sent, changed, place, lacksPosition }: Request,
): Promise<Creation<RelayedTrip>> {
  const wanted = exchangedBy(trip, sent);
  const crew = await readCrew(context, trip.teamId, wanted);
  if (!row.from.includes(trip.status)) throw notUnderWay(trip);
  if (isEmpty(wanted)) return { result: trip, steps: [] };
  const legEndsAt = context.now().toISOString();
  if (wanted.driverId !== undefined) await makeHoursBeforeRelay(context, trip, wanted.driverId, legEndsAt);
  const { paperId, steps: documents } = await relayDocuments(context, { actor, trip, crew: wanted, changed });
  const relayed = { ...trip, ...wanted };
  const compared = { before: trip, resources: resourcesOf(wanted) };
  const planned = await comparePlan(context, relayed, compared, () => changed(trip));
  const { after, change, condition, steps } = interpret(context, row, trip, {
    ...crew,
    legEndsAt,
    paperId,
    documents,
    agendas: planned.steps,
    place,
    lacksPosition,
  });
  const places = placeEdit(trip, after);
  return {
    result: { ...after, ...planned.warned },
    steps: [
      update(
        tripKey(trip.teamId, trip.id),
        { ...change, set: { ...change.set, ...tripIndexes(after) } },
        [
          unchanged(trip, ['status', 'driverId', 'vehicleId', 'startDate', 'legs']),
          places.condition,
          planned.condition,
        ].reduce(allOf, condition),
        refusedWith(trip, sent, changed),
      ),
      ...places.steps,
      ...steps,
      auditStep(context, actor, {
        entityType: 'TRIP',
        entityId: trip.id,
        action: 'RELAY',
        changes: {
          ...(wanted.driverId && { previousDriverId: trip.driverId, driverId: wanted.driverId }),
          ...(wanted.vehicleId && { previousVehicleId: trip.vehicleId, vehicleId: wanted.vehicleId }),
          ...(sent.reason && { reason: sent.reason }),
        },
      }),
    ],
  };
}

/** The driver and vehicle that the trip does not have yet. */
const exchangedBy = (trip: TripRecord, { driverId, vehicleId }: RelayBody): Crew => ({
  ...(driverId !== undefined && driverId !== trip.driverId && { driverId }),
  ...(vehicleId !== undefined && vehicleId !== trip.vehicleId && { vehicleId }),
});

const resourcesOf = (wanted: Crew) => RESOURCES.filter((field) => wanted[field] !== undefined);

const isEmpty = ({ driverId, vehicleId }: Crew): boolean => driverId === undefined && vehicleId === undefined;

/**
 * When another request exchanged the driver or vehicle first, the member gets CONFLICT and decides again, unless the
 * trip is already as wanted. After the end of the trip the relay is tried again, and refused.
 */
const refusedWith =
  (trip: TripRecord, sent: RelayBody, changed: Request['changed']) =>
  (found: TripRecord | undefined): Error => {
    if (found === undefined) return new AppError('NOT_FOUND');
    const isExchanged = found.driverId !== trip.driverId || found.vehicleId !== trip.vehicleId;
    return isExchanged && !isEmpty(exchangedBy(found, sent)) ? new AppError('CONFLICT') : changed(found);
  };

const notUnderWay = ({ status }: TripRecord): AppError =>
  new AppError('TRIP_NOT_IN_PROGRESS', {
    message: {
      en: `The trip is ${status}. Only a trip that is EN_PROCESO can be given to another driver or vehicle.`,
      es: `El viaje está ${status}. Solo uno EN_PROCESO se puede pasar a otro operador o a otra unidad.`,
    },
  });
