import { Client, ClientChanges, clientKey } from '../../shared/clients/client';
import { editClient } from '../../shared/clients/clients';
import { defineOperation } from '../../shared/operation/define';

/** Changes a client. Absent fields stay unchanged. */
export const operation = defineOperation({
  id: 'updateClient',
  summary: 'Change a client',
  route: 'PUT /clients/{id}',
  auth: { pool: 'staff', team: 'query.teamId' },
  input: { body: ClientChanges },
  output: { status: 200, body: Client },
  errors: [],
  uses: { editClient },
  entity: ({ path, caller }) => clientKey(caller.teamId, path.id),
  run: ({ input, caller, deps, entity }) => deps.editClient(caller, entity, input.body),
});
