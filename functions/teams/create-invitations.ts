import * as v from 'valibot';
import { invitationMail } from '../../shared/mail/mail';
import { queueMails } from '../../shared/mail/queue-mails';
import { defineOperation } from '../../shared/operation/define';
import { planInvitations, recordInvitations } from '../../shared/teams/invitations';
import { InvitationOutcome, NewInvitations } from '../../shared/teams/team';

/**
 * Invites people to the team. Users become members at once. Other addresses get a mail and join at their first sign-in.
 */
export const operation = defineOperation({
  id: 'createInvitations',
  summary: 'Invite people to a team',
  route: 'POST /teams/{teamId}/invitations',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN' },
  input: { body: NewInvitations },
  output: { status: 200, body: v.object({ invitations: v.array(InvitationOutcome) }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { planInvitations, recordInvitations, queueMails },
  run: async ({ input, caller, deps }) => {
    const { invites, outcomes, inviter, team } = await deps.planInvitations(caller, input.body.invites);
    const toMail = await deps.recordInvitations(caller.teamId, caller.id, invites);
    await deps.queueMails(toMail.map((email) => invitationMail(email, inviter.name ?? inviter.email, team.name)));
    return { invitations: outcomes };
  },
});
