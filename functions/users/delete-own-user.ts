import * as v from 'valibot';
import { verifyOwnPassword } from '../../shared/identity/cognito/verify-own-password';
import { Password } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { eraseUser } from '../../shared/privacy/erase-user';

/**
 * Deletes the caller's account and personal data. Each team keeps who the member was in a sealed record that only its owner opens. Requires the password, which is counted as a sign-in. The owner of a
 * team must hand it over first. After an interruption the same request continues; a schedule completes it within about
 * an hour.
 */
export const operation = defineOperation({
  id: 'deleteOwnUser',
  summary: 'Delete your account',
  route: 'DELETE /users/me',
  auth: { pool: 'staff', keys: 'never' },
  input: { body: v.object({ password: Password }) },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: [
    'INVALID_CREDENTIALS',
    'ACCOUNT_NOT_CONFIRMED',
    'TEAM_OWNER',
    'NOT_FOUND',
    'CONFLICT',
    'TOO_MANY_REQUESTS',
    'PROVIDER_ERROR',
  ],
  irreversible: true,
  securityEvent: { of: 'ERASURE', failed: 'SIGN_IN_FAILED' },
  uses: { verifyOwnPassword, eraseUser },
  run: async ({ input, caller, deps, request }) => {
    const { email } = caller.user;
    const device = request.deviceCookie('staff');
    await deps.verifyOwnPassword({ email, password: input.body.password, sourceIp: request.sourceIp, device });
    await deps.eraseUser(caller.user);
    return { message: { en: 'Your account and your data are deleted.', es: 'Su cuenta y sus datos se borraron.' } };
  },
});
