import * as v from 'valibot';
import { askEmailChange } from '../../shared/identity/ask-email-change';
import { verifyOwnSignIn } from '../../shared/identity/cognito/verify-own-sign-in';
import { AuthenticatorCode, Password } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { validationError } from '../../shared/platform/errors';
import { Email } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';

/**
 * Mails a code to another address for the caller's account, and a notice to the present one. Requires the password, and
 * `code` of the authenticator app if the account has one. An address that has an account gets the same answer and no
 * code. An account can ask for five codes a day.
 */
export const operation = defineOperation({
  id: 'changeEmail',
  summary: 'Ask for a code to change your address',
  route: 'POST /users/me/email',
  auth: { pool: 'staff', keys: 'never' },
  input: {
    body: v.object({
      /** The new address. A code is mailed to it; the old address stays until the code is confirmed. */
      newEmail: Email,
      password: Password,
      /** The six digits of the authenticator app. Required while the person has one. */
      code: v.optional(AuthenticatorCode),
    }),
  },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['INVALID_CREDENTIALS', 'INVALID_CODE', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  securityEvent: { failed: 'SIGN_IN_FAILED' },
  withoutKey: 'PROOF',
  uses: { verifyOwnSignIn, askEmailChange },
  run: async ({ input, caller, deps, request }) => {
    const { newEmail, password, code } = input.body;
    const { id: userId, email } = caller.user;
    if (newEmail === email)
      throw validationError('newEmail', {
        en: 'Your account has this address already. Send another one.',
        es: 'Su cuenta ya tiene esta dirección. Envíe otra.',
      });
    const device = request.deviceCookie('staff');
    await deps.verifyOwnSignIn({ userId, email, password, code, sourceIp: request.sourceIp, device });
    await deps.askEmailChange(caller.user, newEmail);
    return {
      message: {
        en: 'If that address is free, a code is on its way to it.',
        es: 'Si esa dirección está libre, le llegará un código por correo.',
      },
    };
  },
});
