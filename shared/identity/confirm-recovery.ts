import { recoveryCodeMail, recoveryMail } from '../mail/mail';
import { queueMails } from '../mail/queue-mails';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { requiresMailedCode } from '../teams/policies';
import { consumeMailedCode } from './attempt-limits';
import { deviceFamily } from './device-family';
import { makeMailedCode, takeMailedCode } from './mailed-codes';

/** A user who proved the password and asks to sign in without the authenticator app. */
export interface Recovering {
  readonly userId: string;
  readonly email: string;
  readonly code: string | undefined;
  /** True for a device or a network from which the account has signed in. */
  readonly isKnown: boolean;
}

/**
 * Requires a mailed code if one of the user's teams does. Without `code` it mails one and throws RECOVERY_CODE_SENT. A
 * wrong or expired code throws INVALID_CODE. By default the password alone is enough, as the interface says.
 */
export const confirmRecovery = capability.of(
  { requiresMailedCode, consumeMailedCode, makeMailedCode, queueMails, takeMailedCode },
  (deps) =>
    async ({ userId, email, code, isKnown }: Recovering): Promise<void> => {
      if (!(await deps.requiresMailedCode(userId))) return;
      if (code !== undefined) {
        await deps.takeMailedCode('RECOVERY', userId, code);
        return;
      }
      if (await deps.consumeMailedCode(email, isKnown)) {
        const made = await deps.makeMailedCode({ purpose: 'RECOVERY', userId, payload: '' });
        await deps.queueMails([recoveryCodeMail(email, made)]);
      }
      throw new AppError('RECOVERY_CODE_SENT');
    },
);

/** Mails the user that the account was recovered, when, and from which kind of device. */
export const tellOfRecovery = capability.of(
  { queueMails },
  (deps, context) =>
    (email: string, userAgent: string): Promise<void> =>
      deps.queueMails([recoveryMail(email, { at: context.now(), device: deviceFamily(userAgent) })]),
);
