import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { removeMember } from '../../shared/teams/members';
import { membershipKey } from '../../shared/teams/team';

/** Takes a member out of the team, at once, and changes the join code. Everybody may leave; the owner hands over first. */
export const operation = defineOperation({
  id: 'removeMember',
  summary: 'Remove a member, or leave',
  route: 'DELETE /teams/{teamId}/members/{userId}',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: v.object({ message: v.string() }) },
  errors: ['TEAM_OWNER', 'CONFLICT'],
  uses: { removeMember },
  entity: ({ path }) => membershipKey(path.teamId, path.userId),
  run: async ({ caller, deps, entity }) => {
    await deps.removeMember(caller, entity);
    return { message: 'Removed. The team has a new join code.' };
  },
});
