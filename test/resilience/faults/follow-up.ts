import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { codeAt, stepOf } from '../../../local/cognito/one-time-codes';
import { RESET_PASSWORD } from '../../../scenarios/walk/accounts';
import { textAt } from '../../journeys/http';
import type { Bench } from './bench';
import type { Ended, Executor } from './execution';
import type { Sample } from './samples';
import type { State } from './state';

const Request = v.object({ body: v.string() });
const ByCode = v.looseObject({ email: v.string(), code: v.string(), newPassword: v.string() });
const Confirmation = v.looseObject({ email: v.string(), code: v.string(), password: v.string() });
const FirstPassword = v.strictObject({ session: v.string(), username: v.string(), newPassword: v.string() });
const OwnPassword = v.looseObject({ currentPassword: v.string(), newPassword: v.string() });
const FactorRemoval = v.strictObject({ code: v.string(), password: v.string() });
const WithFactor = v.looseObject({
  sub: v.string(),
  authenticator: v.looseObject({ isEnabled: v.boolean(), secret: v.string() }),
});
const OwnCode = v.strictObject({ code: v.string() });
const Signed = v.looseObject({ headers: v.looseObject({ authorization: v.string() }) });
const Mail = v.looseObject({ to: v.string(), code: v.string() });

/** Two steps of the authenticator: the used code may be that of the next step. */
const TWO_CODES_MS = 60_000;
const HOUR_MS = 60 * 60_000;

/** The request that a client sends when a proof that counts once is used up, and the changes that even this request cannot bring. */
interface FollowUp {
  readonly ended: Ended;
  readonly lost?: RegExp;
}

interface Asked {
  readonly event: object;
  /** The state before the request. */
  readonly before: State;
  readonly executor: Executor;
  readonly bench: Bench;
}

type Follow = (body: unknown, asked: Asked) => Promise<FollowUp | undefined>;

/** Runs a function with the event of the request and another body. */
const run = (file: string, { event, executor }: Asked, body: object, headers?: object): Promise<Ended> =>
  executor.run(file, { ...event, ...(headers && { headers }), body: JSON.stringify(body) });

/** A mailed code is valid once. The client asks for a new one, as the error message says. */
const resetAgain: Follow = async (body, asked) => {
  if (!v.is(ByCode, body)) return undefined;
  const code = await mailedCode(body.email, asked);
  return { ended: await run('auth/reset-password', asked, { ...body, code }) };
};

/**
 * The address is confirmed, and the password is not set. The client resets the password, as the error message says. Name and telephone of
 * the registration are lost; the user writes them into the profile.
 */
const resetInstead: Follow = async (body, asked) => {
  if (!v.is(Confirmation, body)) return undefined;
  const { email, password: newPassword } = body;
  const code = await mailedCode(email, asked);
  return { ended: await run('auth/reset-password', asked, { email, code, newPassword }), lost: /^table / };
};

/** The challenge is used up, and the password is the driver's own. The driver signs in with it. */
const signInAsDriver: Follow = async (body, asked) => {
  if (!v.is(FirstPassword, body)) return undefined;
  const { username, newPassword: password } = body;
  return { ended: await run('auth/login-driver', asked, { username, password }) };
};

/** The new password is set, and the sessions may not be over. The driver sends the new password as the current one. */
const changeAgain: Follow = async (body, asked) => {
  if (!v.is(OwnPassword, body)) return undefined;
  const { newPassword: currentPassword } = body;
  return { ended: await run('auth/change-driver-password', asked, { ...body, currentPassword }) };
};

/** The new password is set, and the own session may be over. The user signs in with it, and changes it again to end the other sessions. */
const signInWithNew: Follow = async (body, asked) => {
  if (!v.is(OwnPassword, body)) return undefined;
  const { newPassword } = body;
  const again = { currentPassword: newPassword, newPassword };
  return signedIn(asked, newPassword, (headers) => run('users/change-password', asked, again, headers));
};

/** The mailed code is used up. The user asks for another one. If the address has changed at Cognito, a sign-in with it completes the change. */
const askAgain: Follow = async (body, asked) => {
  if (!v.is(OwnCode, body)) return undefined;
  const newEmail = String(asked.before.items.get(`USER#${callerOf(asked)}\nCODE#EMAIL`)?.payload);
  await run('users/change-email', asked, { newEmail, password: RESET_PASSWORD });
  const ended = await run('users/confirm-email', asked, { code: await newestCode(newEmail, asked) });
  if (ended.outcome === 'well') return { ended };
  const present = { email: newEmail, password: RESET_PASSWORD };
  return { ended: await run('auth/login', asked, present), lost: / \/ SECURITY#/ };
};

/**
 * The code of the authenticator is used up. The user sends a later one. If the factor is off already, the answer says so, and no removal is
 * told; no enrolment takes the secret that is left.
 */
const removeWithLaterCode: Follow = async (body, asked) => {
  if (!v.is(FactorRemoval, body)) return undefined;
  const { executor, before, bench } = asked;
  executor.pass(TWO_CODES_MS);
  const { secret } = authenticatorOf(before, callerOf(asked));
  const code = codeAt(secret, stepOf(new Date()));
  const ended = await run('users/remove-mfa', asked, { ...body, code });
  if (ended.outcome === 'well') return { ended };
  const { isEnabled } = authenticatorOf(await bench.keeper.state(), callerOf(asked));
  return isEnabled ? { ended } : { ended, lost: /^cognito-users | \/ SECURITY#/ };
};

function authenticatorOf({ journals }: State, sub: string) {
  const users = [...(journals.get('cognito-users')?.values() ?? [])].filter((user) => v.is(WithFactor, user));
  const user = users.find((one) => one.sub === sub);
  if (user === undefined) throw new Error('The caller has no authenticator.');
  return user.authenticator;
}

/** Signs in with the address that the caller had before the request, and sends a request of the new session. */
async function signedIn(asked: Asked, password: string, next: (headers: object) => Promise<Ended>): Promise<FollowUp> {
  const { email } = asked.before.items.get(`USER#${callerOf(asked)}\nUSER`) ?? {};
  const ended = await run('auth/login', asked, { email, password });
  if (ended.body === undefined) return { ended };
  return { ended: await next({ authorization: `Bearer ${textAt(JSON.parse(ended.body), 'tokens.accessToken')}` }) };
}

const callerOf = ({ event }: Asked): string =>
  decodeJwt(v.parse(Signed, event).headers.authorization.replace('Bearer ', '')).sub ?? '';

/**
 * Asks for a code. An address gets five codes an hour, and the answer does not tell that none comes (attempt-rules.ts). The user of the
 * sample may have used them up, so she waits an hour and asks again.
 */
async function mailedCode(email: string, asked: Asked): Promise<string | undefined> {
  const before = (await codesTo(email, asked)).length;
  await run('auth/forgot-password', asked, { email });
  if ((await codesTo(email, asked)).length === before) {
    asked.executor.pass(HOUR_MS);
    await run('auth/forgot-password', asked, { email });
  }
  return newestCode(email, asked);
}

const newestCode = async (email: string, asked: Asked): Promise<string | undefined> =>
  (await codesTo(email, asked)).at(-1);

/** The codes that were mailed to an address, the oldest first. */
async function codesTo(email: string, { bench }: Asked): Promise<string[]> {
  await bench.quiet();
  const { journals } = await bench.keeper.state();
  const mails = [...(journals.get('outbox')?.values() ?? [])].filter((mail) => v.is(Mail, mail));
  return mails.filter((mail) => mail.to === email).map(({ code }) => code);
}

const FOLLOW: Readonly<Record<string, Follow>> = {
  'auth/reset-password': resetAgain,
  'auth/confirm-registration': resetInstead,
  'auth/set-driver-password': signInAsDriver,
  'auth/change-driver-password': changeAgain,
  'users/change-password': signInWithNew,
  'users/confirm-email': askAgain,
  'users/remove-mfa': removeWithLaterCode,
};

/** Sends what a client sends after a refused repetition; undefined for an operation without such a request. */
export async function followUp(
  { file, event, before }: Sample,
  executor: Executor,
  bench: Bench,
): Promise<FollowUp | undefined> {
  const request = v.safeParse(Request, event);
  if (!request.success) return undefined;
  return FOLLOW[file]?.(JSON.parse(request.output.body), { event: Object(event), before, executor, bench });
}

/**
 * Operations that a code of the authenticator completes. It counts once, so after an interruption the person signs in anew, with another
 * code. The interrupted sign-in leaves no session and no entry.
 */
export const SIGN_INS_BY_CODE: readonly string[] = ['auth/respond-to-mfa'];
