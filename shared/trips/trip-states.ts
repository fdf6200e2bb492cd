import { refusalOfDriver, sessionGoesOn } from '../fleet/active-driver';
import { driverKey } from '../fleet/driver';
import { lastPositionOf, MEASURED, trustOnly } from '../fleet/position';
import { POSITION_PLACE } from '../fleet/position-places';
import { vehicleKey } from '../fleet/vehicle';
import { firstHoursDue } from '../hours/hours-due';
import { AppError } from '../platform/errors';
import { type Condition, unchanged } from '../platform/table/expression';
import { type Effect, rowFor, type Transition } from '../platform/table/state-machine';
import { create, deleteItem, unexpectedConflict, update } from '../platform/table/steps';
import type { Text } from '../platform/values/text';
import type { Role } from '../teams/team';
import { NothingToRelease } from './idle-releases';
import { ProofMissing } from './missing-proof';
import type { Move, Mover } from './move';
import { watchStep } from './road-watch';
import type { TripRecord, TripStatus } from './trip';
import { moneyUnchanged, receivableSteps } from './trip-money';

type TripEffect = Effect<TripRecord, Move>;

/** A driver's own session must go on. A member's session was checked before. */
const moverGoesOn = (mover: Mover): Condition => (mover.pool === 'drivers' ? sessionGoesOn(mover) : {});

export const notReady = (message?: Text) => new AppError('TRIP_NOT_READY', { message });
export const RELEASED = { set: { status: 'DISPONIBLE' }, remove: ['tripId'] };
export const occupiedBy = (tripId: string) => ({ set: { status: 'EN_VIAJE', tripId } });

const occupyDriver: TripEffect = {
  says: 'the driver becomes EN_VIAJE with this trip',
  refuse: ({ driverId }) => (driverId === undefined ? notReady() : undefined),
  steps: (_, { mover, owner }, trip) => [
    update(
      driverKey(trip.teamId, trip.driverId ?? ''),
      occupiedBy(trip.id),
      {
        equals: { status: 'DISPONIBLE', sub: owner.sub },
        oneOf: { appAccessStatus: owner.access },
        ...moverGoesOn(mover),
      },
      // `moveOwnTrip` refuses an inactive driver and an ended session.
      (found) =>
        found?.status === 'DISPONIBLE'
          ? new AppError('CONFLICT')
          : notReady({
              en: 'The driver of the trip is not DISPONIBLE. Assign another or wait.',
              es: 'El operador del viaje no está DISPONIBLE. Asigne otro o espere.',
            }),
    ),
  ],
};

const occupyVehicle: TripEffect = {
  says: 'the vehicle becomes EN_VIAJE with this trip',
  refuse: ({ vehicleId }) => (vehicleId === undefined ? notReady() : undefined),
  steps: (_, __, trip) => [
    update(
      vehicleKey(trip.teamId, trip.vehicleId ?? ''),
      occupiedBy(trip.id),
      { equals: { status: 'DISPONIBLE' } },
      () =>
        notReady({
          en: 'The vehicle of the trip is not DISPONIBLE. Assign another or free it.',
          es: 'La unidad del viaje no está DISPONIBLE. Asigne otra o libérela.',
        }),
    ),
  ],
};

/** Releases the driver only if the driver is still on this trip. A driver that ends the own trip must be active. */
const releaseDriver: TripEffect = {
  says: 'the driver becomes DISPONIBLE, if still EN_VIAJE for this trip',
  steps: (_, { mover, owner }, { teamId, id, driverId }) =>
    driverId === undefined
      ? []
      : [
          update(
            driverKey(teamId, driverId),
            RELEASED,
            {
              equals: { status: 'EN_VIAJE', tripId: id, sub: owner.sub },
              oneOf: { appAccessStatus: owner.access },
              ...moverGoesOn(mover),
            },
            (found) =>
              (mover.pool === 'drivers' && refusalOfDriver(found, mover)) || new NothingToRelease(releaseDriver),
          ),
        ],
};

/** Releases the vehicle only if it is still on this trip. A vehicle in the workshop stays there. */
const releaseVehicle: TripEffect = {
  says: 'the vehicle becomes DISPONIBLE, if still EN_VIAJE for this trip',
  steps: (_, __, { teamId, id, vehicleId }) =>
    vehicleId === undefined
      ? []
      : [
          update(
            vehicleKey(teamId, vehicleId),
            RELEASED,
            { equals: { status: 'EN_VIAJE', tripId: id } },
            () => new NothingToRelease(releaseVehicle),
          ),
        ],
};

const openPosition: TripEffect = {
  says: 'positions are taken; their item has the revision of the stops, which must not have changed meanwhile, the next stops, the route if it has a line, and when the hours of the driver are judged',
  condition: (trip) => unchanged(trip, ['stopsRevision']),
  steps: (context, { coordinates, owner, mover, isLate, watched }, trip) => {
    const now = context.now().toISOString();
    const { sub, isOpen } = owner;
    const first = isLate ? undefined : coordinates && { ...coordinates, timestamp: now, receivedAt: now };
    const trusted = trustOnly(context.now(), mover.pool === 'drivers' ? mover.sessionId : undefined);
    const { id: tripId, driverId = '', stopsRevision } = trip;
    const lineOf = trip.hasLine ? trip.routeId : undefined;
    const hoursDue = firstHoursDue(context.now());
    const next = { stopsRevision, watched, hoursDue, lineOf };
    const position = { tripId, driverId, sub, isOpen, ...next, ...first, ...trusted };
    const { key, stored } = POSITION_PLACE;
    return [create(key(trip.teamId, trip.id), stored(position), unexpectedConflict('A position'))];
  },
};

/**
 * The item must be the one that was read: a ping that arrives meanwhile makes the end read it again, so that the trip keeps
 * the last position. A trip of an older release may lack the item.
 */
const keepLastPosition: TripEffect = {
  says: 'no positions are taken any more, and the trip keeps the last one as `lastPosition`, with its key and the instant of the end',
  set: (_, { position }, now) => ({
    lastPosition: lastPositionOf(position?.position),
    lastKey: position?.position.lastKey,
    endCommittedAt: now,
  }),
  steps: (_, { position: placed, positionChanged = unexpectedConflict('A position') }, trip) => {
    if (placed === undefined) return [];
    const { place, position } = placed;
    const asRead = unchanged(place.stored(position), place.namesOf([...MEASURED, 'lastKey', 'points', 'offRoute']));
    return [deleteItem(place.key(trip.teamId, trip.id), asRead, positionChanged)];
  },
};

const leaveRoute: TripEffect = {
  says: 'the alert TRIP_OFF_ROUTE of a truck that is off its route becomes RESOLVED',
  steps: (_, { backOnRoute = [] }) => [...backOnRoute],
};

/** An end without a question about proofs. The office may add a stop at the same moment, with which no position was compared. */
const holdStops: TripEffect = {
  says: 'the positions were compared with all stops: the revision of the stops must not have changed meanwhile',
  condition: (trip) => unchanged(trip, ['stopsRevision']),
};

const recordStart: TripEffect = {
  says: '`actualStartDate` and the coordinates of the start are set',
  set: (_, { coordinates, fact }, now) => ({
    actualStartDate: fact?.at ?? now,
    startFactId: fact?.id,
    startLat: coordinates?.lat,
    startLng: coordinates?.lng,
  }),
};

const warnOfPapers: TripEffect = {
  says: 'the alert STARTED_WITH_EXPIRED_PAPER is raised for each expired paper of driver and vehicle, and noted at the paper',
  steps: (_, { papers = [] }) => [...papers],
};

const watchTruck: TripEffect = {
  says: 'the truck is looked at when it has been silent for the minutes of the policy',
  steps: (context, { silentMinutes }, trip) =>
    silentMinutes === undefined ? [] : [watchStep(context, trip, silentMinutes)],
};

const recordEnd: TripEffect = {
  says: '`actualEndDate` is set',
  set: (_, { fact, endedAt }, now) => ({ actualEndDate: fact?.at ?? endedAt ?? now, endFactId: fact?.id }),
};

/** The stops must be those that were judged: the office may add one that requires a proof at the same moment. */
const askForProof: TripEffect = {
  says: 'while a proof is missing, the driver’s end waits under `proof: ENFORCE`; else the alert TRIP_ENDED_WITHOUT_PROOF is raised, and the trip names it as `proofAlert`. The revision of the stops must not have changed meanwhile',
  refuse: (_, { mover, proof }) =>
    proof?.isEnforced && mover.pool === 'drivers' ? new ProofMissing(proof.missing) : undefined,
  condition: (trip) => unchanged(trip, ['stopsRevision']),
  set: (_, { proof }) => ({ proofAlert: proof?.alert.id }),
  steps: (_, { proof }) => [...(proof?.alert.steps ?? [])],
};

const recordCancellation: TripEffect = {
  says: '`cancelledAt` and `cancelledBy` are set',
  set: (_, { mover, endedAt }, now) => ({ cancelledAt: endedAt ?? now, cancelledBy: mover.id }),
};

const openReceivable: TripEffect = {
  says: 'what is still owed for the trip, or was paid beyond it, is entered among the receivables',
  condition: moneyUnchanged,
  steps: (_, __, trip, after) => receivableSteps(trip.teamId, trip, after),
};

const warnOfInvoices: TripEffect = {
  says: 'the alert TRIP_CANCELLED_WITH_INVOICE is raised for each document (PENDING, VALID, CANCELLED_PENDING); without one, TRIP_CANCELLED_WITH_DRAFT for each draft',
  steps: (_, { warnings }) => [...warnings],
};

const leaveAgendas: TripEffect = {
  says: 'under `overlap: REFUSE` the trip leaves the agendas of its driver and vehicle',
  steps: (_, { agendas = [] }) => [...agendas],
};

/** `by`: the least role of a member, and whether the assigned driver may move the trip. */
export type TripTransition = Transition<
  TripStatus,
  TripRecord,
  Move,
  { readonly driver: boolean; readonly member: Role }
>;

/** The state machine of a trip. */
export const TRIP_TRANSITIONS: readonly TripTransition[] = [
  {
    from: ['NO_INICIADO'],
    to: 'EN_PROCESO',
    by: { driver: true, member: 'MEMBER' },
    effects: [occupyDriver, occupyVehicle, openPosition, recordStart, warnOfPapers, watchTruck],
  },
  {
    from: ['EN_PROCESO'],
    to: 'COMPLETADO',
    by: { driver: true, member: 'MEMBER' },
    effects: [
      askForProof,
      releaseDriver,
      releaseVehicle,
      keepLastPosition,
      leaveRoute,
      recordEnd,
      openReceivable,
      leaveAgendas,
    ],
  },
  {
    from: ['NO_INICIADO'],
    to: 'CANCELADO',
    by: { driver: false, member: 'MEMBER' },
    effects: [recordCancellation, openReceivable, warnOfInvoices, leaveAgendas],
  },
  {
    from: ['EN_PROCESO'],
    to: 'CANCELADO',
    by: { driver: false, member: 'ADMIN' },
    effects: [
      holdStops,
      releaseDriver,
      releaseVehicle,
      keepLastPosition,
      leaveRoute,
      recordCancellation,
      openReceivable,
      warnOfInvoices,
      leaveAgendas,
    ],
  },
];

export const tripTransition = (from: TripStatus, to: TripStatus): TripTransition | undefined =>
  rowFor(TRIP_TRANSITIONS, from, to);
