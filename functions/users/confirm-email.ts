import * as v from 'valibot';
import { setEmail } from '../../shared/identity/cognito/own-email';
import { takeMailedCode } from '../../shared/identity/mailed-codes';
import { keepSecurityEvent } from '../../shared/identity/security-events';
import { MailedCode } from '../../shared/identity/session';
import { defineOperation } from '../../shared/operation/define';
import { assertAddressFree, moveAccount } from '../../shared/teams/move-account';
import { UserProfile } from '../../shared/teams/user';

/**
 * Changes the caller's address to the one that got the code. A code is valid for ten minutes and five attempts. After
 * an interruption the next sign-in, with the new address, completes the change.
 */
export const operation = defineOperation({
  id: 'confirmEmail',
  summary: 'Change your address with the mailed code',
  route: 'POST /users/me/email/confirm',
  auth: { pool: 'staff', keys: 'never' },
  input: {
    body: v.object({
      /** The six digits that were mailed to the new address. */
      code: MailedCode,
    }),
  },
  output: { status: 200, body: UserProfile },
  errors: ['INVALID_CODE', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  securityEvent: { of: 'ACCESS_CHANGED', failed: 'DENIED', keep: keepSecurityEvent },
  withoutKey: 'PROOF',
  uses: { takeMailedCode, assertAddressFree, setEmail, moveAccount },
  run: async ({ input, caller, deps }) => {
    const newEmail = await deps.takeMailedCode('EMAIL', caller.id, input.body.code);
    await deps.assertAddressFree(caller.id, newEmail);
    await deps.setEmail(caller.id, newEmail);
    return deps.moveAccount(caller.user, newEmail);
  },
});
