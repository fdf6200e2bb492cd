import * as v from 'valibot';
import { revokeRefreshToken } from '../../shared/identity/cognito/sign-out';
import { RefreshToken } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';

/**
 * Ends a session of either pool: revokes the refresh token, if one is sent, and clears the cookies. A repeated sign-out
 * is not an error.
 */
export const operation = defineOperation({
  id: 'logout',
  summary: 'Sign out',
  route: 'POST /auth/logout',
  auth: 'public',
  input: { body: v.object({ refreshToken: v.optional(RefreshToken) }) },
  output: { status: 200, body: v.object({ message: v.string() }), clearsSessionCookies: true },
  errors: ['FORBIDDEN', 'TOO_MANY_REQUESTS'],
  uses: { revokeRefreshToken },
  run: async ({ input, deps, request }) => {
    const refreshToken = input.body.refreshToken ?? request.refreshCookie();
    if (refreshToken) await deps.revokeRefreshToken(refreshToken);
    return { message: 'Signed out.' };
  },
});
