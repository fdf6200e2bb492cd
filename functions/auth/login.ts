import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { signInStaff } from '../../shared/identity/cognito/sign-in';
import { keepSecurityEvent, signedInUser } from '../../shared/identity/security-events';
import { challengeOf, Password, StaffSession } from '../../shared/identity/session';
import { beginStaffSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { followFactor } from '../../shared/teams/profiles';
import { welcomeUser } from '../../shared/teams/users';

/** Signs staff in by e-mail and password. Answers tokens or the challenge for POST /auth/mfa/respond. */
export const operation = defineOperation({
  id: 'login',
  summary: 'Sign in',
  route: 'POST /auth/login',
  auth: 'public',
  atOnce: 20,
  input: { body: v.object({ email: Email, password: Password }) },
  output: {
    status: 200,
    body: v.union([StaffSession, challengeOf('SOFTWARE_TOKEN_MFA')]),
    setsSessionCookies: 'staff',
    setsDeviceCookie: 'staff',
  },
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  securityEvent: {
    of: 'SIGN_IN',
    failed: 'SIGN_IN_FAILED',
    account: ({ email }) => email,
    person: signedInUser,
    keep: keepSecurityEvent,
  },
  withoutKey: 'PROOF',
  uses: { consumeAttempt, signInStaff, refundAttempt, welcomeUser, followFactor, beginStaffSession },
  run: async ({ input, deps, request }) => {
    const { email, password } = input.body;
    const { sourceIp, deviceCookie } = request;
    const counted = await deps.consumeAttempt({
      of: 'PASSWORD',
      account: email,
      sourceIp,
      proof: deviceCookie('staff'),
    });
    const signIn = await counted.checked(deps.signInStaff(email, password));
    await deps.refundAttempt(counted, { isIn: 'tokens' in signIn });
    if ('challenge' in signIn)
      return { challenge: 'SOFTWARE_TOKEN_MFA' as const, session: signIn.session, username: email };
    const user = staffOf(signIn.tokens);
    await deps.followFactor(await deps.welcomeUser(user), false);
    const tokens = await deps.beginStaffSession(signIn.tokens, request.userAgent);
    return { message: { en: 'Signed in.', es: 'Sesión iniciada.' }, tokens, user };
  },
});
