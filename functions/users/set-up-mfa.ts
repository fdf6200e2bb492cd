import * as v from 'valibot';
import { beginAuthenticator } from '../../shared/identity/cognito/authenticator';
import { defineOperation } from '../../shared/operation/define';
import { readOwnUser } from '../../shared/teams/profiles';

const ISSUER = 'Flota';

/** Creates a new secret for an authenticator app. It takes effect after POST …/confirm with a first code. */
export const operation = defineOperation({
  id: 'setUpMfa',
  summary: 'Begin to enrol an authenticator app',
  route: 'POST /users/me/mfa/setup',
  auth: { pool: 'staff' },
  output: { status: 200, body: v.object({ secret: v.string(), otpauthUri: v.string() }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { readOwnUser, beginAuthenticator },
  run: async ({ caller, deps }) => {
    const user = await deps.readOwnUser(caller);
    const secret = await deps.beginAuthenticator(caller.accessToken);
    const query = new URLSearchParams({ secret, issuer: ISSUER });
    return { secret, otpauthUri: `otpauth://totp/${ISSUER}:${encodeURIComponent(user.email)}?${query}` };
  },
});
