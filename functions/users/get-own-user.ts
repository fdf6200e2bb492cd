import * as v from 'valibot';
import { UserProfile } from '../../shared/domain/users';
import { defineOperation } from '../../shared/operation/define';
import { isMfaEnabled } from '../../shared/providers/identity/authenticator';
import { readOwnUser } from '../../shared/store/teams/profiles';

/** The caller's own profile, and whether sign-in asks for a code of an authenticator app. */
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
