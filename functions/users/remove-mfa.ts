import * as v from 'valibot';
import { removeAuthenticator } from '../../shared/identity/cognito/authenticator';
import { proveFactor } from '../../shared/identity/prove-owner';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { AuthenticatorCode, Password } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { noteFactor } from '../../shared/teams/profiles';

/** Removes the authenticator app. Requires the password and one more code of it. A later enrolment gets a new secret. */
export const operation = defineOperation({
  id: 'removeMfa',
  summary: 'Remove the authenticator app',
  route: 'DELETE /users/me/mfa',
  auth: { pool: 'staff', keys: 'never' },
  input: {
    body: v.object({
      /** The six digits that the authenticator app shows now. */
      code: AuthenticatorCode,
      password: Password,
    }),
  },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  securityEvent: { of: 'MFA_OFF', failed: 'MFA_FAILED', keep: keepSecurityEvent },
  uses: { proveFactor, removeAuthenticator, noteFactor },
  run: async ({ input, caller, deps, request }) => {
    const { id, email } = caller.user;
    const device = request.deviceCookie('staff');
    const accessToken = await deps.proveFactor({ id, email, sourceIp: request.sourceIp, device }, input.body);
    // Before the removal: after an interruption a team that requires a factor lets the user only read, and the same request works again. In the
    // other order the user would count as one with a factor until the next sign-in.
    await deps.noteFactor(id, false);
    await deps.removeAuthenticator(id, accessToken);
    return { message: { en: 'Sign-in asks for no code any more.', es: 'El inicio de sesión ya no pide código.' } };
  },
});
