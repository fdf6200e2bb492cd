import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { ListedTeam } from '../../shared/teams/team';
import { listTeams } from '../../shared/teams/teams';

/** Lists the caller's teams with the caller's role, oldest first. The join code is in GET /teams/{teamId} only. */
export const operation = defineOperation({
  id: 'listTeams',
  summary: 'List the teams you are a member of',
  route: 'GET /teams',
  auth: { pool: 'staff', keys: 'never' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('teams', ListedTeam)),
  errors: [],
  uses: { listTeams },
  run: async ({ input, caller, deps }) => {
    const { records: teams, ...page } = await deps.listTeams(caller.id, input.query);
    return { teams, ...page };
  },
});
