import * as v from 'valibot';
import { invalid } from '../../shared/domain/refusal';
import { RefreshToken, StaffSession } from '../../shared/domain/sessions';
import { defineOperation } from '../../shared/operation/define';
import { refreshStaff } from '../../shared/providers/identity/sign-in';
import { staffOf } from '../../shared/providers/identity/tokens';

/** New tokens for the refresh token in the body, or else in the session cookie of a page of ours. */
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
    const refreshToken = input.body.refreshToken ?? request.refreshCookie();
    if (!refreshToken) throw invalid('refreshToken', 'Send the refresh token of your sign-in, or its cookie.');
    const tokens = await deps.refreshStaff(refreshToken);
    return { message: 'Session renewed.', tokens, user: staffOf(tokens) };
  },
});
