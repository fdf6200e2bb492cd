import * as v from 'valibot';
import { driverOf } from '../../shared/identity/cognito/issued-tokens';
import { DriverSession, RefreshToken } from '../../shared/identity/session';
import { refreshTokenOf } from '../../shared/identity/session-cookies';
import { renewDriverSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';
import { SHIFT_START } from '../../shared/operation/throttle';

/**
 * Issues new tokens for a driver's refresh token, from the body or from the session cookie of one of our pages.
 * The refresh token is replaced: the sent one works for 30 more seconds. A session can be renewed 30 times an hour.
 */
export const operation = defineOperation({
  id: 'refreshDriver',
  summary: 'Renew a driver’s session',
  route: 'POST /auth/drivers/refresh',
  auth: 'public',
  throttle: SHIFT_START,
  atOnce: 50,
  input: { body: v.object({ refreshToken: v.optional(RefreshToken) }) },
  output: { status: 200, body: DriverSession, setsSessionCookies: 'drivers' },
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
  withoutKey: 'PROOF',
  uses: { renewDriverSession },
  run: async ({ input, deps, request }) => {
    const tokens = await deps.renewDriverSession(refreshTokenOf(input.body, 'drivers', request));
    return { message: { en: 'Session renewed.', es: 'Sesión renovada.' }, tokens, driver: driverOf(tokens) };
  },
});
