import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { Invitation } from '../../shared/teams/invitation';
import { listInvitations } from '../../shared/teams/invitations';

/** Lists the invitations that wait for a sign-in and have not ended. */
export const operation = defineOperation({
  id: 'listInvitations',
  summary: 'List the open invitations of a team',
  route: 'GET /teams/{teamId}/invitations',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('invitations', Invitation)),
  errors: [],
  uses: { listInvitations },
  run: async ({ input, caller, deps }) => {
    const { records: invitations, ...page } = await deps.listInvitations(caller.teamId, input.query);
    return { invitations, ...page };
  },
});
