import { type AuditEvent, eventKey } from '../audit/audit-event';
import type { TokenDriver } from '../fleet/active-driver';
import { AppError, validationError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import type { Once } from '../platform/table/idempotency';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { transact } from '../platform/table/transact';
import { isFactId, isIdOutOfTime, type MoveFact } from './fact';
import { entryOf, entryStep, isSameFact } from './fact-entry';
import { mergeTimes, timeSteps } from './merge-times';
import { MOVE_KINDS, MOVES } from './recorded-move';
import { type Coordinates, type TripRecord, type TripStatus, tripKey } from './trip';

/** A move as the driver sends it with an Idempotency-Key: the key is the identifier of the fact. */
export interface Tap {
  readonly fact: MoveFact;
  readonly receivedAt: Date;
}

/** The fact that the key of a move identifies. Undefined for a status that no driver reaches. */
export function tapOf(
  { key }: Once,
  tripId: string,
  to: TripStatus,
  coordinates: Coordinates | undefined,
  receivedAt: Date,
): Tap | undefined {
  const kind = MOVE_KINDS.find((one) => MOVES[one].to === to);
  if (kind === undefined) return undefined;
  const id = key.toLowerCase();
  if (!isFactId(id) || isIdOutOfTime(id, { receivedAt, skewMs: 0 }))
    throw validationError('Idempotency-Key', {
      en: 'Send a UUID of version 7 with the time of now.',
      es: 'Envíe un UUID de versión 7 con la hora actual.',
    });
  const at = receivedAt.toISOString();
  return { fact: { id, kind, tripId, recordedAt: at, at, ...coordinates }, receivedAt };
}

interface Answered {
  readonly previousStatus: TripStatus;
  readonly trip: TripRecord;
}
type Changed = (found: TripRecord) => Error;

/**
 * Answers a move that failed, if its key was sent before: with the first answer. If the trip has the status already, the
 * fact is stored, gives the trip its time, and is no error. Throws the failure otherwise.
 */
export async function answerAgain(
  context: Context,
  driver: TokenDriver,
  tap: Tap,
  failure: unknown,
): Promise<Answered> {
  const read = await getItem(context, tripKey(driver.teamId, tap.fact.tripId));
  if (read === undefined) throw failure;
  const entry = entryOf(driver, tap.receivedAt, tap.fact);
  return retryOnConflict(context, read, async (trip, changed) => {
    const there = await getItem(context, eventKey(driver.teamId, entry));
    if (there === undefined) {
      const isReached = trip.status === MOVES[tap.fact.kind].to && trip.driverId === driver.id;
      if (!isDone(failure) || !isReached) throw failure;
      return keepTap(context, trip, tap.fact, entry, changed);
    }
    if (!isSameFact(there, entry)) throw isForeign(failure) ? failure : reused();
    return firstAnswer(context, trip, tap.fact, there, changed);
  });
}

/** Stores the fact and its time in one transaction. The entry has the version of the answer, for the next one. */
async function keepTap(
  context: Context,
  trip: TripRecord,
  fact: MoveFact,
  entry: AuditEvent,
  changed: Changed,
): Promise<Answered> {
  const { after, steps } = timeSteps(trip, fact, changed);
  const kept = { ...entry, tripVersion: after.version };
  await transact(context, [entryStep(trip.teamId, kept, () => changed(trip)), ...steps]);
  return { previousStatus: trip.status, trip: after };
}

/** The first answer, from the entry. A fact that a sync stored may still have to be merged, and had none. */
async function firstAnswer(
  context: Context,
  trip: TripRecord,
  fact: MoveFact,
  there: AuditEvent,
  changed: Changed,
): Promise<Answered> {
  const { from, to } = MOVES[fact.kind];
  const isMove = there.fact !== undefined;
  const after = isMove ? trip : await mergeTimes(context, trip, { ...fact, at: there.at }, changed);
  const { tripVersion: version = after.version } = there;
  return { previousStatus: isMove ? from : to, trip: { ...after, status: to, version } };
}

const isDone = (failure: unknown): boolean => failure instanceof AppError && failure.code === 'TRIP_TRANSITION';
const isForeign = (failure: unknown): boolean => failure instanceof AppError && failure.code === 'FORBIDDEN';
const reused = (): AppError => new AppError('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key' });
