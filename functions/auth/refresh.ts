import * as v from 'valibot';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { refreshStaff } from '../../shared/identity/cognito/sign-in';
import { RefreshToken, StaffSession } from '../../shared/identity/session';
import { refreshTokenOf } from '../../shared/identity/session-cookies';
import { defineOperation } from '../../shared/operation/define';

/** Issues new tokens for a refresh token, from the body or from the session cookie of an allowed origin. */
export const operation = defineOperation({
  id: 'refresh',
  summary: 'Renew the session',
  route: 'POST /auth/refresh',
  auth: 'public',
  input: { body: v.object({ refreshToken: v.optional(RefreshToken) }) },
  output: { status: 200, body: StaffSession, setsSessionCookies: true },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY_REQUESTS'],
  uses: { refreshStaff },
  run: async ({ input, deps, request }) => {
    const tokens = await deps.refreshStaff(refreshTokenOf(input.body, request));
    return { message: 'Session renewed.', tokens, user: staffOf(tokens) };
  },
});
