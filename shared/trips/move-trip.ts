import { resolutionSteps } from '../alerts/alerts';
import { auditStep } from '../audit/audit';
import { assertDriverActive } from '../fleet/active-driver';
import { APP_ACCESS_STATUSES, driverKey, isActive, WORKING_ACCESS } from '../fleet/driver';
import type { Position } from '../fleet/position';
import { readPosition } from '../fleet/position-places';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import type { Once } from '../platform/table/idempotency';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { interpret } from '../platform/table/state-machine';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { assertMatch, type IfMatch, mismatch, versionHeld } from '../platform/table/version';
import { recentRoadPolicy } from '../road-policy/policy';
import { hasRole } from '../teams/team';
import { leaveAgendaSteps } from './agenda';
import { papersAtStart } from './expired-papers';
import { EntryIsThere, transitionFact } from './fact-entry';
import { assertHoursLeft } from './hours-left';
import { withoutIdleReleases } from './idle-releases';
import { cancellationWarnings } from './invoice-alerts';
import { judgeTrack } from './judge-stops';
import { leaveDriverSteps } from './left-trips';
import { makeHoursBeforeEnd } from './make-hours';
import { proofAtEnd } from './missing-proof';
import type { Move, Mover } from './move';
import { notYourTrip } from './own-trip';
import { stopPlanKey } from './stop';
import { answerAgain, type Tap, tapOf } from './tap-again';
import { copyList } from './track';
import type { Coordinates, TripRecord, TripStatus } from './trip';
import { tripIndexes, tripKey } from './trip';
import { type TripTransition, tripTransition } from './trip-states';
import { watchedOf } from './watch-stops';

type DriverMover = Extract<Mover, { pool: 'drivers' }>;
type MemberMover = Exclude<Mover, DriverMover>;

/**
 * Moves a trip for its driver. The writes demand an active driver, so only a refusal reads the driver's record. An
 * Idempotency-Key makes the move a fact of the phone: a repeated key gets the first answer.
 */
export const moveOwnTrip = capability(
  {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'BatchGetItem'],
    tableKeys: ['ROAD_WATCH#', 'TEAM#'],
  },
  (context) =>
    async (
      mover: DriverMover,
      tripId: string,
      to: TripStatus,
      coordinates: Coordinates | undefined,
      ifMatch?: IfMatch,
      once?: Once,
    ): Promise<Moved> => {
      let tap: Tap | undefined;
      try {
        tap = once && tapOf(once, tripId, to, coordinates, context.now());
        const trip = await getItem(context, tripKey(mover.teamId, tripId));
        if (trip === undefined) throw new AppError('NOT_FOUND');
        const owner = { sub: mover.sub, isOpen: true, access: WORKING_ACCESS };
        const fact = tap && transitionFact(tap);
        return await commitMove(context, trip, to, { mover, coordinates, owner, warnings: [], ifMatch, fact });
      } catch (failure) {
        if (failure instanceof AppError) await assertDriverActive(context, mover);
        if (tap && (failure instanceof AppError || failure instanceof EntryIsThere))
          return answerAgain(context, mover, tap, failure);
        throw failure;
      }
    },
);

/** Moves a trip for a member of the team. The present status changes nothing. A start reads the driver's record to learn which account will send the positions. */
export const moveTrip = capability(
  {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'BatchGetItem', 'ConditionCheckItem'],
    tableKeys: ['ROAD_WATCH#', 'TEAM#'],
  },
  (context) =>
    async (
      mover: MemberMover,
      trip: TripRecord,
      to: TripStatus,
      coordinates: Coordinates | undefined,
      ifMatch?: IfMatch,
    ): Promise<TripRecord> => {
      assertMatch(ifMatch, trip);
      if (to === trip.status) return trip;
      const readsDriver = to === 'EN_PROCESO' && trip.driverId;
      const driver = readsDriver ? await getItem(context, driverKey(trip.teamId, readsDriver)) : undefined;
      const owner = {
        sub: driver?.sub,
        isOpen: driver !== undefined && isActive(driver),
        access: driver ? [driver.appAccessStatus] : APP_ACCESS_STATUSES,
      };
      const move = { mover, coordinates, owner, warnings: [], ifMatch };
      const warn = to === 'CANCELADO' ? cancellationWarnings : undefined;
      return (await commitMove(context, trip, to, move, warn)).trip;
    },
);

export interface Moved {
  readonly previousStatus: TripStatus;
  readonly trip: TripRecord;
}

/**
 * Writes the move and its effects in one transaction. When another request moved the trip first, the move starts again from the trip's new
 * status: a cancellation that a start overtook cancels the running trip.
 */
const commitMove = (
  context: Context,
  read: TripRecord,
  to: TripStatus,
  given: Move,
  warn?: typeof cancellationWarnings,
): Promise<Moved> =>
  retryOnConflict(context, read, (trip, changed) => tryMove(context, trip, to, given, changed, warn));

/** One attempt at a move. It throws `changed` when another request changed the trip since it was read. */
export async function tryMove(
  context: Context,
  trip: TripRecord,
  to: TripStatus,
  given: Move,
  changed: (found: TripRecord) => Error,
  warn?: typeof cancellationWarnings,
): Promise<Moved> {
  assertMatch(given.ifMatch, trip);
  const row = transitionFor(given.mover, trip, to);
  const warnings = warn ? await warn(context, trip, changed) : given.warnings;
  const read =
    to === 'EN_PROCESO'
      ? await readForStart(context, trip, given, () => changed(trip))
      : await readForEnd(context, trip, to, given, () => changed(trip));
  const move = { ...given, warnings, ...read, positionChanged: () => changed(trip) };
  const left = to === 'CANCELADO' ? await leaveDriverSteps(context, trip, changed) : [];
  return withoutIdleReleases(row.effects, (effects) =>
    writeMove(context, { ...row, effects }, trip, move, left, changed),
  );
}

async function readForStart(
  context: Context,
  trip: TripRecord,
  { isLate = false, fact }: Move,
  changed: () => Error,
): Promise<Partial<Move>> {
  if (!isLate) await assertHoursLeft(context, trip);
  const watched = await firstStops(context, trip);
  const startedAt = fact ? new Date(fact.at) : context.now();
  const papers = await papersAtStart(context, trip, { isRecorded: isLate, startedAt }, changed);
  const { silentMinutes } = await recentRoadPolicy(context, trip.teamId);
  return { watched, papers, silentMinutes };
}

/** A trip under way has a position, and days of its driver, which are written before its end. Any other one has only plans to leave. */
async function readForEnd(
  context: Context,
  trip: TripRecord,
  to: TripStatus,
  given: Move,
  changed: () => Error,
): Promise<Partial<Move>> {
  const agendas = await leaveAgendaSteps(context, trip, changed);
  if (trip.status !== 'EN_PROCESO') return { agendas };
  const position = await readPosition(context, trip.teamId, trip.id);
  if (position) await keepTrack(context, trip, position.position);
  const endedAt = given.isLate ? undefined : context.now().toISOString();
  if (endedAt) await makeHoursBeforeEnd(context, trip, to, given.fact?.at ?? endedAt);
  const proof = to === 'COMPLETADO' ? await proofAtEnd(context, trip) : undefined;
  const offRoute = position?.position.offRoute;
  const backOnRoute = offRoute ? await resolutionSteps(context, trip.teamId, [offRoute], changed) : [];
  return { agendas, position, endedAt, proof, backOnRoute };
}

/** The transaction requires that no further position has come, so that all points of the trip are compared with its stops. */
async function keepTrack(context: Context, trip: TripRecord, position: Position): Promise<void> {
  await copyList(context, trip.teamId, trip.id, position);
  if (trip.stopsRevision !== undefined && position.lastKey !== undefined) await judgeTrack(context, trip);
}

/** The stops to watch from the start on. Undefined for a trip without stops. */
async function firstStops(context: Context, { teamId, id, stopsRevision }: TripRecord) {
  const plan = stopsRevision === undefined ? undefined : await getItem(context, stopPlanKey(teamId, id));
  return plan && watchedOf(plan.stops, []);
}

/** The row for this move. Refuses another driver or a low role with FORBIDDEN, a missing row with TRIP_TRANSITION. */
function transitionFor(mover: Mover, trip: TripRecord, to: TripStatus): TripTransition {
  if (mover.pool === 'drivers' && trip.driverId !== mover.id) throw notYourTrip();
  const row = tripTransition(trip.status, to);
  if (row === undefined) throw wrongStatus(trip.status, to);
  const isAllowed = mover.pool === 'drivers' ? row.by.driver : hasRole(mover.role, row.by.member);
  if (!isAllowed) {
    throw new AppError('FORBIDDEN', {
      message: {
        en: `You may not move a trip from ${trip.status} to ${to}. Ask an administrator.`,
        es: `No puede pasar un viaje de ${trip.status} a ${to}. Pídalo a un administrador.`,
      },
    });
  }
  return row;
}

/** The fields that a transition depends on beside the status. */
const PLAN = ['driverId', 'vehicleId', 'startDate'] as const;

async function writeMove(
  context: Context,
  row: TripTransition,
  trip: TripRecord,
  move: Move,
  left: readonly Step[],
  changed: (found: TripRecord) => Error,
): Promise<Moved> {
  const { mover, coordinates, ifMatch, fact, isLate } = move;
  const { after, change, condition, steps } = interpret(context, row, trip, move);
  await transact(context, [
    update(
      tripKey(trip.teamId, trip.id),
      { ...change, set: { ...change.set, ...tripIndexes(after) } },
      [unchanged(trip, ['status', ...PLAN]), condition].reduce(allOf, versionHeld(ifMatch, trip)),
      (found) => {
        if (found === undefined) return new AppError('NOT_FOUND');
        // A fact of a phone does not depend on what a person saw: the service judges the move by the present trip.
        if (isLate) return changed(found);
        if (mover.pool === 'drivers' && found.driverId !== mover.id) return notYourTrip();
        const refusal = mismatch(ifMatch, found);
        if (refusal) return refusal;
        return PLAN.some((field) => found[field] !== trip[field]) ? new AppError('CONFLICT') : changed(found);
      },
    ),
    ...steps,
    ...left,
    auditStep(
      context,
      mover,
      {
        entityType: 'TRIP',
        entityId: trip.id,
        action: 'STATUS',
        previousStatus: trip.status,
        newStatus: after.status,
        ...coordinates,
        ...(fact && { fact, tripVersion: after.version }),
      },
      fact && ((found) => new EntryIsThere(found)),
    ),
  ]);
  return { previousStatus: trip.status, trip: after };
}

const wrongStatus = (from: TripStatus, to: TripStatus): AppError =>
  new AppError('TRIP_TRANSITION', {
    message: {
      en: `A trip that is ${from} cannot become ${to}. Read the trip again.`,
      es: `Un viaje ${from} no puede pasar a ${to}. Vuelva a consultar el viaje.`,
    },
  });
