import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { forgetSecret } from '../../shared/identity/cognito/authenticator';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { findUserId, signInAnew, signOutEverywhere, turnOffFactor } from '../../shared/identity/cognito/recovery';
import { signInStaff } from '../../shared/identity/cognito/sign-in';
import { confirmRecovery, tellOfRecovery } from '../../shared/identity/confirm-recovery';
import { keepSecurityEvent, signedInUser } from '../../shared/identity/security-events';
import { MailedCode, Password, StaffSession } from '../../shared/identity/session';
import { beginRecovery, endRecovery, endSessions, isRecovering } from '../../shared/identity/session-revocation';
import { beginStaffSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { noteFactor } from '../../shared/teams/profiles';
import { welcomeUser } from '../../shared/teams/users';

/**
 * For users without their authenticator app: turns the second factor off with the password alone, ends all older
 * sessions, and signs in. If one of the user's teams requires it, a mailed code is needed too. The attempt is counted before
 * the identity provider is called. A mail informs the user.
 */
export const operation = defineOperation({
  id: 'recoverMfa',
  summary: 'Sign in without the lost authenticator app',
  route: 'POST /auth/mfa/recover',
  isOfInterface: true,
  auth: 'public',
  input: {
    body: v.object({
      email: Email,
      password: Password,
      /** The six digits that a mail brought, where a policy of a team asks for them. */
      code: v.optional(MailedCode),
    }),
  },
  output: { status: 200, body: StaffSession, setsSessionCookies: 'staff', setsDeviceCookie: 'staff' },
  errors: ['INVALID_CREDENTIALS', 'INVALID_CODE', 'RECOVERY_CODE_SENT', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  securityEvent: {
    of: 'RECOVERY',
    failed: 'SIGN_IN_FAILED',
    account: ({ email }) => email,
    person: signedInUser,
    keep: keepSecurityEvent,
  },
  withoutKey: 'PROOF',
  uses: {
    consumeAttempt,
    signInStaff,
    findUserId,
    isRecovering,
    confirmRecovery,
    beginRecovery,
    turnOffFactor,
    signOutEverywhere,
    endSessions,
    tellOfRecovery,
    endRecovery,
    noteFactor,
    signInAnew,
    forgetSecret,
    refundAttempt,
    welcomeUser,
    beginStaffSession,
  },
  run: async ({ input, deps, request }) => {
    const { email, password, code } = input.body;
    const recover = async (userId: string, isKnown: boolean) => {
      await deps.confirmRecovery({ userId, email, code, isKnown });
      await deps.beginRecovery(userId);
      await deps.turnOffFactor(email);
      await deps.signOutEverywhere(email);
      const sessionsValidFrom = await deps.endSessions(userId, 'SIGN_IN_RECOVERED');
      await deps.tellOfRecovery(email, request.userAgent);
      const tokens = await deps.signInAnew(email, password, sessionsValidFrom);
      await deps.forgetSecret(email, password);
      await deps.noteFactor(userId, false);
      // The last step: if the recovery is interrupted earlier, the next attempt repeats it and replaces the lost app's
      // secret.
      await deps.endRecovery(userId);
      return tokens;
    };
    const { sourceIp, deviceCookie } = request;
    const counted = await deps.consumeAttempt({
      of: 'RECOVERY',
      account: email,
      sourceIp,
      proof: deviceCookie('staff'),
    });
    const proof = await counted.checked(deps.signInStaff(email, password));
    const userId = 'tokens' in proof ? staffOf(proof.tokens).id : await deps.findUserId(email);
    const hasNothingToRecover = 'tokens' in proof && !(await deps.isRecovering(userId));
    const issued = hasNothingToRecover ? proof.tokens : await recover(userId, counted.isKnown);
    const user = staffOf(issued);
    await deps.refundAttempt(counted, { isIn: true });
    await deps.welcomeUser(user);
    const tokens = await deps.beginStaffSession(issued, request.userAgent);
    return { message: { en: 'Signed in.', es: 'Sesión iniciada.' }, tokens, user };
  },
});
