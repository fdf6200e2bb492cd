import * as v from 'valibot';
import { countOwnCode } from '../../shared/identity/attempt-limits';
import { confirmAuthenticator } from '../../shared/identity/cognito/authenticator';
import { openSetup, removeSetup } from '../../shared/identity/mfa-setup';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { AuthenticatorCode } from '../../shared/identity/session';
import { endSessions, untilSessionsCount } from '../../shared/identity/session-revocation';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { noteFactor } from '../../shared/teams/profiles';

/**
 * Completes the enrolment: every later sign-in asks for a code, and all other sessions end, because they began without
 * one. A wrong code answers 400, because the session itself is valid.
 */
export const operation = defineOperation({
  id: 'confirmMfa',
  summary: 'Confirm the authenticator app with a first code',
  route: 'POST /users/me/mfa/confirm',
  auth: { pool: 'staff', keys: 'never' },
  input: {
    body: v.object({
      /** The six digits that the new authenticator app shows. */
      code: AuthenticatorCode,
    }),
  },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'MFA_ON', failed: 'MFA_FAILED', keep: keepSecurityEvent },
  withoutKey: 'PROOF',
  uses: {
    countOwnCode,
    openSetup,
    confirmAuthenticator,
    endSessions,
    untilSessionsCount,
    noteFactor,
    removeSetup,
  },
  run: async ({ input, caller, deps }) => {
    const { id } = caller.user;
    await deps.countOwnCode(id);
    await deps.confirmAuthenticator(id, await deps.openSetup(id), input.body.code);
    await deps.untilSessionsCount(await deps.endSessions(id, 'FACTOR_ENROLLED', caller.sessionId));
    await deps.noteFactor(id, true);
    await deps.removeSetup(id);
    return {
      message: {
        en: 'From now on a code of the app is asked at every sign-in.',
        es: 'Desde ahora se pide un código de la aplicación en cada inicio de sesión.',
      },
    };
  },
});
