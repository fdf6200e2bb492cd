import * as v from 'valibot';
import { queueMails } from '../../shared/mail/queue-mails';
import { defineOperation } from '../../shared/operation/define';
import { closeCreation } from '../../shared/platform/table/idempotency';
import { invitationMails } from '../../shared/teams/invitation-mails';
import { planInvitations } from '../../shared/teams/invitations';
import { recordInvitations } from '../../shared/teams/record-invitations';
import { InvitationOutcome, NewInvitations } from '../../shared/teams/team';

/**
 * Invites people to the team by mail. People who have an account become members at once, ten a day for each inviter. All others join at their next
 * sign-in within seven days. Inviting an address again renews its invitation.
 */
export const operation = defineOperation({
  id: 'createInvitations',
  summary: 'Invite people to a team',
  route: 'POST /teams/{teamId}/invitations',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { body: NewInvitations },
  output: { status: 200, body: v.object({ invitations: v.array(InvitationOutcome) }) },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'ACCESS_CHANGED' },
  idempotencyKey: true,
  uses: { planInvitations, recordInvitations, queueMails, closeCreation },
  run: async ({ input, caller, deps, once }) => {
    const { invites, outcomes, inviter, team } = await deps.planInvitations(caller, input.body.invites, once);
    const notices = await deps.recordInvitations(caller.teamId, caller.id, invites);
    await deps.queueMails(invitationMails(notices, inviter, team));
    if (invites.length > 0) await deps.closeCreation(once);
    return { invitations: outcomes };
  },
});
