import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { acceptMembership } from '../../shared/teams/accept-membership';

/**
 * Accepts the membership of a team to which another member has added the caller. From then on the members see the
 * caller's name. DELETE /teams/{teamId}/members/{userId} leaves the team instead.
 */
export const operation = defineOperation({
  id: 'acceptMembership',
  summary: 'Accept the membership of a team',
  route: 'POST /teams/{teamId}/accept',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'never' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: [],
  securityEvent: { of: 'ACCESS_CHANGED' },
  withoutKey: 'SAME',
  uses: { acceptMembership },
  run: async ({ caller, deps }) => {
    await deps.acceptMembership(caller);
    return {
      message: {
        en: 'Accepted. The members of the team see your name now.',
        es: 'Aceptado. Los miembros de la empresa ya ven su nombre.',
      },
    };
  },
});
