import * as v from 'valibot';
import { countOwnCode } from '../../shared/identity/attempt-limits';
import { confirmAuthenticator } from '../../shared/identity/cognito/authenticator';
import { AuthenticatorCode } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';

/**
 * Completes the enrolment: every later sign-in asks for a code. A wrong code answers 400, because the session itself is
 * valid.
 */
export const operation = defineOperation({
  id: 'confirmMfa',
  summary: 'Confirm the authenticator app with a first code',
  route: 'POST /users/me/mfa/confirm',
  auth: { pool: 'staff' },
  input: { body: v.object({ code: AuthenticatorCode }) },
  output: { status: 200, body: v.object({ message: v.string() }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { countOwnCode, confirmAuthenticator },
  run: async ({ input, caller, deps }) => {
    await deps.countOwnCode(caller.id);
    await deps.confirmAuthenticator(caller.accessToken, input.body.code);
    return { message: 'From now on a code of the app is asked at every sign-in.' };
  },
});
