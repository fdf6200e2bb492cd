import { assertDriverActive, type TokenDriver } from '../fleet/active-driver';
import { WORKING_ACCESS } from '../fleet/driver';
import { AppError, type ErrorCode } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import type { ItemError, MoveFact } from './fact';
import { EntryIsThere, entryOf, isSameFact, putIfAbsent, type Stored, transitionFact } from './fact-entry';
import { refusalOfFact } from './judge-fact';
import { mergeTimes } from './merge-times';
import { ProofMissing } from './missing-proof';
import { tryMove } from './move-trip';
import { asRecorded, MOVES } from './recorded-move';
import type { Refusal } from './sync-result';
import { coordinatesOf, type TripRecord } from './trip';

/** What became of a fact, and the trip after it. */
interface MovedByFact {
  readonly outcome: Stored | Refusal;
  readonly trip: TripRecord;
}

/** What a refusal of the move means for the fact: each can still become valid. */
const WAITS_FOR: Partial<Record<ErrorCode, ItemError>> = {
  TRIP_NOT_READY: 'TRIP_NOT_READY',
  CONFLICT: 'SEND_AGAIN',
};

/**
 * Moves the trip by a fact, in one transaction with the fact's own entry. If the office or an earlier tap made the
 * transition, the fact is written into the timeline and gives the trip its time. A trip that changes meanwhile is judged
 * anew.
 */
export async function moveByFact(
  context: Context,
  driver: TokenDriver,
  receivedAt: Date,
  fact: MoveFact,
  read: TripRecord,
): Promise<MovedByFact> {
  let latest = read;
  let kept: Kept | undefined;
  try {
    return await retryOnConflict(context, read, async (trip, changed) => {
      latest = trip;
      const refusal = refusalOfFact(fact, driver.id, { trip, plan: undefined });
      if (refusal) return { outcome: refusal, trip };
      if (trip.status === MOVES[fact.kind].from)
        return { outcome: 'APPLIED', trip: await transition(context, driver, receivedAt, fact, trip, changed) };
      kept ??= await keepEntry(context, driver, receivedAt, fact);
      const { outcome, known } = kept;
      return { outcome, trip: known ? await mergeTimes(context, trip, known, changed) : trip };
    });
  } catch (failure) {
    if (failure instanceof EntryIsThere) return { outcome: 'ID_REUSED', trip: latest };
    if (!(failure instanceof AppError)) throw failure;
    await assertDriverActive(context, driver);
    if (failure instanceof ProofMissing)
      return { outcome: { error: 'PROOF_MISSING', message: failure.text }, trip: latest };
    const error = failure.code === 'NOT_FOUND' ? failure.code : WAITS_FOR[failure.code];
    if (error === undefined) throw failure;
    return { outcome: { error }, trip: latest };
  }
}

type Changed = (found: TripRecord) => Error;

async function transition(
  context: Context,
  driver: TokenDriver,
  receivedAt: Date,
  recorded: MoveFact,
  trip: TripRecord,
  changed: Changed,
): Promise<TripRecord> {
  const { kind, lat, lng } = recorded;
  const fact = transitionFact({ fact: recorded, receivedAt });
  const mover = { ...driver, pool: 'drivers' } as const;
  const owner = { sub: driver.sub, isOpen: true, access: WORKING_ACCESS };
  const move = { mover, coordinates: coordinatesOf(lat, lng), owner, warnings: [], fact, isLate: true } as const;
  return (await tryMove(context, trip, MOVES[kind].to, move, changed)).trip;
}

/** A fact that is in the timeline, with the first estimate of its time. Another fact with its identifier leaves none. */
interface Kept {
  readonly outcome: Stored;
  readonly known: MoveFact | undefined;
}

/** Writes the entry before the time is merged: a repeated fact merges again what an interrupted call left. */
async function keepEntry(context: Context, driver: TokenDriver, receivedAt: Date, fact: MoveFact): Promise<Kept> {
  const entry = entryOf(driver, receivedAt, fact);
  const there = await putIfAbsent(context, driver.teamId, entry);
  if (there === undefined) return { outcome: 'APPLIED', known: fact };
  if (!isSameFact(there, entry)) return { outcome: 'ID_REUSED', known: undefined };
  return { outcome: 'DUPLICATE', known: { ...fact, at: asRecorded(there).at } };
}
