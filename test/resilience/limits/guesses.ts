import { OPERATIONS } from '../../../functions/catalog';
import { consumeAttempt, countAttempt, countJoinTry, countOwnCode } from '../../../shared/identity/attempt-limits';
import { proveFactor, proveOwner, signInAgain } from '../../../shared/identity/prove-owner';
import { expectStatus, textAt } from '../../journeys/http';
import { totp } from '../../support/totp';
import { PASSWORD, type People, type Request, type Stack } from './stack';

/** The target of a guess: an address or a user name, with the values that a guess needs. */
export interface Target {
  readonly name: string;
  readonly token?: string;
  readonly session?: string;
}

/** A secret that can be guessed, with the limits of the contract and docs/decisions/0009, repeated here. */
export interface Guess {
  readonly what: string;
  readonly file: string;
  /** A wrong guess at a target. */
  readonly wrong: (target: Target) => Request;
  /** The status of a wrong guess within the limits. */
  readonly answered: number;
  readonly ofOne: number;
  /** The limit of one account from all addresses; undefined when the address does not matter. */
  readonly ofAll?: number;
  /** The limit of one address over all accounts. */
  readonly ofAddress?: number;
  /** Makes a new target for each call. */
  readonly target: (people: People, stack: Stack) => Promise<Target>;
  /** Makes an existing account, for guesses that can also aim at an unknown one. */
  readonly known?: (people: People, stack: Stack) => Promise<Target>;
  /** Makes the unknown account that is compared with the existing one; `target` when absent. */
  readonly unknown?: (people: People, stack: Stack) => Promise<Target>;
}

const nobody = async (people: People): Promise<Target> => ({ name: people.nobody() });
const confirmed = async (people: People): Promise<Target> => ({ name: await people.confirmed() });
/**
 * An address without an account that asked for one code. The registration of an existing account mailed one too, and an address gets five
 * codes an hour: after the fifth no code is made for it, with or without an account.
 */
async function mailed(people: People, stack: Stack): Promise<Target> {
  const name = people.nobody();
  await expectStatus(200, stack.send('POST /auth/password/forgot', { body: { email: name } }));
  return { name };
}
const HOURLY = { ofOne: 5, ofAll: 20, ofAddress: 50, target: nobody };
const PASSWORDS = { ofOne: 5, ofAll: 5, ofAddress: 50, target: nobody };

export const GUESSES: readonly Guess[] = [
  {
    what: 'a password',
    file: 'auth/login',
    wrong: ({ name }) => ({ body: { email: name, password: 'no' } }),
    answered: 401,
    ...PASSWORDS,
    known: confirmed,
  },
  {
    what: 'a driver’s password',
    file: 'auth/login-driver',
    wrong: ({ name }) => ({ body: { username: name, password: 'no' } }),
    answered: 401,
    ...PASSWORDS,
    known: async (people) => ({ name: await people.driver() }),
  },
  {
    what: 'a driver’s password, to change it',
    file: 'auth/change-driver-password',
    wrong: ({ name }) => ({ body: { username: name, currentPassword: 'no', newPassword: PASSWORD } }),
    answered: 401,
    ...PASSWORDS,
    known: async (people) => ({ name: await people.driver() }),
  },
  {
    what: 'a recovery',
    file: 'auth/recover-mfa',
    wrong: ({ name }) => ({ body: { email: name, password: 'no' } }),
    answered: 401,
    ...HOURLY,
    known: confirmed,
  },
  {
    what: 'a code that confirms an address',
    file: 'auth/confirm-registration',
    wrong: ({ name }) => ({ body: { email: name, code: '000000', password: PASSWORD } }),
    answered: 400,
    ...HOURLY,
    known: async (people) => ({ name: await people.waiting() }),
  },
  {
    what: 'a code for a new password',
    file: 'auth/reset-password',
    wrong: ({ name }) => ({ body: { email: name, code: '000000', newPassword: PASSWORD } }),
    answered: 400,
    ...HOURLY,
    known: confirmed,
  },
  {
    what: 'a mail with a code',
    file: 'auth/forgot-password',
    wrong: ({ name }) => ({ body: { email: name } }),
    answered: 200,
    ...HOURLY,
    known: confirmed,
    unknown: mailed,
  },
  {
    what: 'a registration',
    file: 'auth/register',
    wrong: ({ name }) => ({ body: { email: name, password: PASSWORD, name: 'Ana' } }),
    answered: 201,
    ...HOURLY,
  },
  {
    what: 'a code of the second factor',
    file: 'auth/respond-to-mfa',
    wrong: ({ name, session }) => ({ body: { session, username: name, code: '000000' } }),
    answered: 401,
    ...HOURLY,
    target: challenged,
  },
  {
    what: 'a code that removes the app',
    file: 'users/remove-mfa',
    wrong: ({ token }) => ({ token, body: { code: '000000', password: PASSWORD } }),
    answered: 400,
    // The enrolment of the target used one of ten.
    ofOne: 9,
    target: enrolled,
  },
  {
    what: 'a password that begins an enrolment',
    file: 'users/set-up-mfa',
    wrong: ({ token }) => ({ token, body: { password: 'no' } }),
    answered: 401,
    ofOne: 5,
    target: signedIn,
  },
  {
    what: 'a password that allows another one',
    file: 'users/change-password',
    wrong: ({ token }) => ({ token, body: { currentPassword: 'no', newPassword: 'De Monterrey a Laredo' } }),
    answered: 401,
    ofOne: 5,
    target: signedIn,
  },
  {
    what: 'a code that enrols the app',
    file: 'users/confirm-mfa',
    wrong: ({ token }) => ({ token, body: { code: '000000' } }),
    answered: 400,
    ofOne: 10,
    target: signedIn,
  },
  {
    what: 'a join code',
    file: 'teams/join-team',
    wrong: ({ token }) => ({ token, body: { joinCode: 'NOBODYHAS2' } }),
    answered: 404,
    ofOne: 20,
    ofAddress: 100,
    target: signedIn,
  },
];

async function signedIn(people: People): Promise<Target> {
  const name = await people.confirmed();
  return { name, token: (await people.signIn(name)).access };
}

async function enrolled(people: People, stack: Stack): Promise<Target> {
  const { name, token } = await signedIn(people);
  const set = await expectStatus(200, stack.send('POST /users/me/mfa/setup', { token, body: { password: PASSWORD } }));
  const body = { code: totp(textAt(set, 'secret'), Date.now()) };
  await expectStatus(200, stack.send('POST /users/me/mfa/confirm', { token, body }));
  return { name, ...(token && { token }) };
}

/** A target whose password the attacker knows, but not the code of its authenticator app. */
async function challenged(people: People, stack: Stack): Promise<Target> {
  const { name } = await enrolled(people, stack);
  return { name, session: (await people.signIn(name)).session };
}

/** Operations that count attempts and are missing in this table. */
export const uncovered = (): string[] =>
  Object.entries(OPERATIONS)
    .filter(([, { uses }]) => Object.values(uses).some((one) => COUNTING.includes(one)))
    .map(([file]) => file)
    .filter((file) => !GUESSES.some((guess) => guess.file === file));

const COUNTING: readonly unknown[] = [
  consumeAttempt,
  countAttempt,
  countJoinTry,
  countOwnCode,
  proveFactor,
  proveOwner,
  signInAgain,
];
