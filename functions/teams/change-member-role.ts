import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { changeRole } from '../../shared/teams/members';
import { Member, membershipKey, ROLES } from '../../shared/teams/team';

/**
 * Changes a member's role. Giving OWNER transfers the team and makes the caller ADMIN. A lower role withdraws the
 * invitations of that member.
 */
export const operation = defineOperation({
  id: 'changeMemberRole',
  summary: 'Change the role of a member',
  route: 'PUT /teams/{teamId}/members/{userId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'OWNER', keys: 'never' },
  input: {
    body: v.object({
      /** The member’s new role. OWNER hands the team over, and the caller becomes ADMIN. */
      role: v.picklist(ROLES),
    }),
  },
  output: { status: 200, body: Member },
  errors: ['TEAM_OWNER', 'CONFLICT'],
  securityEvent: { of: 'ACCESS_CHANGED' },
  irreversible: { role: ['OWNER'] },
  uses: { changeRole },
  entity: ({ path }) => membershipKey(path.teamId, path.userId),
  run: ({ input, caller, deps, entity }) => deps.changeRole(caller, entity, input.body.role),
});
