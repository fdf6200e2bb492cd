import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { findUserId } from '../../shared/identity/cognito/recovery';
import { confirmSignUp, setPassword } from '../../shared/identity/cognito/registration';
import { refuseGuessablePassword } from '../../shared/identity/passwords/policy';
import { Confirmation } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { noteRegistration } from '../../shared/teams/users';

/**
 * Confirms the address of a new account with the mailed code, and only then sets the password that came with the code.
 * An interruption between the two leaves a confirmed account with an unknown password; a reset by mail works then.
 */
export const operation = defineOperation({
  id: 'confirmRegistration',
  summary: 'Confirm the address of a new account and set its password',
  route: 'POST /auth/register/confirm',
  auth: 'public',
  input: { body: Confirmation },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'PASSWORD', failed: 'SIGN_IN_FAILED', account: ({ email }) => email },
  withoutKey: 'PROOF',
  uses: { consumeAttempt, confirmSignUp, setPassword, findUserId, noteRegistration, refundAttempt },
  run: async ({ input, deps, request }) => {
    const { email, code, password, name, phone } = input.body;
    refuseGuessablePassword('password', password, { email, names: [name] });
    const counted = await deps.consumeAttempt({ of: 'CONFIRMATION', account: email, sourceIp: request.sourceIp });
    await counted.checked(deps.confirmSignUp(email, code));
    await deps.setPassword(email, password, 'password');
    if (name || phone) await deps.noteRegistration(await deps.findUserId(email), { name, phone });
    await deps.refundAttempt(counted, { isIn: true });
    return { message: { en: 'Your address is confirmed. Sign in.', es: 'Su correo quedó confirmado. Inicie sesión.' } };
  },
});
