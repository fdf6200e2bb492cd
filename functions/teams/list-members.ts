import * as v from 'valibot';
import { listOf, PageQuery } from '../../shared/domain/lists';
import { Member } from '../../shared/domain/teams';
import { defineOperation } from '../../shared/operation/define';
import { listMembers } from '../../shared/store/teams/members';

/** The members of a team with their roles. */
export const operation = defineOperation({
  id: 'listMembers',
  summary: 'List the members of a team',
  route: 'GET /teams/{teamId}/members',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { query: v.object(PageQuery) },
  output: { status: 200, body: listOf('members', Member) },
  errors: [],
  uses: { listMembers },
  run: async ({ input, caller, deps }) => {
    const { records: members, ...page } = await deps.listMembers(caller.teamId, input.query);
    return { members, ...page };
  },
});
