import * as v from 'valibot';
import { CLIENT_STATUSES, Client } from '../../shared/clients/client';
import { listClients } from '../../shared/clients/clients';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { searchQuery } from '../../shared/platform/table/search-query';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the clients of a team, newest first, or by name with `sort=name`. `q` finds the beginnings of words of the name, RFC, telephone and
 * e-mail address, in the alphabetical order of the words found. A page under `q`, `sort=name` or `status` can be short and have a cursor.
 */
export const operation = defineOperation({
  id: 'listClients',
  summary: 'List the clients of a team',
  route: 'GET /clients',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'clients:read' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(CLIENT_STATUSES)),
      ...searchQuery('name'),
    }),
  },
  output: listAnswer(listOf('clients', Client)),
  errors: [],
  uses: { listClients },
  run: async ({ input, caller, deps }) => {
    const { records: clients, ...page } = await deps.listClients(caller.teamId, input.query, input.query);
    return { clients, ...page };
  },
});
