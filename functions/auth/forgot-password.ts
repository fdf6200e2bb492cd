import * as v from 'valibot';
import { consumeMailedCode, countAttempt } from '../../shared/identity/attempt-limits';
import { mailResetCode } from '../../shared/identity/cognito/password-reset';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';

/** Mails a code for a new password. The answer does not reveal whether the address has an account. */
export const operation = defineOperation({
  id: 'forgotPassword',
  summary: 'Ask for a code to set a new password',
  route: 'POST /auth/password/forgot',
  auth: 'public',
  input: { body: v.object({ email: Email }) },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['TOO_MANY_REQUESTS'],
  withoutKey: 'PROOF',
  uses: { countAttempt, consumeMailedCode, mailResetCode },
  run: async ({ input, deps, request }) => {
    const { email } = input.body;
    const { sourceIp, deviceCookie } = request;
    const proof = deviceCookie('staff');
    const { isKnown } = await deps.countAttempt({ of: 'RESET_MAIL', account: email, sourceIp, proof });
    if (await deps.consumeMailedCode(email, isKnown)) await deps.mailResetCode(email);
    return {
      message: {
        en: 'If that address has an account, a code is on its way to it.',
        es: 'Si esa dirección tiene una cuenta, le llegará un código por correo.',
      },
    };
  },
});
