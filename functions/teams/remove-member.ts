import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { removeMember } from '../../shared/teams/members';
import { membershipKey } from '../../shared/teams/team';

/**
 * Removes a member at once, withdraws the invitations of that member and replaces the join code. Every member can leave;
 * the owner must transfer the team first.
 */
export const operation = defineOperation({
  id: 'removeMember',
  summary: 'Remove a member, or leave',
  route: 'DELETE /teams/{teamId}/members/{userId}',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: v.object({ message: v.string() }) },
  errors: ['TEAM_OWNER', 'CONFLICT'],
  irreversible: true,
  securityEvent: { of: 'ACCESS_CHANGED' },
  uses: { removeMember },
  entity: ({ path }) => membershipKey(path.teamId, path.userId),
  run: async ({ caller, deps, entity }) => {
    await deps.removeMember(caller, entity);
    return { message: 'Removed. The team has a new join code.' };
  },
});
