import * as v from 'valibot';
import { verifyOwnPassword } from '../../shared/identity/cognito/verify-own-password';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { Password } from '../../shared/identity/session';
import { endSessions, untilSessionsCount } from '../../shared/identity/session-revocation';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/**
 * Ends all of the caller's sessions except the one of this request, and replaces the join codes of the caller's teams.
 * Requires the password, which is counted as a sign-in.
 */
export const operation = defineOperation({
  id: 'endOtherSessions',
  summary: 'End all your other sessions',
  route: 'DELETE /users/me/sessions',
  auth: { pool: 'staff', keys: 'never' },
  input: { body: v.object({ password: Password }) },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  securityEvent: { of: 'SESSION_ENDED', failed: 'SIGN_IN_FAILED', keep: keepSecurityEvent },
  uses: { verifyOwnPassword, endSessions, untilSessionsCount },
  run: async ({ input, caller, deps, request }) => {
    const { email } = caller.user;
    const device = request.deviceCookie('staff');
    await deps.verifyOwnPassword({ email, password: input.body.password, sourceIp: request.sourceIp, device });
    await deps.untilSessionsCount(await deps.endSessions(caller.id, 'SESSIONS_ENDED', caller.sessionId));
    return { message: { en: 'All your other sessions are over.', es: 'Se cerraron todas sus demás sesiones.' } };
  },
});
