import * as v from 'valibot';
import type { TokenDriver } from '../fleet/active-driver';
import type { Context } from '../platform/runtime/context';
import { exchangeOne } from '../platform/table/write';
import { type Fact, isStopFact } from './fact';
import { entryOf, isSameFact, putIfAbsent, type Stored } from './fact-entry';
import { mergeStep, Outranked } from './merge-stop';
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
  if (isStopFact(known)) {
    const before = await exchangeOne(context, mergeStep(driver.teamId, known), 'ALL_OLD').catch((failure: unknown) => {
      if (!(failure instanceof Outranked)) throw failure;
    });
    if (before && known.kind === 'STOP_ARRIVED') {
      const trip = { teamId: driver.teamId, id: known.tripId };
      await resolveLate(context, trip, v.parse(StopRegisters, before), known.at);
    }
  }
  return there ? 'DUPLICATE' : 'APPLIED';
}
