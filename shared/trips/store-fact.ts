import { isDeepStrictEqual } from 'node:util';
import { type AuditEvent, eventKey } from '../audit/audit-event';
import type { TokenDriver } from '../fleet/active-driver';
import type { Context } from '../platform/runtime/context';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { type Fact, isStopFact } from './fact';
import { mergeStep, Outranked } from './merge-stop';

export type Stored = 'APPLIED' | 'DUPLICATE' | 'ID_REUSED';

/**
 * Writes the fact into the timeline under its own identifier, unless it is there, and then merges it. A fact that is
 * there is merged again: this repairs a run that was interrupted between the two writes.
 */
export async function storeFact(context: Context, driver: TokenDriver, receivedAt: Date, fact: Fact): Promise<Stored> {
  const entry = entryOf(driver, receivedAt, fact);
  const there = await putIfAbsent(context, driver.teamId, entry);
  if (there && !isSameFact(there, entry)) return 'ID_REUSED';
  // The first estimate of the time stays.
  const known = there ? { ...fact, at: there.at } : fact;
  if (isStopFact(known)) {
    await writeOne(context, mergeStep(driver.teamId, known)).catch((failure: unknown) => {
      if (!(failure instanceof Outranked)) throw failure;
    });
  }
  return there ? 'DUPLICATE' : 'APPLIED';
}

class IsThere extends Error {
  constructor(readonly entry: AuditEvent | undefined) {
    super('The timeline has an entry with this identifier.');
  }
}

/** Writes the entry. Returns the one that is there under its identifier. */
async function putIfAbsent(context: Context, teamId: string, entry: AuditEvent): Promise<AuditEvent | undefined> {
  const step = update(eventKey(teamId, entry), { set: entry }, { exists: false }, (found) => new IsThere(found));
  try {
    await writeOne(context, step);
    return undefined;
  } catch (failure) {
    if (!(failure instanceof IsThere) || failure.entry === undefined) throw failure;
    return failure.entry;
  }
}

function entryOf({ id: actorId }: TokenDriver, receivedAt: Date, fact: Fact): AuditEvent {
  const { id, kind, tripId, recordedAt, at, lat, lng, accuracyM, ...own } = fact;
  const { stopId, ...details } = { stopId: undefined, ...own };
  const changes = { ...(accuracyM !== undefined && { accuracyM }), ...withoutAbsent(details) };
  return {
    ...{ id, entityType: 'TRIP', entityId: tripId, action: kind, actorId, actorType: 'DRIVER', at, lat, lng, stopId },
    ...{ recordedAt, receivedAt: receivedAt.toISOString() },
    ...(Object.keys(changes).length > 0 && { changes }),
  };
}

const withoutAbsent = (details: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));

/** Compares all that the phone sent except `recordedAt`. */
const isSameFact = (one: AuditEvent, other: AuditEvent): boolean => isDeepStrictEqual(sentOf(one), sentOf(other));
const sentOf = ({ action, actorId, lat, lng, stopId, changes }: AuditEvent) => ({
  action,
  actorId,
  lat,
  lng,
  stopId,
  changes,
});
