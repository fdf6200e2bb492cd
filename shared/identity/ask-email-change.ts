import { emailChangeMail, emailCodeMail, emailTakenMail } from '../mail/mail';
import { queueMails } from '../mail/queue-mails';
import { capability } from '../platform/runtime/capability';
import { spendDaily } from '../platform/table/quota';
import type { User } from '../teams/user';
import { consumeMailedCode, consumeNotice } from './attempt-limits';
import { hasAccount } from './cognito/own-email';
import { makeMailedCode } from './mailed-codes';

const CHANGES_A_DAY = 5;

const countEmailChange = capability(
  { table: ['UpdateItem'], tableKeys: ['QUOTA#'] },
  (context) => (userId: string) =>
    spendDaily(context, {
      userId,
      what: 'EMAIL_CHANGES',
      most: CHANGES_A_DAY,
      message: {
        en: `You can ask for ${CHANGES_A_DAY} codes a day. Go on tomorrow.`,
        es: `Puede pedir ${CHANGES_A_DAY} códigos al día. Continúe mañana.`,
      },
    }),
);

/**
 * Mails a code to the new address of a user, and a notice to the present one. An address with an account gets a notice
 * instead of the code. The answer, and the calls before the mails, are the same, so that they do not reveal the account.
 */
export const askEmailChange = capability.of(
  { countEmailChange, hasAccount, makeMailedCode, consumeNotice, consumeMailedCode, queueMails },
  (deps) =>
    async (user: User, newEmail: string): Promise<void> => {
      await deps.countEmailChange(user.id);
      const isTaken = await deps.hasAccount(newEmail);
      const code = await deps.makeMailedCode({ purpose: 'EMAIL', userId: user.id, payload: newEmail });
      // Both limits count, also for an address with an account: it gets the same calls.
      const isReachable = (await deps.consumeNotice(newEmail)) && (await deps.consumeMailedCode(newEmail));
      const toNew = isTaken ? emailTakenMail(newEmail) : emailCodeMail(newEmail, code);
      await deps.queueMails([emailChangeMail(user.email), ...(isReachable ? [toNew] : [])]);
    },
);
