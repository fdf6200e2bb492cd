import * as v from 'valibot';
import { countOwnCode } from '../../shared/identity/attempt-limits';
import { removeAuthenticator } from '../../shared/identity/cognito/authenticator';
import { AuthenticatorCode } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';

/** Removes the authenticator app. Requires one more code of it. A later enrolment gets a new secret. */
export const operation = defineOperation({
  id: 'removeMfa',
  summary: 'Remove the authenticator app',
  route: 'DELETE /users/me/mfa',
  auth: { pool: 'staff' },
  input: { body: v.object({ code: AuthenticatorCode }) },
  output: { status: 200, body: v.object({ message: v.string() }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { countOwnCode, removeAuthenticator },
  run: async ({ input, caller, deps }) => {
    await deps.countOwnCode(caller.id);
    await deps.removeAuthenticator(caller.accessToken, input.body.code);
    return { message: 'Sign-in asks for no code any more.' };
  },
});
