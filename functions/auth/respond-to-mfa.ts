import * as v from 'valibot';
import { Email } from '../../shared/domain/fields';
import { AuthenticatorCode, Session, StaffSession } from '../../shared/domain/sessions';
import { defineOperation } from '../../shared/operation/define';
import { answerCode, openStaffSession } from '../../shared/providers/identity/sign-in';
import { staffOf } from '../../shared/providers/identity/tokens';
import { countTry, forgiveTry } from '../../shared/store/teams/attempt-limits';
import { welcomeUser } from '../../shared/store/teams/users';

/** Completes a sign-in that was answered with SOFTWARE_TOKEN_MFA. The session belongs to the user who began it. */
export const operation = defineOperation({
  id: 'respondToMfa',
  summary: 'Complete sign-in with a code of the authenticator app',
  route: 'POST /auth/mfa/respond',
  auth: 'public',
  input: { body: v.object({ session: Session, username: Email, code: AuthenticatorCode }) },
  output: { status: 200, body: StaffSession, setsSessionCookies: true },
  errors: ['INVALID_CODE', 'TOO_MANY_REQUESTS'],
  uses: { openStaffSession, countTry, answerCode, forgiveTry, welcomeUser },
  run: async ({ input, deps, request }) => {
    const { session, username, code } = input.body;
    const opened = await deps.openStaffSession(session, username);
    const counted = await deps.countTry({ of: 'FACTOR', account: username, sourceIp: request.sourceIp });
    const tokens = await deps.answerCode(opened, code);
    const user = staffOf(tokens);
    await deps.forgiveTry(counted, { isIn: true });
    await deps.welcomeUser(user);
    return { message: 'Signed in.', tokens, user };
  },
});
