import { auditStep, type TeamActor } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { changedBy } from '../platform/values/changes';
import { type RoadPolicy, type RoadPolicyChanges, readRoadPolicy, roadPolicyKey } from './policy';

/** Reads the road policy of a team. */
export const getRoadPolicy = capability(
  { table: ['GetItem'], tableKeys: ['TEAM#'] },
  (context) =>
    (teamId: string): Promise<RoadPolicy> =>
      readRoadPolicy(context, teamId),
);

/** Changes the road policy of a team and returns all of it. Only the sent fields are written, so two changes of different fields both stay. */
export const changeRoadPolicy = capability(
  { table: ['GetItem', 'UpdateItem', 'PutItem'], tableKeys: ['TEAM#'] },
  (context) =>
    async (actor: TeamActor, changes: RoadPolicyChanges): Promise<RoadPolicy> => {
      const { teamId } = actor;
      const policy = changedBy(await readRoadPolicy(context, teamId), changes);
      if (Object.keys(changes).length === 0) return policy;
      const key = roadPolicyKey(teamId);
      await transact(context, [
        update(
          key,
          { set: changes },
          { exists: undefined },
          () => new Error(`A condition failed for a write that has none: ${key.sk}`),
        ),
        auditStep(context, actor, {
          entityType: 'TEAM',
          entityId: teamId,
          action: 'UPDATE',
          changes: { roadPolicy: changes },
        }),
      ]);
      return policy;
    },
);
