import * as v from 'valibot';
import type { Context } from '../runtime/context';
import type { Condition } from './expression';
import { key, ofTeam } from './keys';
import { againWhile } from './retry';
import { check, type Step } from './steps';

/**
 * A creation that names a record reads it first and writes later. A deletion therefore marks the team before it looks for the records that name
 * the one that goes. A write that names records has the condition that no deletion was marked since the names were read
 * (docs/decisions/0119).
 */
const Deletions = v.object({ lastDeletion: v.string() });

/** The mark of the last deletion in a team. */
export const deletionsKey = (teamId: string) => key(Deletions, ofTeam(teamId), 'DELETIONS');

/** The attribute with the instant of the last deletion and its identifier, so that no two deletions have the same mark. */
export const deletionMark = (context: Context) => ({
  lastDeletion: `${context.now().toISOString()}#${context.newId()}`,
});

/** The most by which the clocks of two functions differ. */
const CLOCKS_DIFFER_MS = 2_000;

/** The condition that the records which the work has read are still there, and the error that makes the work read again. */
export interface StillThere {
  readonly condition: Condition;
  readonly refused: (found: unknown) => Error;
}

/** A record may have been deleted since the write's names were read. */
export class RecordsChanged extends Error {
  constructor() {
    super('A deletion was marked in the team since the names were read.');
  }
}

/** Reads records and writes what names them. The work is done again when a deletion was marked meanwhile. */
export function namingRecords<T>(context: Context, work: (stillThere: StillThere) => Promise<T>): Promise<T> {
  let condition = notSince(new Date(context.now().getTime() - CLOCKS_DIFFER_MS));
  const refused = (found: unknown) => {
    // The names are read again after this mark, so only a further one counts.
    condition = { exists: undefined, equals: v.parse(Deletions, found) };
    return new RecordsChanged();
  };
  return againWhile(
    context,
    (failure) => failure instanceof RecordsChanged,
    () => work({ condition, refused }),
  );
}

const notSince = (instant: Date): Condition => ({
  exists: undefined,
  absentOrAtMost: { lastDeletion: instant.toISOString() },
});

/** The condition as a step of its own, for a write that names records. Returns no step if `named` has no identifier. */
export const stillThereSteps = (
  teamId: string,
  { condition, refused }: StillThere,
  named: readonly (string | null | undefined)[],
): Step[] => (named.some((id) => id) ? [check(deletionsKey(teamId), condition, refused)] : []);
