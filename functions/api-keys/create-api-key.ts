import { defineOperation } from '../../shared/operation/define';
import { CreatedApiKey, NewApiKey } from '../../shared/teams/api-key';
import { createApiKey } from '../../shared/teams/api-keys';

/**
 * Makes an API key for another system. The answer is the only one with the key. A team has at most twenty keys; an expired one counts until
 * it is deleted. Under the policy `recentSignIn` this needs a recent sign-in, because the key itself needs none.
 */
export const operation = defineOperation({
  id: 'createApiKey',
  summary: 'Make an API key',
  route: 'POST /teams/{teamId}/api-keys',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', needsRecentSignIn: true, keys: 'never' },
  input: { body: NewApiKey },
  output: { status: 201, body: CreatedApiKey },
  errors: ['API_KEY_LIMIT'],
  securityEvent: { of: 'ACCESS_CHANGED' },
  withoutKey: 'SECRET',
  uses: { createApiKey },
  run: ({ input, caller, deps }) => deps.createApiKey(caller, input.body),
});
