import { Client, ClientChanges, clientKey } from '../../shared/clients/client';
import { editClient } from '../../shared/clients/clients';
import { defineOperation } from '../../shared/operation/define';
import { followClient } from '../../shared/trips/follow-names';

/** Changes a client. Absent fields stay unchanged. Routes, trips that are not finished, and their drafts that no member edited, show a new name. */
export const operation = defineOperation({
  id: 'updateClient',
  summary: 'Change a client',
  route: 'PUT /clients/{id}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'clients:write' },
  input: { body: ClientChanges },
  output: { status: 200, body: Client, version: ({ version }) => version },
  errors: [],
  uses: { editClient, followClient },
  entity: ({ path, caller }) => clientKey(caller.teamId, path.id),
  run: async ({ input, caller, deps, entity, ifMatch }) => {
    const client = await deps.editClient(caller, entity, input.body, ifMatch);
    await deps.followClient(caller, input.body, client);
    return client;
  },
});
