import * as v from 'valibot';
import { driverOf } from '../../shared/identity/cognito/issued-tokens';
import { answerNewPassword, openDriverSession } from '../../shared/identity/cognito/sign-in';
import { DriverSession, Password, Session, Username } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';

/** Replaces a driver's temporary password and completes the sign-in. */
export const operation = defineOperation({
  id: 'setDriverPassword',
  summary: 'Complete a driver’s first sign-in with a password of their own',
  route: 'POST /auth/drivers/new-password',
  auth: 'public',
  input: { body: v.object({ session: Session, username: Username, newPassword: Password }) },
  output: { status: 200, body: DriverSession, setsSessionCookies: true },
  errors: ['INVALID_CODE', 'TOO_MANY_REQUESTS'],
  uses: { openDriverSession, answerNewPassword },
  run: async ({ input, deps }) => {
    const { session, username, newPassword } = input.body;
    const opened = await deps.openDriverSession(session, username);
    const tokens = await deps.answerNewPassword(opened, newPassword);
    return { message: 'Signed in.', tokens, driver: driverOf(tokens) };
  },
});
