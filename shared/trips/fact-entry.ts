import { isDeepStrictEqual } from 'node:util';
import { type AuditEvent, eventKey } from '../audit/audit-event';
import type { TokenDriver } from '../fleet/active-driver';
import type { Context } from '../platform/runtime/context';
import { type Step, update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import type { Fact, MoveFact } from './fact';
import { asRecorded } from './recorded-move';

export type Stored = 'APPLIED' | 'DUPLICATE' | 'ID_REUSED' | 'TOO_MANY_PROOFS';

/** The timeline has an entry with the identifier of a fact. */
export class EntryIsThere extends Error {
  constructor(readonly entry: AuditEvent | undefined) {
    super('The timeline has an entry with this identifier.');
  }
}

/** Writes an entry that makes no transition, unless there is one under its identifier. */
export const entryStep = (teamId: string, entry: AuditEvent, refused: (found: AuditEvent | undefined) => Error): Step =>
  update(eventKey(teamId, entry), { set: entry }, { exists: false }, refused);

/** Writes the entry. Returns the one that is there under its identifier. */
export async function putIfAbsent(
  context: Context,
  teamId: string,
  entry: AuditEvent,
): Promise<AuditEvent | undefined> {
  try {
    await writeOne(
      context,
      entryStep(teamId, entry, (found) => new EntryIsThere(found)),
    );
    return undefined;
  } catch (failure) {
    if (!(failure instanceof EntryIsThere) || failure.entry === undefined) throw failure;
    return failure.entry;
  }
}

/** What the entry of a transition keeps of the fact that made it. */
export const transitionFact = ({
  fact: { id, at, recordedAt, accuracyM },
  receivedAt,
}: {
  readonly fact: MoveFact;
  readonly receivedAt: Date;
}): NonNullable<AuditEvent['fact']> => ({ id, at, recordedAt, receivedAt: receivedAt.toISOString(), accuracyM });

/** The entry of a fact that made no transition. */
export function entryOf({ id: actorId }: TokenDriver, receivedAt: Date, fact: Fact): AuditEvent {
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
export const isSameFact = (one: AuditEvent, other: AuditEvent): boolean =>
  isDeepStrictEqual(sentOf(one), sentOf(other));

function sentOf(entry: AuditEvent) {
  const { action, actorId, lat, lng, stopId, changes } = asRecorded(entry);
  return { action, actorId, lat, lng, stopId, changes };
}
