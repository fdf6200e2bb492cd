import * as v from 'valibot';
import { driverOf } from '../../shared/identity/cognito/issued-tokens';
import { issueDevice } from '../../shared/identity/device-proof';
import { proveDriver } from '../../shared/identity/prove-owner';
import { signedInDriver } from '../../shared/identity/security-events';
import { challengeOf, Device, DriverSignIn, Password, Username } from '../../shared/identity/session';
import { beginDriverSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';
import { SHIFT_START } from '../../shared/operation/throttle';

/**
 * Signs a driver in. Answers tokens or, for a temporary password, the challenge for POST /auth/drivers/new-password.
 */
export const operation = defineOperation({
  id: 'loginDriver',
  summary: 'Sign in as a driver',
  route: 'POST /auth/drivers/login',
  auth: 'public',
  throttle: SHIFT_START,
  atOnce: 50,
  input: { body: v.object({ username: Username, password: Password, device: Device }) },
  output: {
    status: 200,
    body: v.union([DriverSignIn, challengeOf('NEW_PASSWORD_REQUIRED')]),
    setsSessionCookies: 'drivers',
    setsDeviceCookie: 'driver',
  },
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  securityEvent: {
    of: 'SIGN_IN',
    failed: 'SIGN_IN_FAILED',
    account: ({ username }) => username,
    person: signedInDriver,
  },
  withoutKey: 'PROOF',
  uses: { proveDriver, beginDriverSession, issueDevice },
  run: async ({ input, deps, request }) => {
    const { username, password, device = request.deviceCookie('driver') } = input.body;
    const signIn = await deps.proveDriver({ username, password, device, sourceIp: request.sourceIp });
    if ('challenge' in signIn)
      return { challenge: 'NEW_PASSWORD_REQUIRED' as const, session: signIn.session, username };
    const tokens = await deps.beginDriverSession(signIn.tokens, request.userAgent);
    const driver = driverOf(tokens);
    return {
      message: { en: 'Signed in.', es: 'Sesión iniciada.' },
      tokens,
      driver,
      device: deps.issueDevice('driver', driver.username),
    };
  },
});
