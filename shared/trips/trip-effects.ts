import { alertStep } from '../alerts/alerts';
import type { TeamActor } from '../audit/audit';
import { type AppAccessStatus, driverIsOut, mayWorkAs } from '../fleet/driver';
import { driverKey, positionKey, vehicleKey } from '../fleet/fleet-keys';
import { Refusal } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { create, neverRefused, type Step, update } from '../platform/table/steps';
import type { Role } from '../teams/team';
import type { Coordinates, TripRecord, TripStatus } from './trip';
import { receivableSteps } from './trip-money';
import type { TripEffect } from './trip-states';

/** Who moves a trip: its driver by the claims of the token, or a member of the team by role. */
export type Mover =
  | (TeamActor & { readonly pool: 'drivers'; readonly sub: string })
  | (TeamActor & { readonly pool: 'staff'; readonly role: Role });

/** The account that the pings of a trip will come from, whether it may send them, and the app access in which that is so. */
export interface PositionOwner {
  readonly sub: string | undefined;
  readonly isOpen: boolean;
  readonly access: readonly AppAccessStatus[];
}

export interface Move {
  readonly mover: Mover;
  readonly trip: TripRecord;
  readonly to: TripStatus;
  readonly coordinates: Coordinates | undefined;
  readonly owner: PositionOwner;
}

/** The driver or vehicle is no longer on this trip, so there is nothing to give back: the trip ends all the same. */
export class NothingToRelease extends Error {
  constructor(readonly effect: TripEffect) {
    super(`${effect} found nothing to do.`);
  }
}

/** The steps of an effect; `moved` is the trip as it will be. */
type EffectSteps = (context: Context, move: Move, moved: TripRecord) => Step[];

/** What each effect of a transition writes in its transaction; a stamp is written with the trip itself. */
export const EFFECT_STEPS: Readonly<Record<TripEffect, EffectSteps>> = {
  occupyDriver: (_, move) => [occupyDriver(move)],
  occupyVehicle: (_, { trip }) => [
    update(
      vehicleKey(trip.teamId, trip.vehicleId ?? ''),
      { set: { status: 'EN_VIAJE', tripId: trip.id } },
      { equals: { status: 'DISPONIBLE' } },
      () =>
        new Refusal('TRIP_NOT_READY', {
          message: 'The vehicle of the trip is not DISPONIBLE. Assign another or free it.',
        }),
    ),
  ],
  releaseDriver: (_, move) => (move.trip.driverId === undefined ? [] : [releaseDriver(move, move.trip.driverId)]),
  releaseVehicle: (_, { trip }) => (trip.vehicleId === undefined ? [] : [releaseVehicle(trip, trip.vehicleId)]),
  openPosition: (context, move) => [openPosition(context, move)],
  closePosition: (_, { trip }) => [
    update(
      positionKey(trip.teamId, trip.id),
      { set: { isOpen: false } },
      {},
      () => new NothingToRelease('closePosition'),
    ),
  ],
  stampStart: () => [],
  stampEnd: () => [],
  stampCancellation: () => [],
  openReceivable: (_, { trip }, moved) => receivableSteps(trip.teamId, trip, moved),
  warnOfDraft: (context, { trip }) => [
    alertStep(context, trip.teamId, { type: 'TRIP_CANCELLED_WITH_DRAFT', entityId: trip.invoiceId }),
  ],
};

/** A driver who may no longer work is told so by whoever asked for the start: see `moveOwnTrip`. */
function occupyDriver({ trip, owner }: Move): Step {
  return update(
    driverKey(trip.teamId, trip.driverId ?? ''),
    { set: { status: 'EN_VIAJE', tripId: trip.id } },
    { equals: { status: 'DISPONIBLE', sub: owner.sub }, oneOf: { appAccessStatus: owner.access } },
    (found) => {
      if (found?.status === 'DISPONIBLE') return new Refusal('CONFLICT');
      return new Refusal('TRIP_NOT_READY', {
        message: 'The driver of the trip is not DISPONIBLE. Assign another or wait.',
      });
    },
  );
}

const FREED = { set: { status: 'DISPONIBLE' }, remove: ['tripId'] };
const onThisTrip = (trip: TripRecord) => ({ status: 'EN_VIAJE', tripId: trip.id });

/** Only from this trip: who is on vacation by now stays there. A driver who ends the trip must still be one who may work. */
const releaseDriver = ({ mover, trip, owner }: Move, driverId: string): Step =>
  update(
    driverKey(trip.teamId, driverId),
    FREED,
    { equals: { ...onThisTrip(trip), sub: owner.sub }, oneOf: { appAccessStatus: owner.access } },
    (found) =>
      mover.pool === 'drivers' && !mayWorkAs(found, mover.sub) ? driverIsOut() : new NothingToRelease('releaseDriver'),
  );

/** Only from this trip: a vehicle that is in the workshop by now stays there. */
const releaseVehicle = (trip: TripRecord, vehicleId: string): Step =>
  update(
    vehicleKey(trip.teamId, vehicleId),
    FREED,
    { equals: onThisTrip(trip) },
    () => new NothingToRelease('releaseVehicle'),
  );

function openPosition(context: Context, { trip, coordinates, owner }: Move): Step {
  const now = context.now().toISOString();
  const position = {
    tripId: trip.id,
    driverId: trip.driverId ?? '',
    sub: owner.sub,
    isOpen: owner.isOpen,
    ...(coordinates && { ...coordinates, timestamp: now, receivedAt: now }),
  };
  return create(positionKey(trip.teamId, trip.id), position, neverRefused('A position'));
}
