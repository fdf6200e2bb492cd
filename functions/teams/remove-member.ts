import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { removeMember } from '../../shared/teams/members';
import { membershipKey } from '../../shared/teams/team';

/**
 * Removes a member at once, with the invitations that the member sent and the API keys that the member made, and replaces the join code. Every
 * member can leave; an ADMIN or the OWNER can remove others. The owner must transfer the team first.
 */
export const operation = defineOperation({
  id: 'removeMember',
  summary: 'Remove a member, or leave',
  route: 'DELETE /teams/{teamId}/members/{userId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'never' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['TEAM_OWNER', 'CONFLICT'],
  irreversible: true,
  securityEvent: { of: 'ACCESS_CHANGED' },
  uses: { removeMember },
  entity: ({ path }) => membershipKey(path.teamId, path.userId),
  run: async ({ caller, deps, entity }) => {
    await deps.removeMember(caller, entity);
    return {
      message: {
        en: 'Removed. The team has a new join code.',
        es: 'Se quitó al miembro. La empresa tiene un código de ingreso nuevo.',
      },
    };
  },
});
