import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { deleteApiKey } from '../../shared/teams/api-keys';

/** Deletes an API key. From the answer on, each call with the key answers 401. */
export const operation = defineOperation({
  id: 'deleteApiKey',
  summary: 'Delete an API key',
  route: 'DELETE /teams/{teamId}/api-keys/{id}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  irreversible: true,
  securityEvent: { of: 'ACCESS_CHANGED' },
  uses: { deleteApiKey },
  run: async ({ input, caller, deps }) => {
    await deps.deleteApiKey(caller, input.path.id);
    return { message: { en: 'The API key is deleted.', es: 'La llave de API se borró.' } };
  },
});
