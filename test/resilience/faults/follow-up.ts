import * as v from 'valibot';
import type { Bench } from './bench';
import type { Ended, Executor } from './execution';
import type { Sample } from './samples';

const Request = v.object({ body: v.string() });
const ByCode = v.looseObject({ email: v.string(), code: v.string(), newPassword: v.string() });
const Confirmation = v.looseObject({ email: v.string(), code: v.string(), password: v.string() });
const OwnPassword = v.looseObject({ currentPassword: v.string(), newPassword: v.string() });
const Mail = v.looseObject({ to: v.string(), code: v.string() });

/** The request that a client sends when a proof that counts once is used up, and the changes that even this request cannot bring. */
export interface FollowUp {
  readonly ended: Ended;
  readonly lost?: RegExp;
}

type Follow = (body: unknown, event: object, executor: Executor, bench: Bench) => Promise<FollowUp | undefined>;

const withBody = (event: object, body: object): object => ({ ...event, body: JSON.stringify(body) });

/** A mailed code is valid once. The client asks for a new one, as the error message says. */
const resetAgain: Follow = async (body, event, executor, bench) => {
  if (!v.is(ByCode, body)) return undefined;
  const code = await mailedCode(body.email, event, executor, bench);
  return { ended: await executor.run('auth/reset-password', withBody(event, { ...body, code })) };
};

/**
 * The address is confirmed, and the password is not set. The client resets the password, as the error message says. Name and telephone of
 * the registration are lost; the user writes them into the profile.
 */
const resetInstead: Follow = async (body, event, executor, bench) => {
  if (!v.is(Confirmation, body)) return undefined;
  const { email, password: newPassword } = body;
  const code = await mailedCode(email, event, executor, bench);
  return {
    ended: await executor.run('auth/reset-password', withBody(event, { email, code, newPassword })),
    lost: /^table /,
  };
};

/** The new password is set, and the sessions may not be over. The driver sends the new password as the current one. */
const changeAgain: Follow = async (body, event, executor) => {
  if (!v.is(OwnPassword, body)) return undefined;
  const { newPassword: currentPassword } = body;
  return { ended: await executor.run('auth/change-driver-password', withBody(event, { ...body, currentPassword })) };
};

async function mailedCode(email: string, event: object, executor: Executor, bench: Bench): Promise<string | undefined> {
  await executor.run('auth/forgot-password', withBody(event, { email }));
  await bench.quiet();
  const { journals } = await bench.keeper.state();
  const mails = [...(journals.get('outbox')?.values() ?? [])].filter((mail) => v.is(Mail, mail));
  return mails.findLast((mail) => mail.to === email)?.code;
}

const FOLLOW: Readonly<Record<string, Follow>> = {
  'auth/reset-password': resetAgain,
  'auth/confirm-registration': resetInstead,
  'auth/change-driver-password': changeAgain,
};

/** Sends what a client sends after a refused repetition; undefined for an operation without such a request. */
export async function followUp(
  { file, event }: Sample,
  executor: Executor,
  bench: Bench,
): Promise<FollowUp | undefined> {
  const request = v.safeParse(Request, event);
  if (!request.success) return undefined;
  return FOLLOW[file]?.(JSON.parse(request.output.body), Object(event), executor, bench);
}

/**
 * Operations that a code of the authenticator completes. It counts once, so after an interruption the person signs in anew, with another
 * code. The interrupted sign-in leaves no session and no entry.
 */
export const SIGN_INS_BY_CODE: readonly string[] = ['auth/respond-to-mfa'];
