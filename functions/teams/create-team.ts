import { invitationMail } from '../../shared/mail/mail';
import { queueMails } from '../../shared/mail/queue-mails';
import { defineOperation } from '../../shared/operation/define';
import { closeCreation } from '../../shared/platform/table/idempotency';
import { recordInvitations } from '../../shared/teams/invitations';
import { NewTeam } from '../../shared/teams/team';
import { CreatedTeam, createTeam } from '../../shared/teams/teams';

/**
 * Creates a team, its owner and its join code in one transaction. The invitations follow in separate transactions: 97
 * of them would not fit, and one that fails must not prevent the team. After an interruption a request with the same
 * Idempotency-Key writes the rest.
 */
export const operation = defineOperation({
  id: 'createTeam',
  summary: 'Create a team and become its owner',
  route: 'POST /teams',
  auth: { pool: 'staff' },
  input: { body: NewTeam },
  output: { status: 201, body: CreatedTeam },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { createTeam, recordInvitations, queueMails, closeCreation },
  idempotencyKey: true,
  run: async ({ input, caller, deps, once }) => {
    const { created, owner, invites } = await deps.createTeam(caller.id, input.body, once);
    const toMail = await deps.recordInvitations(created.team.teamId, owner.id, invites);
    await deps.queueMails(toMail.map((email) => invitationMail(email, owner.name ?? owner.email, created.team.name)));
    if (invites.length > 0) await deps.closeCreation(once);
    return created;
  },
});
