import { queueMails } from '../../shared/mail/queue-mails';
import { defineOperation } from '../../shared/operation/define';
import { closeCreation } from '../../shared/platform/table/idempotency';
import { invitationMails } from '../../shared/teams/invitation-mails';
import { recordInvitations } from '../../shared/teams/record-invitations';
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
  isOfInterface: true,
  auth: { pool: 'staff', keys: 'never' },
  input: { body: NewTeam },
  output: { status: 201, body: CreatedTeam },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'ACCESS_CHANGED' },
  uses: { createTeam, recordInvitations, queueMails, closeCreation },
  idempotencyKey: true,
  run: async ({ input, caller, deps, once }) => {
    const { created, invites } = await deps.createTeam(caller.user, input.body, once);
    const notices = await deps.recordInvitations(created.team.teamId, caller.id, invites);
    await deps.queueMails(invitationMails(notices, caller.user, created.team));
    if (invites.length > 0) await deps.closeCreation(once);
    return created;
  },
});
