import * as v from 'valibot';
import { Email } from '../../shared/domain/fields';
import { MailedCode } from '../../shared/domain/sessions';
import { defineOperation } from '../../shared/operation/define';
import { confirmSignUp } from '../../shared/providers/identity/registration';
import { countTry, forgiveTry } from '../../shared/store/teams/attempt-limits';

/** Confirms the address of a new account; from then on it can sign in. */
export const operation = defineOperation({
  id: 'confirmRegistration',
  summary: 'Confirm the address of a new account',
  route: 'POST /auth/register/confirm',
  auth: 'public',
  input: { body: v.object({ email: Email, code: MailedCode }) },
  output: { status: 200, body: v.object({ message: v.string() }) },
  errors: ['TOO_MANY_REQUESTS'],
  uses: { countTry, confirmSignUp, forgiveTry },
  run: async ({ input, deps, request }) => {
    const { email, code } = input.body;
    const counted = await deps.countTry({ of: 'CONFIRMATION', account: email, sourceIp: request.sourceIp });
    await deps.confirmSignUp(email, code);
    await deps.forgiveTry(counted, { isIn: true });
    return { message: 'Your address is confirmed. Sign in.' };
  },
});
