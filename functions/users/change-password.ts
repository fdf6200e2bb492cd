import * as v from 'valibot';
import { sessionIdOf, staffOf } from '../../shared/identity/cognito/issued-tokens';
import { setPassword } from '../../shared/identity/cognito/registration';
import { refuseGuessablePassword } from '../../shared/identity/passwords/policy';
import { signInAgain } from '../../shared/identity/prove-owner';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { AuthenticatorCode, NewPassword, Password, StaffSession } from '../../shared/identity/session';
import { endSessions, untilSessionsCount } from '../../shared/identity/session-revocation';
import { beginStaffSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';
import { namesOf } from '../../shared/teams/user';

/**
 * Sets a new password for a user who sends the present one and, with a factor, a code. Answers the tokens of a new
 * session and ends all others, because another person may know the old password.
 */
export const operation = defineOperation({
  id: 'changePassword',
  summary: 'Change your password',
  route: 'POST /users/me/password',
  auth: { pool: 'staff', keys: 'never' },
  input: {
    body: v.object({
      currentPassword: Password,
      newPassword: NewPassword,
      /** The six digits of the authenticator app. Required while the person has one. */
      code: v.optional(AuthenticatorCode),
    }),
  },
  output: { status: 200, body: StaffSession, setsSessionCookies: 'staff' },
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  securityEvent: { of: 'PASSWORD', failed: 'SIGN_IN_FAILED', keep: keepSecurityEvent },
  withoutKey: 'PROOF',
  uses: { signInAgain, setPassword, endSessions, untilSessionsCount, beginStaffSession },
  run: async ({ input, caller, deps, request }) => {
    const { currentPassword, newPassword, code } = input.body;
    const { id, email } = caller.user;
    refuseGuessablePassword('newPassword', newPassword, { email, names: namesOf(caller.user) });
    // A code of the app works once. So the session that is answered begins here, before the password changes.
    const { tokens: issued } = await deps.signInAgain(
      { id, email, sourceIp: request.sourceIp, device: request.deviceCookie('staff') },
      { password: currentPassword, code },
    );
    await deps.setPassword(email, newPassword, 'newPassword');
    await deps.untilSessionsCount(await deps.endSessions(id, 'PASSWORD_CHANGED', sessionIdOf(issued)));
    const tokens = await deps.beginStaffSession(issued, request.userAgent);
    return {
      message: {
        en: 'The new password is set. All other sessions are over.',
        es: 'La nueva contraseña quedó guardada. Se cerraron todas las demás sesiones.',
      },
      tokens,
      user: staffOf(tokens),
    };
  },
});
