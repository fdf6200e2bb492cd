import * as v from 'valibot';
import { CLIENT_STATUSES, Client } from '../../shared/clients/client';
import { listClients } from '../../shared/clients/clients';
import { defineOperation } from '../../shared/operation/define';
import { Line } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/** Lists the clients of a team, newest first. `q` is a prefix of the name; case and accents are ignored. */
export const operation = defineOperation({
  id: 'listClients',
  summary: 'List the clients of a team',
  route: 'GET /clients',
  auth: { pool: 'staff', team: 'query.teamId' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(CLIENT_STATUSES)),
      /** Only customers whose name begins with this text. Accents and case do not matter. */
      q: v.optional(Line(200)),
    }),
  },
  output: { status: 200, body: listOf('clients', Client) },
  errors: [],
  uses: { listClients },
  run: async ({ input, caller, deps }) => {
    const { records: clients, ...page } = await deps.listClients(caller.teamId, input.query, input.query);
    return { clients, ...page };
  },
});
