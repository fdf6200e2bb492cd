import * as v from 'valibot';
import { driverOf } from '../../shared/identity/cognito/issued-tokens';
import { refreshDriver } from '../../shared/identity/cognito/sign-in';
import { DriverSession, RefreshToken } from '../../shared/identity/session';
import { refreshTokenOf } from '../../shared/identity/session-cookies';
import { defineOperation } from '../../shared/operation/define';

/** Issues new tokens for a driver's refresh token, from the body or from the session cookie of an allowed origin. */
export const operation = defineOperation({
  id: 'refreshDriver',
  summary: 'Renew a driver’s session',
  route: 'POST /auth/drivers/refresh',
  auth: 'public',
  input: { body: v.object({ refreshToken: v.optional(RefreshToken) }) },
  output: { status: 200, body: DriverSession, setsSessionCookies: true },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY_REQUESTS'],
  uses: { refreshDriver },
  run: async ({ input, deps, request }) => {
    const tokens = await deps.refreshDriver(refreshTokenOf(input.body, request));
    return { message: 'Session renewed.', tokens, driver: driverOf(tokens) };
  },
});
