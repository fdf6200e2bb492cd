import { Client, NewClient } from '../../shared/clients/client';
import { createClient } from '../../shared/clients/clients';
import { defineOperation } from '../../shared/operation/define';

/** Creates a client in the team that the body names. */
export const operation = defineOperation({
  id: 'createClient',
  summary: 'Register a client',
  route: 'POST /clients',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'body.teamId', keys: 'clients:write' },
  input: { body: NewClient },
  output: { status: 201, body: Client, version: ({ version }) => version },
  errors: ['EXTERNAL_ID_TAKEN'],
  uses: { createClient },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createClient(caller, input.body, once),
});
