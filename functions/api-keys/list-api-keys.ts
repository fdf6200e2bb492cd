import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { ApiKey } from '../../shared/teams/api-key';
import { listApiKeys } from '../../shared/teams/api-keys';

/** Lists the API keys of a team, without the keys themselves. A revoked key is listed for 400 days after its end. */
export const operation = defineOperation({
  id: 'listApiKeys',
  summary: 'List the API keys of a team',
  route: 'GET /teams/{teamId}/api-keys',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('apiKeys', ApiKey)),
  errors: [],
  uses: { listApiKeys },
  run: async ({ input, caller, deps }) => {
    const { records: apiKeys, ...page } = await deps.listApiKeys(caller.teamId, input.query);
    return { apiKeys, ...page };
  },
});
