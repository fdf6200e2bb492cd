import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { StoredEmail } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';
import { withdrawInvitation } from '../../shared/teams/invitations';

/** Withdraws an invitation that was not accepted yet. */
export const operation = defineOperation({
  id: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  route: 'DELETE /teams/{teamId}/invitations/{email}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { path: { email: StoredEmail } },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['NOT_FOUND'],
  irreversible: true,
  securityEvent: { of: 'ACCESS_CHANGED' },
  uses: { withdrawInvitation },
  run: async ({ input, caller, deps }) => {
    await deps.withdrawInvitation(caller, input.path.email);
    return { message: { en: 'Withdrawn.', es: 'Invitación retirada.' } };
  },
});
