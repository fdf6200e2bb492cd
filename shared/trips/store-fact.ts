import * as v from 'valibot';
import type { TokenDriver } from '../fleet/active-driver';
import type { Context } from '../platform/runtime/context';
import { exchangeOne } from '../platform/table/write';
import { type Fact, isMergedFact, type MergedFact } from './fact';
import { entryOf, isSameFact, putIfAbsent, type Stored } from './fact-entry';
import { mergeStep, Outranked, ProofsFull } from './merge-stop';
import { resolveLate } from './raise-late';
import { asRecorded } from './recorded-move';
import { StopRegisters } from './stop';

/**
 * Writes the fact into the timeline under its own identifier, unless it is there, and then merges it. A fact that is
 * there is merged again: this repairs a run that was interrupted between the two writes.
 */
export async function storeFact(context: Context, driver: TokenDriver, receivedAt: Date, fact: Fact): Promise<Stored> {
  const entry = entryOf(driver, receivedAt, fact);
  const there = await putIfAbsent(context, driver.teamId, entry);
  if (there && !isSameFact(there, entry)) return 'ID_REUSED';
  // The first estimate of the time stays.
  const known = there ? { ...fact, at: asRecorded(there).at } : fact;
  if (isMergedFact(known)) {
    const merged = await mergeReported(context, driver.teamId, known);
    // The entry stays in the timeline, so that no event of the road is lost.
    if (merged === 'FULL') return 'TOO_MANY_PROOFS';
    if (merged && (known.kind === 'STOP_ARRIVED' || known.kind === 'STOP_SKIPPED')) {
      const arrivedAt = known.kind === 'STOP_ARRIVED' ? known.at : undefined;
      await resolveLate(context, { teamId: driver.teamId, id: known.tripId }, merged, arrivedAt);
    }
  }
  return there ? 'DUPLICATE' : 'APPLIED';
}

/** Merges a fact into the item of its stop. Returns the item as it was, if there was one. */
async function mergeReported(
  context: Context,
  teamId: string,
  fact: MergedFact,
): Promise<StopRegisters | 'FULL' | undefined> {
  try {
    const before = await exchangeOne(context, mergeStep(teamId, fact), 'ALL_OLD');
    return before === undefined ? undefined : v.parse(StopRegisters, before);
  } catch (failure) {
    if (failure instanceof ProofsFull) return 'FULL';
    if (failure instanceof Outranked) return undefined;
    throw failure;
  }
}
