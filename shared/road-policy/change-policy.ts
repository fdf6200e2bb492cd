import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { Condition } from '../platform/table/expression';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { changedBy } from '../platform/values/changes';
import { type RoadPolicy, type RoadPolicyChanges, RoadPolicyRecord, readRoadPolicy, roadPolicyKey } from './policy';

/** Reads the road policy of a team. */
export const getRoadPolicy = capability(
  { table: ['GetItem'], tableKeys: ['TEAM#'] },
  (context) =>
    (teamId: string): Promise<RoadPolicy> =>
      readRoadPolicy(context, teamId),
);

/**
 * Changes the road policy of a team and returns all of it. Only the sent fields are written, so two changes of different fields both stay. A change
 * to `overlap: REFUSE` begins a new period of agendas.
 */
export const changeRoadPolicy = capability(
  { table: ['GetItem', 'UpdateItem', 'PutItem'], tableKeys: ['TEAM#'] },
  (context) =>
    async (actor: TeamActor, changes: RoadPolicyChanges): Promise<RoadPolicy> => {
      const { teamId } = actor;
      const read = await readRoadPolicy(context, teamId);
      if (Object.keys(changes).length === 0) return read;
      return retryOnConflict(context, read, async (stored, changed) => {
        const period = periodOf(context, stored, changes);
        await transact(context, [
          update(
            roadPolicyKey(teamId),
            { set: { ...changes, ...period.set } },
            { exists: undefined, ...period.condition },
            (found) => changed(found ?? v.parse(RoadPolicyRecord, {})),
          ),
          auditStep(context, actor, {
            entityType: 'TEAM',
            entityId: teamId,
            action: 'UPDATE',
            changes: { roadPolicy: changes },
          }),
        ]);
        return changedBy(stored, changes);
      });
    },
);

/** A policy that is REFUSE already keeps its period. It must still be REFUSE then: another request may end the period meanwhile. */
function periodOf(
  context: Context,
  { overlap, refusesSince }: RoadPolicyRecord,
  changes: RoadPolicyChanges,
): { readonly set: Pick<RoadPolicyRecord, 'refusesSince'>; readonly condition: Condition } {
  if (changes.overlap !== 'REFUSE') return { set: {}, condition: {} };
  if (overlap === 'REFUSE') return { set: {}, condition: { equals: { overlap, refusesSince } } };
  return { set: { refusesSince: context.now().toISOString() }, condition: {} };
}
