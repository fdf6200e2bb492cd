import * as v from 'valibot';
import { isMfaEnabled } from '../../shared/identity/cognito/authenticator';
import { defineOperation } from '../../shared/operation/define';
import { readOwnUser } from '../../shared/teams/profiles';
import { UserProfile } from '../../shared/teams/user';

/** Reads the caller's own profile, and whether sign-in asks for a code of an authenticator app. */
export const operation = defineOperation({
  id: 'getOwnUser',
  summary: 'Get your profile',
  route: 'GET /users/me',
  auth: { pool: 'staff' },
  output: { status: 200, body: v.object({ ...UserProfile.entries, mfaEnabled: v.boolean() }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { readOwnUser, isMfaEnabled },
  run: async ({ caller, deps }) => {
    const [user, mfaEnabled] = await Promise.all([deps.readOwnUser(caller), deps.isMfaEnabled(caller.accessToken)]);
    return { ...user, mfaEnabled };
  },
});
