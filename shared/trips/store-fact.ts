import type { TokenDriver } from '../fleet/active-driver';
import type { Context } from '../platform/runtime/context';
import { writeOne } from '../platform/table/write';
import { type Fact, isMergedFact } from './fact';
import { entryOf, isSameFact, putIfAbsent, type Stored } from './fact-entry';
import { mergeStep, Outranked, ProofsFull } from './merge-stop';
import { asRecorded } from './recorded-move';

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
    try {
      await writeOne(context, mergeStep(driver.teamId, known));
    } catch (failure) {
      // The entry stays in the timeline, so that no event of the road is lost.
      if (failure instanceof ProofsFull) return 'TOO_MANY_PROOFS';
      if (!(failure instanceof Outranked)) throw failure;
    }
  }
  return there ? 'DUPLICATE' : 'APPLIED';
}
