import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { listMembers } from '../../shared/teams/members';
import { Member } from '../../shared/teams/team';

/** Lists the members of a team with their roles. */
export const operation = defineOperation({
  id: 'listMembers',
  summary: 'List the members of a team',
  route: 'GET /teams/{teamId}/members',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'never' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('members', Member)),
  errors: [],
  uses: { listMembers },
  run: async ({ input, caller, deps }) => {
    const { records: members, ...page } = await deps.listMembers(caller.teamId, input.query);
    return { members, ...page };
  },
});
