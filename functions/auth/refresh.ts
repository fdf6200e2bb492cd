import * as v from 'valibot';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { RefreshToken, StaffSession } from '../../shared/identity/session';
import { refreshTokenOf } from '../../shared/identity/session-cookies';
import { renewStaffSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';
import { RENEWAL } from '../../shared/operation/throttle';

/**
 * Issues new tokens for a refresh token, from the body or from the session cookie of one of our pages.
 * The refresh token is replaced: the sent one works for 30 more seconds. A session can be renewed 30 times an hour.
 */
export const operation = defineOperation({
  id: 'refresh',
  summary: 'Renew the session',
  route: 'POST /auth/refresh',
  auth: 'public',
  throttle: RENEWAL,
  atOnce: 20,
  input: { body: v.object({ refreshToken: v.optional(RefreshToken) }) },
  output: { status: 200, body: StaffSession, setsSessionCookies: 'staff' },
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
  withoutKey: 'PROOF',
  uses: { renewStaffSession },
  run: async ({ input, deps, request }) => {
    const tokens = await deps.renewStaffSession(refreshTokenOf(input.body, 'staff', request));
    return { message: { en: 'Session renewed.', es: 'Sesión renovada.' }, tokens, user: staffOf(tokens) };
  },
});
