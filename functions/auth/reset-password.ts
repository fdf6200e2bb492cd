import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { setPasswordByCode } from '../../shared/identity/cognito/password-reset';
import { findUserId, outlastSignOut, signOutEverywhere } from '../../shared/identity/cognito/recovery';
import { refuseGuessablePassword } from '../../shared/identity/passwords/policy';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { MailedCode, NewPassword } from '../../shared/identity/session';
import { endSessions } from '../../shared/identity/session-revocation';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';

/** Sets a new password with a mailed code. Ends all sessions, because another person may know the old password. */
export const operation = defineOperation({
  id: 'resetPassword',
  summary: 'Set a new password with a mailed code',
  route: 'POST /auth/password/reset',
  auth: 'public',
  input: {
    body: v.object({
      email: Email,
      /** The six digits of the newest mail about this password. */
      code: MailedCode,
      newPassword: NewPassword,
    }),
  },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'PASSWORD', failed: 'SIGN_IN_FAILED', account: ({ email }) => email, keep: keepSecurityEvent },
  withoutKey: 'PROOF',
  uses: {
    consumeAttempt,
    setPasswordByCode,
    refundAttempt,
    findUserId,
    signOutEverywhere,
    endSessions,
    outlastSignOut,
  },
  run: async ({ input, deps, request }) => {
    const { email, code, newPassword } = input.body;
    // The name is not compared: before the code is checked, the answer would reveal the name of the account.
    refuseGuessablePassword('newPassword', newPassword, { email });
    const { sourceIp, deviceCookie } = request;
    const proof = deviceCookie('staff');
    const counted = await deps.consumeAttempt({ of: 'RESET', account: email, sourceIp, proof });
    await counted.checked(deps.setPasswordByCode(email, code, newPassword));
    const userId = await deps.findUserId(email);
    request.notePerson({ pool: 'staff', id: userId });
    await deps.signOutEverywhere(email);
    await deps.refundAttempt(counted, { isIn: true });
    await deps.outlastSignOut(await deps.endSessions(userId, 'PASSWORD_RESET'));
    return {
      message: {
        en: 'The new password is set. Sign in with it.',
        es: 'La nueva contraseña quedó guardada. Inicie sesión con ella.',
      },
    };
  },
});
