import * as v from 'valibot';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { RefreshToken } from '../../shared/identity/session';
import { refreshTokensOf } from '../../shared/identity/session-cookies';
import { signOut } from '../../shared/identity/sign-out';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/**
 * Ends a session of either pool: its access tokens are refused at once, and the cookies are cleared. Without a refresh
 * token in the body, the sessions of the cookies end. A repeated sign-out is not an error.
 */
export const operation = defineOperation({
  id: 'logout',
  summary: 'Sign out',
  route: 'POST /auth/logout',
  auth: 'public',
  input: { body: v.object({ refreshToken: v.optional(RefreshToken) }) },
  output: { status: 200, body: v.object({ message: Message }), clearsSessionCookies: true },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'SESSION_ENDED', keep: keepSecurityEvent },
  withoutKey: 'SAME',
  uses: { signOut },
  run: async ({ input, deps, request }) => {
    request.notePerson(await deps.signOut(refreshTokensOf(input.body, request)));
    return { message: { en: 'Signed out.', es: 'Sesión cerrada.' } };
  },
});
