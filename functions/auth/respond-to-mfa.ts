import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { answerCode, openStaffSession } from '../../shared/identity/cognito/sign-in';
import { AuthenticatorCode, Session, StaffSession } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { welcomeUser } from '../../shared/teams/users';

/** Completes a sign-in with the challenge SOFTWARE_TOKEN_MFA. Only the user who began the session can complete it. */
export const operation = defineOperation({
  id: 'respondToMfa',
  summary: 'Complete sign-in with a code of the authenticator app',
  route: 'POST /auth/mfa/respond',
  auth: 'public',
  input: { body: v.object({ session: Session, username: Email, code: AuthenticatorCode }) },
  output: { status: 200, body: StaffSession, setsSessionCookies: true },
  errors: ['INVALID_CODE', 'TOO_MANY_REQUESTS'],
  uses: { openStaffSession, consumeAttempt, answerCode, refundAttempt, welcomeUser },
  run: async ({ input, deps, request }) => {
    const { session, username, code } = input.body;
    const opened = await deps.openStaffSession(session, username);
    const counted = await deps.consumeAttempt({ of: 'FACTOR', account: username, sourceIp: request.sourceIp });
    const tokens = await deps.answerCode(opened, code);
    const user = staffOf(tokens);
    await deps.refundAttempt(counted, { isIn: true });
    await deps.welcomeUser(user);
    return { message: 'Signed in.', tokens, user };
  },
});
