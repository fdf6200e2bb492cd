import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { confirmSignUp } from '../../shared/identity/cognito/registration';
import { MailedCode } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';

/** Confirms the address of a new account. The account can then sign in. */
export const operation = defineOperation({
  id: 'confirmRegistration',
  summary: 'Confirm the address of a new account',
  route: 'POST /auth/register/confirm',
  auth: 'public',
  input: { body: v.object({ email: Email, code: MailedCode }) },
  output: { status: 200, body: v.object({ message: v.string() }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { consumeAttempt, confirmSignUp, refundAttempt },
  run: async ({ input, deps, request }) => {
    const { email, code } = input.body;
    const counted = await deps.consumeAttempt({ of: 'CONFIRMATION', account: email, sourceIp: request.sourceIp });
    await deps.confirmSignUp(email, code);
    await deps.refundAttempt(counted, { isIn: true });
    return { message: 'Your address is confirmed. Sign in.' };
  },
});
