import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { driverOf } from '../../shared/identity/cognito/issued-tokens';
import { signInDriver } from '../../shared/identity/cognito/sign-in';
import { challengeOf, DriverSession, Password, Username } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';

/**
 * Signs a driver in. Answers tokens or, for a temporary password, the challenge for POST /auth/drivers/new-password.
 */
export const operation = defineOperation({
  id: 'loginDriver',
  summary: 'Sign in as a driver',
  route: 'POST /auth/drivers/login',
  auth: 'public',
  input: { body: v.object({ username: Username, password: Password }) },
  output: {
    status: 200,
    body: v.union([DriverSession, challengeOf('NEW_PASSWORD_REQUIRED')]),
    setsSessionCookies: true,
  },
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  uses: { consumeAttempt, signInDriver, refundAttempt },
  run: async ({ input, deps, request }) => {
    const { username, password } = input.body;
    const counted = await deps.consumeAttempt({ of: 'DRIVER_PASSWORD', account: username, sourceIp: request.sourceIp });
    const signIn = await deps.signInDriver(username, password);
    await deps.refundAttempt(counted, { isIn: true });
    if ('challenge' in signIn)
      return { challenge: 'NEW_PASSWORD_REQUIRED' as const, session: signIn.session, username };
    return { message: 'Signed in.', tokens: signIn.tokens, driver: driverOf(signIn.tokens) };
  },
});
