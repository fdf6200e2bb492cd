import * as v from 'valibot';
import { endDriverSessions } from '../../shared/fleet/end-driver-sessions';
import {
  ownPasswordTokens,
  replaceDriverPassword,
  signInDriverAnew,
} from '../../shared/identity/cognito/driver-password';
import { driverAccountOf, driverOf } from '../../shared/identity/cognito/issued-tokens';
import { outlastSignOut } from '../../shared/identity/cognito/recovery';
import { issueDevice } from '../../shared/identity/device-proof';
import { proveDriver } from '../../shared/identity/prove-owner';
import { signedInDriver } from '../../shared/identity/security-events';
import { Device, DriverSignIn, NewPassword, Password, Username } from '../../shared/identity/session';
import { beginDriverSession } from '../../shared/identity/sessions';
import { defineOperation } from '../../shared/operation/define';

/**
 * Replaces a driver's own password, ends all sessions and signs in. The current password is proven by a sign-in, which is
 * counted like one. After an interruption the driver sends the new password as the current one.
 */
export const operation = defineOperation({
  id: 'changeDriverPassword',
  summary: 'Change a driver’s own password',
  route: 'POST /auth/drivers/password/change',
  auth: 'public',
  input: {
    body: v.object({ username: Username, currentPassword: Password, newPassword: NewPassword, device: Device }),
  },
  output: { status: 200, body: DriverSignIn, setsSessionCookies: 'drivers', setsDeviceCookie: 'driver' },
  errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  securityEvent: {
    of: 'PASSWORD',
    failed: 'SIGN_IN_FAILED',
    account: ({ username }) => username,
    person: signedInDriver,
  },
  withoutKey: 'PROOF',
  uses: {
    proveDriver,
    replaceDriverPassword,
    endDriverSessions,
    outlastSignOut,
    signInDriverAnew,
    beginDriverSession,
    issueDevice,
  },
  run: async ({ input, deps, request }) => {
    const { username, currentPassword: password, newPassword, device = request.deviceCookie('driver') } = input.body;
    const proof = await deps.proveDriver({ username, password, device, sourceIp: request.sourceIp });
    const account = driverAccountOf(ownPasswordTokens(proof));
    await deps.replaceDriverPassword(account.username, newPassword);
    const sessionsValidFrom = await deps.endDriverSessions(account);
    await deps.outlastSignOut(sessionsValidFrom);
    const issued = await deps.signInDriverAnew(account.username, newPassword, sessionsValidFrom);
    const tokens = await deps.beginDriverSession(issued, request.userAgent);
    const driver = driverOf(tokens);
    const message = {
      en: 'The new password is set. All other sessions are over.',
      es: 'La nueva contraseña quedó guardada. Se cerraron todas las demás sesiones.',
    };
    return { message, tokens, driver, device: deps.issueDevice('driver', driver.username) };
  },
});
