import * as v from 'valibot';
import { DriverSession, RefreshToken } from '../../shared/domain/sessions';
import { defineOperation } from '../../shared/operation/define';
import { refreshTokenOf } from '../../shared/operation/session-cookies';
import { refreshDriver } from '../../shared/providers/identity/sign-in';
import { driverOf } from '../../shared/providers/identity/tokens';

/** New tokens for a driver's refresh token in the body, or else in the session cookie of a page of ours. */
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
