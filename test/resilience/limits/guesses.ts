import { OPERATIONS } from '../../../functions/catalog';
import { consumeAttempt, countJoinTry, countOwnCode } from '../../../shared/identity/attempt-limits';
import { expectStatus, textAt } from '../../journeys/http';
import { totp } from '../../support/totp';
import { PASSWORD, type People, type Request, type Stack } from './stack';

/** Whose a guess is: an address or a user name, with what must be known before it can be tried. */
export interface Target {
  readonly name: string;
  readonly token?: string;
  readonly session?: string;
}

/** Something that may be guessed at, with the numbers of docs/spec/rulings.md §3.3 and docs/decisions/0009 said once more. */
export interface Guess {
  readonly what: string;
  readonly file: string;
  /** A wrong guess at a target. */
  readonly wrong: (target: Target) => Request;
  /** What a wrong guess is answered that was let through. */
  readonly answered: number;
  readonly ofOne: number;
  /** Of one account from all addresses together; undefined where the address does not matter. */
  readonly ofAll?: number;
  /** From one address, whatever the accounts. */
  readonly ofAddress?: number;
  /** Somebody to guess at; somebody else each time. */
  readonly target: (people: People, stack: Stack) => Promise<Target>;
  /** Somebody who is there, where a guess can also be at nobody. */
  readonly known?: (people: People, stack: Stack) => Promise<Target>;
}

const nobody = async (people: People): Promise<Target> => ({ name: people.nobody() });
const confirmed = async (people: People): Promise<Target> => ({ name: await people.confirmed() });
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
    wrong: ({ name }) => ({ body: { email: name, code: '000000' } }),
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
    what: 'a code that takes the app off',
    file: 'users/remove-mfa',
    wrong: ({ token }) => ({ token, body: { code: '000000' } }),
    answered: 400,
    ofOne: 10,
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

/** Who knows the password of an account with an app, and not its code. */
async function challenged(people: People, stack: Stack): Promise<Target> {
  const { name, token } = await signedIn(people);
  const set = await expectStatus(200, stack.send('POST /users/me/mfa/setup', { token }));
  const body = { code: totp(textAt(set, 'secret'), Date.now()) };
  await expectStatus(200, stack.send('POST /users/me/mfa/confirm', { token, body }));
  return { name, session: (await people.signIn(name)).session };
}

/** Operations that count tries and have no line here. */
export const uncovered = (): string[] =>
  Object.entries(OPERATIONS)
    .filter(([, { uses }]) => Object.values(uses).some((one) => COUNTING.includes(one)))
    .map(([file]) => file)
    .filter((file) => !GUESSES.some((guess) => guess.file === file));

const COUNTING: readonly unknown[] = [consumeAttempt, countJoinTry, countOwnCode];
