import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { forgetSecret } from '../../shared/identity/cognito/authenticator';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { findUserId, signInAnew, signOutEverywhere, turnOffFactor } from '../../shared/identity/cognito/recovery';
import { signInStaff } from '../../shared/identity/cognito/sign-in';
import { Password, StaffSession } from '../../shared/identity/session';
import { beginRecovery, endRecovery, endSessions, isRecovering } from '../../shared/identity/session-revocation';
import { recoveryMail } from '../../shared/mail/mail';
import { queueMails } from '../../shared/mail/queue-mails';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { welcomeUser } from '../../shared/teams/users';

/**
 * For users without their authenticator app: turns the second factor off with the password alone, ends all older
 * sessions, and signs in. The attempt is counted before the identity provider is called. A mail informs the user.
 */
export const operation = defineOperation({
  id: 'recoverMfa',
  summary: 'Sign in without the lost authenticator app',
  route: 'POST /auth/mfa/recover',
  auth: 'public',
  input: { body: v.object({ email: Email, password: Password }) },
  output: { status: 200, body: StaffSession, setsSessionCookies: true },
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  uses: {
    consumeAttempt,
    signInStaff,
    findUserId,
    isRecovering,
    beginRecovery,
    turnOffFactor,
    signOutEverywhere,
    endSessions,
    queueMails,
    endRecovery,
    signInAnew,
    forgetSecret,
    refundAttempt,
    welcomeUser,
  },
  run: async ({ input, deps, request }) => {
    const { email, password } = input.body;
    const recover = async (userId: string) => {
      await deps.beginRecovery(userId);
      await deps.turnOffFactor(email);
      await deps.signOutEverywhere(email);
      const sessionsValidFrom = await deps.endSessions(userId, 'SIGN_IN_RECOVERED');
      await deps.queueMails([recoveryMail(email)]);
      const tokens = await deps.signInAnew(email, password, sessionsValidFrom);
      await deps.forgetSecret(tokens.accessToken);
      // The last step: if the recovery is interrupted earlier, the next attempt repeats it and replaces the lost app's
      // secret.
      await deps.endRecovery(userId);
      return tokens;
    };
    const counted = await deps.consumeAttempt({ of: 'RECOVERY', account: email, sourceIp: request.sourceIp });
    const proof = await deps.signInStaff(email, password);
    const userId = 'tokens' in proof ? staffOf(proof.tokens).id : await deps.findUserId(email);
    const hasNothingToRecover = 'tokens' in proof && !(await deps.isRecovering(userId));
    const tokens = hasNothingToRecover ? proof.tokens : await recover(userId);
    const user = staffOf(tokens);
    await deps.refundAttempt(counted, { isIn: true });
    await deps.welcomeUser(user);
    return { message: 'Signed in.', tokens, user };
  },
});
