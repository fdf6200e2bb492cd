import * as v from 'valibot';
import { AuthenticatorCode } from '../../shared/domain/sessions';
import { defineOperation } from '../../shared/operation/define';
import { removeAuthenticator } from '../../shared/providers/identity/authenticator';

/** Takes the authenticator app off, for one more code of it. Enrolling again begins with a new secret. */
export const operation = defineOperation({
  id: 'removeMfa',
  summary: 'Remove the authenticator app',
  route: 'DELETE /users/me/mfa',
  auth: { pool: 'staff' },
  input: { body: v.object({ code: AuthenticatorCode }) },
  output: { status: 200, body: v.object({ message: v.string() }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { removeAuthenticator },
  run: async ({ input, caller, deps }) => {
    await deps.removeAuthenticator(caller.accessToken, input.body.code);
    return { message: 'Sign-in asks for no code any more.' };
  },
});
