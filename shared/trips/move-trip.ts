import { auditStep } from '../audit/audit';
import { Refusal } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import type { TableAction } from '../platform/runtime/rights';
import { asRead, both, type Condition } from '../platform/table/expression';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { withLatest } from '../platform/table/with-latest';
import { hasRole } from '../teams/team';
import type { TripRecord, TripStatus } from './trip';
import { EFFECT_STEPS, type Move, type Mover, NothingToRelease } from './trip-effects';
import { tripIndexes, tripKey } from './trip-keys';
import { moneyAsRead } from './trip-money';
import { type TripEffect, type TripTransition, tripTransition } from './trip-states';

export const TRANSITION_RIGHTS: readonly TableAction[] = ['PutItem', 'UpdateItem'];

/** Finds the transition, or refuses: wrong driver or role FORBIDDEN, no such way TRIP_TRANSITION, nobody assigned TRIP_NOT_READY. */
function transitionFor(mover: Mover, trip: TripRecord, to: TripStatus): TripTransition {
  if (mover.pool === 'drivers' && trip.driverId !== mover.id) throw notYourTrip();
  const transition = tripTransition(trip.status, to);
  if (transition === undefined) throw wrongStatus(trip.status, to);
  if (!mayMove(mover, transition)) {
    throw new Refusal('FORBIDDEN', {
      message: `You may not move a trip from ${trip.status} to ${to}. Ask an administrator.`,
    });
  }
  if (transition.effects.includes('openPosition') && !(trip.driverId && trip.vehicleId))
    throw new Refusal('TRIP_NOT_READY');
  return transition;
}

const mayMove = (mover: Mover, { by }: TripTransition): boolean =>
  mover.pool === 'drivers' ? by.driver : hasRole(mover.role, by.member);

export interface Moved {
  readonly previousStatus: TripStatus;
  readonly trip: TripRecord;
}

/**
 * Moves a trip and all that changes with it in one transaction. Every condition travels with the writes: of two who move it at once one
 * wins, and the other is refused unless the trip can go on from there too: a cancellation that a start overtook cancels the trip under way,
 * as it would have a moment later. A payment that comes in between is no reason to refuse either: what is owed is counted anew.
 */
export const commitMove = (context: Context, move: Move): Promise<Moved> =>
  withLatest(context, move.trip, (trip, changed) => moveFrom(context, { ...move, trip }, changed));

async function moveFrom(context: Context, move: Move, changed: Changed): Promise<Moved> {
  const transition = transitionFor(move.mover, move.trip, move.to);
  const gone = new Set<TripEffect>();
  for (;;) {
    const effects = transition.effects.filter((effect) => !gone.has(effect));
    const moved = movedTrip(context, move, effects);
    try {
      await transact(context, stepsOf(context, move, moved, effects, changed));
      return { previousStatus: move.trip.status, trip: moved };
    } catch (failure) {
      if (!(failure instanceof NothingToRelease)) throw failure;
      gone.add(failure.effect);
    }
  }
}

/** The trip as it was found, for another try. */
type Changed = (found: TripRecord) => Error;

function movedTrip(
  context: Context,
  { mover, trip, to, coordinates }: Move,
  effects: readonly TripEffect[],
): TripRecord {
  const now = context.now().toISOString();
  return {
    ...trip,
    status: to,
    ...(effects.includes('stampStart') && {
      actualStartDate: now,
      startLat: coordinates?.lat,
      startLng: coordinates?.lng,
    }),
    ...(effects.includes('stampEnd') && { actualEndDate: now }),
    ...(effects.includes('stampCancellation') && { cancelledAt: now, cancelledBy: mover.id }),
  };
}

function stepsOf(
  context: Context,
  move: Move,
  moved: TripRecord,
  effects: readonly TripEffect[],
  changed: Changed,
): Step[] {
  const { mover, trip, to, coordinates } = move;
  const event = {
    entityType: 'TRIP',
    entityId: trip.id,
    action: 'STATUS',
    previousStatus: trip.status,
    newStatus: to,
    ...coordinates,
  } as const;
  return [
    tripStep(move, moved, effects.includes('openReceivable') ? moneyAsRead(trip) : {}, changed),
    ...effects.flatMap((effect) => EFFECT_STEPS[effect](context, move, moved)),
    auditStep(context, mover, event),
  ];
}

/** What of a trip a transition goes by, beside its status. */
const PLAN = ['driverId', 'vehicleId', 'startDate'] as const;

function tripStep({ mover, trip }: Move, moved: TripRecord, money: Condition, changed: Changed): Step {
  const plan = asRead(trip, ['status', ...PLAN]);
  const { status, actualStartDate, actualEndDate, startLat, startLng, cancelledAt, cancelledBy } = moved;
  return update(
    tripKey(trip.teamId, trip.id),
    {
      set: {
        status,
        actualStartDate,
        actualEndDate,
        startLat,
        startLng,
        cancelledAt,
        cancelledBy,
        ...tripIndexes(moved),
      },
    },
    both(plan, money),
    (found) => {
      if (found === undefined) return new Refusal('NOT_FOUND');
      if (mover.pool === 'drivers' && found.driverId !== mover.id) return notYourTrip();
      return PLAN.some((field) => found[field] !== trip[field]) ? new Refusal('CONFLICT') : changed(found);
    },
  );
}

export const notYourTrip = (): Refusal =>
  new Refusal('FORBIDDEN', { message: 'This trip is assigned to another driver. Ask your dispatcher.' });

const wrongStatus = (from: TripStatus, to: TripStatus): Refusal =>
  new Refusal('TRIP_TRANSITION', { message: `A trip that is ${from} cannot become ${to}. Read the trip again.` });
