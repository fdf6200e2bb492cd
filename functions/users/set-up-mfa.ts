import * as v from 'valibot';
import { beginAuthenticator } from '../../shared/identity/cognito/authenticator';
import { keepSetup } from '../../shared/identity/mfa-setup';
import { proveOwner } from '../../shared/identity/prove-owner';
import { AuthenticatorCode, Password } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';

const ISSUER = 'Flota';

/**
 * Creates a new secret for an authenticator app, for a user who sends the password and, with a factor, a code. The secret
 * takes effect after POST …/confirm with a first code of the new app within five minutes.
 */
export const operation = defineOperation({
  id: 'setUpMfa',
  summary: 'Begin to enrol an authenticator app',
  route: 'POST /users/me/mfa/setup',
  auth: { pool: 'staff', keys: 'never' },
  input: {
    body: v.object({
      password: Password,
      /** The six digits of the app in use. Required while the person has one. */
      code: v.optional(AuthenticatorCode),
    }),
  },
  output: {
    status: 200,
    body: v.object({
      /** The key for an app that cannot read a QR code, in base 32. It counts after the confirmation. */
      secret: v.string(),
      /** The same key as an address, to show as a QR code. */
      otpauthUri: v.string(),
    }),
  },
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  withoutKey: 'PROOF',
  uses: { proveOwner, beginAuthenticator, keepSetup },
  run: async ({ input, caller, deps, request }) => {
    const { id, email } = caller.user;
    const device = request.deviceCookie('staff');
    const { tokens } = await deps.proveOwner({ id, email, sourceIp: request.sourceIp, device }, input.body);
    const secret = await deps.beginAuthenticator(tokens.accessToken);
    await deps.keepSetup(id, tokens.accessToken);
    const query = new URLSearchParams({ secret, issuer: ISSUER });
    return { secret, otpauthUri: `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query}` };
  },
});
