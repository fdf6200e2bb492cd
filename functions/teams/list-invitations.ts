import * as v from 'valibot';
import { listOf, PageQuery } from '../../shared/domain/lists';
import { Invitation } from '../../shared/domain/teams';
import { defineOperation } from '../../shared/operation/define';
import { listInvitations } from '../../shared/store/teams/invitations';

/** The invitations that wait for a first sign-in. */
export const operation = defineOperation({
  id: 'listInvitations',
  summary: 'List the open invitations of a team',
  route: 'GET /teams/{teamId}/invitations',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN' },
  input: { query: v.object(PageQuery) },
  output: { status: 200, body: listOf('invitations', Invitation) },
  errors: [],
  uses: { listInvitations },
  run: async ({ input, caller, deps }) => {
    const { records: invitations, ...page } = await deps.listInvitations(caller.teamId, input.query);
    return { invitations, ...page };
  },
});
