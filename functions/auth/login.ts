import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { signInStaff } from '../../shared/identity/cognito/sign-in';
import { challengeOf, Password, StaffSession } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { welcomeUser } from '../../shared/teams/users';

/** Signs staff in by e-mail and password. Answers tokens or the challenge for POST /auth/mfa/respond. */
export const operation = defineOperation({
  id: 'login',
  summary: 'Sign in',
  route: 'POST /auth/login',
  auth: 'public',
  input: { body: v.object({ email: Email, password: Password }) },
  output: { status: 200, body: v.union([StaffSession, challengeOf('SOFTWARE_TOKEN_MFA')]), setsSessionCookies: true },
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  uses: { consumeAttempt, signInStaff, refundAttempt, welcomeUser },
  run: async ({ input, deps, request }) => {
    const { email, password } = input.body;
    const counted = await deps.consumeAttempt({ of: 'PASSWORD', account: email, sourceIp: request.sourceIp });
    const signIn = await deps.signInStaff(email, password);
    await deps.refundAttempt(counted, { isIn: 'tokens' in signIn });
    if ('challenge' in signIn)
      return { challenge: 'SOFTWARE_TOKEN_MFA' as const, session: signIn.session, username: email };
    const user = staffOf(signIn.tokens);
    await deps.welcomeUser(user);
    return { message: 'Signed in.', tokens: signIn.tokens, user };
  },
});
