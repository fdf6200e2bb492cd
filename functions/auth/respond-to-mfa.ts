import * as v from 'valibot';
import { consumeAttempt, refundAttempt } from '../../shared/identity/attempt-limits';
import { refuseBegunBefore } from '../../shared/identity/cognito/begun-before';
import { staffOf } from '../../shared/identity/cognito/issued-tokens';
import { answerCode, openStaffSession } from '../../shared/identity/cognito/sign-in';
import { keepSecurityEvent, signedInUser } from '../../shared/identity/security-events';
import { AuthenticatorCode, Session, StaffSession } from '../../shared/identity/session';
import { beginStaffSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { followFactor } from '../../shared/teams/profiles';
import { welcomeUser } from '../../shared/teams/users';

/** Completes a sign-in with the challenge SOFTWARE_TOKEN_MFA. Only the user who began the session can complete it. */
export const operation = defineOperation({
  id: 'respondToMfa',
  summary: 'Complete sign-in with a code of the authenticator app',
  route: 'POST /auth/mfa/respond',
  isOfInterface: true,
  auth: 'public',
  input: {
    body: v.object({
      session: Session,
      username: Email,
      /** The six digits that the authenticator app shows now. */
      code: AuthenticatorCode,
    }),
  },
  output: { status: 200, body: StaffSession, setsSessionCookies: 'staff', setsDeviceCookie: 'staff' },
  errors: ['INVALID_CODE', 'TOO_MANY_REQUESTS'],
  securityEvent: {
    of: 'SIGN_IN',
    failed: 'MFA_FAILED',
    account: ({ username }) => username,
    person: signedInUser,
    keep: keepSecurityEvent,
  },
  withoutKey: 'PROOF',
  uses: { openStaffSession, consumeAttempt, answerCode, refundAttempt, welcomeUser, followFactor, beginStaffSession },
  run: async ({ input, deps, request }) => {
    const { session, username, code } = input.body;
    const opened = await deps.openStaffSession(session, username);
    const { sourceIp, deviceCookie } = request;
    const proof = deviceCookie('staff');
    const counted = await deps.consumeAttempt({ of: 'FACTOR', account: username, sourceIp, proof });
    const issued = await counted.checked(deps.answerCode(opened, code));
    const user = staffOf(issued);
    await deps.refundAttempt(counted, { isIn: true });
    const welcomed = await deps.welcomeUser(user);
    refuseBegunBefore(opened.begunAt, welcomed);
    await deps.followFactor(welcomed, true);
    const tokens = await deps.beginStaffSession(issued, request.userAgent);
    return { message: { en: 'Signed in.', es: 'Sesión iniciada.' }, tokens, user };
  },
});
