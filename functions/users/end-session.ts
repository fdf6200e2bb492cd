import * as v from 'valibot';
import { verifyOwnPassword } from '../../shared/identity/cognito/verify-own-password';
import { endSession } from '../../shared/identity/end-session';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { Password } from '../../shared/identity/session';
import { userSessionKey } from '../../shared/identity/session-record';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/** Ends one of the caller's sessions at once. Requires the password, which is counted as a sign-in. */
export const operation = defineOperation({
  id: 'endSession',
  summary: 'End one of your sessions',
  route: 'DELETE /users/me/sessions/{id}',
  auth: { pool: 'staff', keys: 'never' },
  input: { body: v.object({ password: Password }) },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  securityEvent: { of: 'SESSION_ENDED', failed: 'SIGN_IN_FAILED', keep: keepSecurityEvent },
  uses: { verifyOwnPassword, endSession },
  entity: ({ path, caller }) => userSessionKey(caller.id, path.id),
  run: async ({ input, caller, deps, entity, request }) => {
    const { email } = caller.user;
    const device = request.deviceCookie('staff');
    await deps.verifyOwnPassword({ email, password: input.body.password, sourceIp: request.sourceIp, device });
    await deps.endSession({ pool: 'staff', personId: caller.id, sessionId: entity.id });
    return { message: { en: 'The session is over.', es: 'La sesión se cerró.' } };
  },
});
