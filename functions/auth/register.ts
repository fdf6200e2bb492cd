import * as v from 'valibot';
import { consumeMailedCode, consumeNotice, countAttempt } from '../../shared/identity/attempt-limits';
import { findUserId } from '../../shared/identity/cognito/recovery';
import { signUp } from '../../shared/identity/cognito/registration';
import { refuseGuessablePassword } from '../../shared/identity/passwords/policy';
import { Registration } from '../../shared/identity/session';
import { accountExistsMail } from '../../shared/mail/mail';
import { queueMails } from '../../shared/mail/queue-mails';
import { defineOperation } from '../../shared/operation/define';
import { Email } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';
import { noteRegistration, noteRegistrationOnce } from '../../shared/teams/users';

/**
 * Creates an account that waits for the mailed code, with an unknown password. The answer contains only values
 * from the request, so it is the same for an address that already has an account. That address gets a mail about it.
 */
export const operation = defineOperation({
  id: 'register',
  summary: 'Create an account',
  route: 'POST /auth/register',
  auth: 'public',
  input: { body: Registration },
  output: {
    status: 201,
    body: v.object({
      message: Message,
      /** The person as the registration named them. No account exists before the mailed code is confirmed. */
      user: v.object({
        email: Email,
        /** The name as it was sent. */
        name: v.string(),
      }),
    }),
  },
  errors: ['TOO_MANY_REQUESTS', 'PROVIDER_ERROR'],
  withoutKey: 'PROOF',
  uses: {
    countAttempt,
    consumeMailedCode,
    signUp,
    findUserId,
    noteRegistration,
    noteRegistrationOnce,
    consumeNotice,
    queueMails,
  },
  run: async ({ input, deps, request }) => {
    const { email, password, name, phone } = input.body;
    if (password !== undefined) refuseGuessablePassword('password', password, { email, names: [name] });
    await deps.countAttempt({ of: 'REGISTRATION', account: email, sourceIp: request.sourceIp });
    const answer = {
      message: {
        en: 'We have sent a mail to that address. Confirm it with the code.',
        es: 'Enviamos un correo a esa dirección. Confírmela con el código.',
      },
      user: { email, name },
    };
    if (!(await deps.consumeMailedCode(email))) return answer;
    const signedUp = await deps.signUp(email);
    if (signedUp.is === 'new') await deps.noteRegistration(signedUp.userId, { name, phone });
    // The first attempt may have been interrupted before it stored the name.
    if (signedUp.is === 'waiting') await deps.noteRegistrationOnce(await deps.findUserId(email), { name, phone });
    if (signedUp.is === 'taken' && (await deps.consumeNotice(email))) await deps.queueMails([accountExistsMail(email)]);
    return answer;
  },
});
