import { Client, clientKey } from '../../shared/clients/client';
import { defineOperation } from '../../shared/operation/define';

/** Reads a client of the team. */
export const operation = defineOperation({
  id: 'getClient',
  summary: 'Read a client',
  route: 'GET /clients/{id}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'clients:read' },
  output: { status: 200, body: Client, version: ({ version }) => version },
  errors: [],
  uses: {},
  entity: ({ path, caller }) => clientKey(caller.teamId, path.id),
  run: async ({ entity }) => entity,
});
