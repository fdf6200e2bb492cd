import * as v from 'valibot';
import { driverOf } from '../../shared/identity/cognito/issued-tokens';
import { refuseOldChallenge } from '../../shared/identity/cognito/old-challenge';
import { answerNewPassword, openDriverSession } from '../../shared/identity/cognito/sign-in';
import { issueDevice } from '../../shared/identity/device-proof';
import { refuseGuessablePassword } from '../../shared/identity/passwords/policy';
import { signedInDriver } from '../../shared/identity/security-events';
import { DriverSignIn, NewPassword, Session, Username } from '../../shared/identity/session';
import { beginDriverSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';

/** Replaces a driver's temporary password and completes the sign-in. */
export const operation = defineOperation({
  id: 'setDriverPassword',
  summary: 'Complete a driver’s first sign-in with a password of their own',
  route: 'POST /auth/drivers/new-password',
  auth: 'public',
  input: { body: v.object({ session: Session, username: Username, newPassword: NewPassword }) },
  output: { status: 200, body: DriverSignIn, setsSessionCookies: 'drivers', setsDeviceCookie: 'driver' },
  errors: ['INVALID_CODE', 'TOO_MANY_REQUESTS'],
  securityEvent: {
    of: 'PASSWORD',
    failed: 'SIGN_IN_FAILED',
    account: ({ username }) => username,
    person: signedInDriver,
  },
  withoutKey: 'PROOF',
  uses: { openDriverSession, refuseOldChallenge, answerNewPassword, beginDriverSession, issueDevice },
  run: async ({ input, deps, request }) => {
    const { session, username, newPassword } = input.body;
    refuseGuessablePassword('newPassword', newPassword, { names: [username] });
    const opened = await deps.openDriverSession(session, username);
    await deps.refuseOldChallenge(opened);
    const issued = await deps.answerNewPassword(opened, newPassword);
    const tokens = await deps.beginDriverSession(issued, request.userAgent);
    const driver = driverOf(tokens);
    return {
      message: { en: 'Signed in.', es: 'Sesión iniciada.' },
      tokens,
      driver,
      device: deps.issueDevice('driver', driver.username),
    };
  },
});
