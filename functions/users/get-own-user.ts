import * as v from 'valibot';
import { isMfaEnabled } from '../../shared/identity/cognito/authenticator';
import { defineOperation } from '../../shared/operation/define';
import { UserProfile } from '../../shared/teams/user';

/** Reads the caller's own profile, and whether sign-in asks for a code of an authenticator app. */
export const operation = defineOperation({
  id: 'getOwnUser',
  summary: 'Get your profile',
  route: 'GET /users/me',
  auth: { pool: 'staff', keys: 'never' },
  output: {
    status: 200,
    body: v.object({
      ...UserProfile.entries,
      /** Whether the sign-in asks for a code of an authenticator app. */
      mfaEnabled: v.boolean(),
    }),
  },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { isMfaEnabled },
  run: async ({ caller, deps }) => ({ ...caller.user, mfaEnabled: await deps.isMfaEnabled(caller.id) }),
});
