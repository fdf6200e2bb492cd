import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as confirmRegistration } from '../../functions/auth/confirm-registration';
import { operation as forgotPassword } from '../../functions/auth/forgot-password';
import { operation as login } from '../../functions/auth/login';
import { operation as loginDriver } from '../../functions/auth/login-driver';
import { operation as recoverMfa } from '../../functions/auth/recover-mfa';
import { operation as register } from '../../functions/auth/register';
import { operation as resetPassword } from '../../functions/auth/reset-password';
import { operation as respondToMfa } from '../../functions/auth/respond-to-mfa';
import { operation as joinTeam } from '../../functions/teams/join-team';
import { operation as changeEmail } from '../../functions/users/change-email';
import { operation as changePassword } from '../../functions/users/change-password';
import { operation as confirmMfa } from '../../functions/users/confirm-mfa';
import { operation as deleteOwnUser } from '../../functions/users/delete-own-user';
import { operation as endOtherSessions } from '../../functions/users/end-other-sessions';
import { operation as endSession } from '../../functions/users/end-session';
import { operation as removeMfa } from '../../functions/users/remove-mfa';
import { operation as setUpMfa } from '../../functions/users/set-up-mfa';
import { checkLock, type Failures, oneMoreFailure } from '../../local/cognito/passwords';
import { type Attempt, attemptCountKey, type Guarded, joinLimits, limitsOf } from '../../shared/identity/attempt-rules';
import { newDeviceProof } from '../../shared/identity/device-proof';
import { keepSetup } from '../../shared/identity/mfa-setup';
import { userSessionKey } from '../../shared/identity/session-record';
import type { Operation } from '../../shared/operation/define';
import { put, putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import {
  accounts,
  cognitoError,
  type Exchange,
  PASSWORD,
  someAddress,
  someEmail,
  wrongPassword,
} from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { TestAnswer } from '../support/http-event';
import { quickTable } from '../support/quick-table';
import { insertUser } from '../support/store-fleet';
import { DRIVER_ID } from '../support/user-pools';

const world = accounts(quickTable());
const pool = world.cognito;

const times = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const all = [];
  for (let nth = 1; nth <= count; nth += 1) all.push(await make());
  return all;
};
const wrongCode = () => cognitoError(cognito.CodeMismatchException);

/** The secrets that an attacker can guess: a wrong guess for an account, and the status of a guess within the limits. */
const GUESSES: readonly (readonly [string, Operation, (account: string) => object, number, Guarded])[] = [
  ['a password', login, (email) => ({ email, password: 'no' }), 401, 'PASSWORD'],
  ['a driver’s password', loginDriver, (username) => ({ username, password: 'no' }), 401, 'DRIVER_PASSWORD'],
  ['a recovery', recoverMfa, (email) => ({ email, password: 'no' }), 401, 'RECOVERY'],
  [
    'a mailed code',
    confirmRegistration,
    (email) => ({ email, code: '000000', password: PASSWORD }),
    400,
    'CONFIRMATION',
  ],
  ['a reset', resetPassword, (email) => ({ email, code: '000000', newPassword: PASSWORD }), 400, 'RESET'],
  ['a mail with a code', forgotPassword, (email) => ({ email }), 200, 'RESET_MAIL'],
  ['a registration', register, (email) => ({ email, password: PASSWORD, name: 'Ana' }), 201, 'REGISTRATION'],
];

beforeEach(() => {
  pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
  pool.on(cognito.ConfirmSignUpCommand).rejects(wrongCode());
  pool.on(cognito.ConfirmForgotPasswordCommand).rejects(wrongCode());
  pool.on(cognito.ForgotPasswordCommand).resolves({});
  pool.on(cognito.SignUpCommand).resolves({ UserSub: someId() });
});
const asked = (): number => pool.calls().length;

describe.each(GUESSES)('%s', (_, operation, wrong, passing, of) => {
  const guess = ({ send }: Exchange, account: string, address: string) =>
    send(operation, { body: wrong(account) }, address);

  it('is tried five times for an account from one address, and the sixth is told when to come back, unasked', async () => {
    const exchange = world.begin();
    const [email, address] = [someEmail(), someAddress()];
    const answers = await times(6, () => guess(exchange, email, address));
    expect(answers.map(({ status }) => status)).toEqual([passing, passing, passing, passing, passing, 429]);
    expect(answers[5]?.body.error).toBe('TOO_MANY_REQUESTS');
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(asked()).toBe(5);
  });

  it('has a limit for the account from all addresses together, capitals or not', async () => {
    const exchange = world.begin();
    const email = someEmail();
    await useUp(exchange, { of, account: email, sourceIp: someAddress() }, 1);
    const statuses = [
      await guess(exchange, email, someAddress()),
      await guess(exchange, email.toUpperCase(), someAddress()),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([passing, 429]);
  });

  it('has a limit of fifty an hour for an address, whatever the accounts', async () => {
    const exchange = world.begin();
    const address = someAddress();
    await useUp(exchange, { of, account: someEmail(), sourceIp: address }, 2);
    const statuses = await times(2, async () => (await guess(exchange, someEmail(), address)).status);
    expect(statuses).toEqual([passing, 429]);
  });
});

it.each([0, 1, 2] as const)('desk 1.12: a 429 tells no longer wait than limit %i has left', async (which) => {
  const exchange = world.begin();
  const [account, sourceIp] = [someEmail(), someAddress()];
  const guess = () => exchange.send(login, { body: { email: account, password: 'no' } }, sourceIp);
  await useUp(exchange, { of: 'PASSWORD', account, sourceIp }, which);
  expect((await guess()).status).toBe(401);
  const refusedOne = await guess();
  const wait = Number(refusedOne.headers['retry-after']);
  expect([refusedOne.status, wait > 0]).toEqual([429, true]);
  exchange.testContext.pass((wait - 1) * 1000 - 1);
  expect((await guess()).status).toBe(429);
  exchange.testContext.pass(1001);
  expect((await guess()).status).toBe(401);
});

/** Uses up one of the limits of an attempt, except for the last attempt. */
async function useUp({ testContext }: Exchange, tried: Attempt, which: 0 | 1 | 2): Promise<void> {
  const limit = limitsOf(tried, false)[which];
  const most = limit?.most ?? 0;
  expect(most).toBe(which === 2 ? 50 : limit?.refills ? 5 : 20);
  const now = Math.floor(testContext.now().getTime() / 1000);
  const expires = now + (limit?.seconds ?? 0) * (limit?.refills ? most - 1 : 1);
  const count = { failures: most - 1, until: expires, expires };
  const step = put(attemptCountKey(limit ?? { what: '' }), count, {}, () => new Error());
  await transact(testContext.context, [step]);
}

describe('an account that there is and one that there is not', () => {
  const unknown = () => cognitoError(cognito.UserNotFoundException, 'User does not exist.');
  /** The answers without the headers and texts that repeat the sent address. */
  const told = (answers: TestAnswer[]) => answers.map(({ status, headers, body }) => [status, headers, body]);

  it.each(GUESSES.filter(([, , , passing]) => passing >= 400))(
    'are answered alike from the first try of %s to past the limit',
    async (_, operation, wrong) => {
      const answers = [];
      for (const failures of [[unknown()], [wrongPassword(), cognitoError(cognito.LimitExceededException)]]) {
        const exchange = world.begin();
        const [account, address] = [someEmail(), someAddress()];
        // For an existing account, Cognito reports a reached limit after some failures.
        const each = [0, 1, 2, 3, 4, 5].map((nth) => failures[nth < 3 ? 0 : failures.length - 1]);
        const all = [];
        for (const failure of each) {
          pool.on(cognito.AdminInitiateAuthCommand).rejects(failure);
          pool.on(cognito.ConfirmSignUpCommand).rejects(failure);
          pool.on(cognito.ConfirmForgotPasswordCommand).rejects(failure);
          all.push(await exchange.send(operation, { body: wrong(account) }, address));
        }
        // The calls must be equal too, so that the duration does not reveal whether the account exists.
        answers.push([told(all), exchange.testContext.actions()]);
      }
      expect(answers[0]).toEqual(answers[1]);
    },
  );
});

describe('who can lock whom out', () => {
  const wrong = (email: string) => ({ body: { email, password: 'no' } });
  const right = (email: string) => ({ body: { email, password: PASSWORD } });
  /** A Cognito that accepts one password. */
  const opens = ({ testContext }: Exchange) =>
    pool.on(cognito.AdminInitiateAuthCommand).callsFake(async ({ AuthParameters }) => {
      if (AuthParameters.PASSWORD !== PASSWORD) throw wrongPassword();
      return { AuthenticationResult: await world.tokens(testContext.now(), someId(), AuthParameters.USERNAME) };
    });

  it('nobody elsewhere: the owner comes in from where the owner came in before, and nowhere new', async () => {
    const exchange = world.begin();
    opens(exchange);
    const [email, home] = [someEmail(), someAddress()];
    expect((await exchange.send(login, right(email), home)).status).toBe(200);
    const statuses = await times(30, async () => (await exchange.send(login, wrong(email), someAddress())).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect((await exchange.send(login, right(email), someAddress())).status).toBe(429);
    expect((await exchange.send(login, right(email), home)).status).toBe(200);
  });

  it('no neighbour behind the same address who tries other accounts', async () => {
    const exchange = world.begin();
    opens(exchange);
    const [email, home] = [someEmail(), someAddress()];
    await exchange.send(login, right(email), home);
    await useUp(exchange, { of: 'PASSWORD', account: someEmail(), sourceIp: home }, 2);
    expect((await exchange.send(login, wrong(someEmail()), home)).status).toBe(401);
    expect((await exchange.send(login, right(email), home)).status).toBe(200);
    expect((await exchange.send(login, right(someEmail()), home)).status).toBe(429);
  });

  it('not for good: a home is one for ninety days', async () => {
    const exchange = world.begin();
    opens(exchange);
    const [email, home] = [someEmail(), someAddress()];
    await exchange.send(login, right(email), home);
    const attack = () => times(6, () => exchange.send(login, wrong(email), someAddress()));
    exchange.testContext.pass(90 * 86_400_000 - 1000);
    await attack();
    expect((await exchange.send(login, wrong(email), home)).status).toBe(401);
    exchange.testContext.pass(1000);
    await attack();
    expect((await exchange.send(login, wrong(email), home)).status).toBe(429);
  });

  it('not who is right: a yard signs in within the hour, each with a slip', async () => {
    const exchange = world.begin();
    opens(exchange);
    const yard = someAddress();
    await useUp(exchange, { of: 'PASSWORD', account: someEmail(), sourceIp: yard }, 2);
    const statuses = await times(4, async () => {
      const email = someEmail();
      await exchange.send(login, right(email), yard);
      await exchange.send(login, wrong(email), yard);
      return (await exchange.send(login, right(email), yard)).status;
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('not by a name made up to look like another’s counter', async () => {
    const exchange = world.begin();
    const [username, home] = ['jose.perez', someAddress()];
    for (const crafted of [`${home}#${username}`, `${username}#${home}`, `HERE#${home}#${username}`]) {
      await times(6, () => exchange.send(loginDriver, { body: { username: crafted, password: 'no' } }, someAddress()));
    }
    expect((await exchange.send(loginDriver, { body: { username, password: 'no' } }, home)).status).toBe(401);
  });

  it('a try comes back every sixteen minutes, and not a second sooner', async () => {
    const exchange = world.begin();
    const [email, address] = [someEmail(), someAddress()];
    const guess = async () => exchange.send(login, wrong(email), address);
    const first = await times(6, guess);
    expect(first[5]?.headers['retry-after']).toBe('960');
    exchange.testContext.pass(959_000);
    expect((await guess()).headers['retry-after']).toBe('1');
    exchange.testContext.pass(1000);
    expect((await times(2, guess)).map(({ status }) => status)).toEqual([401, 429]);
    exchange.testContext.pass(5 * 960_000);
    expect((await times(6, guess)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts passwords that are tried at once each: of twenty, five come through', async () => {
    const { send } = world.begin();
    const [email, address] = [someEmail(), someAddress()];
    await Promise.all(Array.from({ length: 20 }, () => send(login, wrong(email), address)));
    expect(asked()).toBe(5);
  });

  it('nobody with any number of addresses keeps an account locked at Cognito', async () => {
    const exchange = world.begin();
    const email = someEmail();
    let failures: Failures | undefined;
    let longest = 0;
    pool.on(cognito.AdminInitiateAuthCommand).callsFake(() => {
      const now = exchange.testContext.now().getTime();
      checkLock(failures, now);
      failures = oneMoreFailure(failures, now);
      longest = Math.max(longest, failures.count);
      throw wrongPassword();
    });
    for (let minute = 0; minute < 60; minute += 1) {
      await exchange.send(login, wrong(email), someAddress());
      exchange.testContext.pass(60_000);
    }
    // The sixth failure locks the account for two seconds. Without our limit, the lock would have lasted a quarter of an hour.
    expect(longest).toBeLessThanOrEqual(6);
  });

  it('a mailed code ends it: the new password comes in at once from where it was set', async () => {
    const exchange = world.begin();
    opens(exchange);
    const [email, fresh] = [someEmail(), someAddress()];
    await times(6, () => exchange.send(login, wrong(email), fresh));
    expect((await exchange.send(login, right(email), fresh)).status).toBe(429);
    pool.on(cognito.ConfirmForgotPasswordCommand).resolves({});
    pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: someId() }] });
    pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
    const reset = { body: { email, code: '123456', newPassword: PASSWORD } };
    expect((await exchange.send(resetPassword, reset, fresh)).status).toBe(200);
    await times(6, () => exchange.send(login, wrong(email), someAddress()));
    expect((await exchange.send(login, right(email), fresh)).status).toBe(200);
  });

  it('a driver who has signed in is at home too', async () => {
    const exchange = world.begin();
    const { testContext } = exchange;
    const username = 'ines.mora';
    const access = await world.driverToken({ username });
    pool.on(cognito.AdminInitiateAuthCommand).callsFake(async ({ AuthParameters }) => {
      if (AuthParameters.PASSWORD !== PASSWORD) throw wrongPassword();
      return { AuthenticationResult: { ...(await world.tokens(testContext.now())), AccessToken: access } };
    });
    const home = someAddress();
    const tell = (password: string, address: string) =>
      exchange.send(loginDriver, { body: { username, password } }, address);
    expect((await tell(PASSWORD, home)).body).toMatchObject({ driver: { id: DRIVER_ID } });
    await times(6, () => tell('no', someAddress()));
    expect([(await tell(PASSWORD, someAddress())).status, (await tell(PASSWORD, home)).status]).toEqual([429, 200]);
  });
});

describe('doors 7: a device that has signed in', () => {
  const opensFor = ({ testContext }: Exchange) =>
    pool.on(cognito.AdminInitiateAuthCommand).callsFake(async ({ AuthParameters: { USERNAME, PASSWORD: sent } }) => {
      if (sent !== PASSWORD) throw wrongPassword();
      const AccessToken = await world.driverToken({ username: USERNAME });
      return { AuthenticationResult: { ...(await world.tokens(testContext.now(), someId(), USERNAME)), AccessToken } };
    });
  const cookieOf = (answer: TestAnswer, kind: string) =>
    answer.cookies.find((one) => one.startsWith(`__Host-device-${kind}=`))?.split(';')[0] ?? '';
  const lockOut = (send: () => Promise<TestAnswer>) => times(6, send);

  it('is let in from any network while strangers guess: staff by the cookie', async () => {
    const exchange = world.begin();
    opensFor(exchange);
    const email = someEmail();
    const tell = (password: string, cookies: string[] = [], address = someAddress()) =>
      exchange.send(login, { body: { email, password }, cookies }, address);
    const first = await tell(PASSWORD);
    const cookie = cookieOf(first, 'staff');
    expect(JSON.stringify(first.body)).not.toContain(cookie.split('=')[1]);
    await lockOut(() => tell('no'));
    expect((await tell(PASSWORD)).status).toBe(429);
    expect((await tell(PASSWORD, [cookie])).status).toBe(200);
  });

  it('is let in by the proof in the body or the cookie: drivers', async () => {
    const exchange = world.begin();
    opensFor(exchange);
    const username = `chofer.${someId()}`;
    const tell = (password: string, device?: unknown, cookies: string[] = []) =>
      exchange.send(loginDriver, { body: { username, password, device }, cookies }, someAddress());
    const first = await tell(PASSWORD);
    expect(cookieOf(first, 'driver')).toBe(`__Host-device-driver=${first.body.device}`);
    await lockOut(() => tell('no'));
    expect((await tell(PASSWORD)).status).toBe(429);
    expect((await tell(PASSWORD, first.body.device)).status).toBe(200);
    expect((await tell(PASSWORD, undefined, [cookieOf(first, 'driver')])).status).toBe(200);
    expect((await tell(PASSWORD, 'not-a-proof')).status).toBe(429);
  });

  it('has five attempts of its own, which do not count for others', async () => {
    const exchange = world.begin();
    opensFor(exchange);
    const [email, address] = [someEmail(), someAddress()];
    const tell = (password: string, cookies: string[] = []) =>
      exchange.send(login, { body: { email, password }, cookies }, address);
    const cookie = cookieOf(await tell(PASSWORD), 'staff');
    const statuses = await times(6, async () => (await tell('no', [cookie])).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await tell(PASSWORD)).status).toBe(200);
  });

  it('of one account is none for another', async () => {
    const exchange = world.begin();
    opensFor(exchange);
    const [email, victim] = [someEmail(), someEmail()];
    const tell = (account: string, password: string, cookies: string[] = []) =>
      exchange.send(login, { body: { email: account, password }, cookies }, someAddress());
    const cookie = cookieOf(await tell(email, PASSWORD), 'staff');
    await lockOut(() => tell(victim, 'no'));
    expect((await tell(victim, PASSWORD, [cookie])).status).toBe(429);
  });

  /** A person with a device whose reset by mail works with the code 123456. */
  const withReset = async () => {
    const exchange = world.begin();
    opensFor(exchange);
    const [email, id] = [someEmail(), someId()];
    pool.on(cognito.ConfirmForgotPasswordCommand).callsFake(({ ConfirmationCode }) => {
      if (ConfirmationCode !== '123456') throw wrongCode();
      return {};
    });
    pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: id }] });
    pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
    const tell = (password: string, cookies: string[] = []) =>
      exchange.send(login, { body: { email, password }, cookies }, someAddress());
    const reset = (code: string, cookies: string[] = []) =>
      exchange.send(resetPassword, { body: { email, code, newPassword: PASSWORD }, cookies }, someAddress());
    return { ...exchange, email, tell, reset, cookies: [cookieOf(await tell(PASSWORD), 'staff')] };
  };

  it('resets the password while strangers use up the resets of the account', async () => {
    const { email, reset, cookies, ...exchange } = await withReset();
    await useUp(exchange, { of: 'RESET', account: email, sourceIp: someAddress() }, 1);
    await reset('000000');
    expect((await reset('123456')).status).toBe(429);
    expect((await reset('123456', cookies)).status).toBe(200);
  });

  it('signs in at once after a reset, although it has used up its attempts', async () => {
    const { tell, reset, cookies } = await withReset();
    await times(5, () => tell('no', cookies));
    expect((await tell(PASSWORD, cookies)).status).toBe(429);
    expect((await reset('123456', cookies)).status).toBe(200);
    expect((await tell(PASSWORD, cookies)).status).toBe(200);
  });

  it.each([
    ['the address', changeEmail, { newEmail: 'otra@fletes.mx', password: 'no' }],
    ['the password', changePassword, { currentPassword: 'no', newPassword: 'De Monterrey a Laredo' }],
    ['the first code of an app', setUpMfa, { password: 'no' }],
    ['an app', removeMfa, { code: '000000', password: 'no' }],
    ['the account', deleteOwnUser, { password: 'no' }],
    ['the other sessions', endOtherSessions, { password: 'no' }],
    ['a session', endSession, { password: 'no' }],
  ])('proves the password for %s while strangers guess', async (_, operation, body) => {
    const exchange = world.begin();
    const { send, bearer, testContext } = exchange;
    const { id, email } = await insertUser(testContext, { email: someEmail() });
    await useUp(exchange, { of: 'PASSWORD', account: email, sourceIp: someAddress() }, 1);
    await send(login, { body: { email, password: 'no' } }, someAddress());
    const at = testContext.now().toISOString();
    const session = { id: someId(), startedAt: at, lastSeenAt: at, device: 'Chrome', expires: 4_102_444_800 };
    await transact(testContext.context, [putItem(userSessionKey(id, session.id), session)]);
    const request = { headers: await bearer(testContext.now(), id), path: { id: session.id }, body };
    const cookies = [`__Host-device-staff=${newDeviceProof(testContext.context, 'staff', email)}`];
    expect((await send(operation, request, someAddress())).status).toBe(429);
    expect((await send(operation, { ...request, cookies }, someAddress())).status).toBe(401);
  });

  it('gives no access: the cookie alone opens nothing', async () => {
    const exchange = world.begin();
    opensFor(exchange);
    const cookie = cookieOf(await exchange.send(login, { body: { email: someEmail(), password: PASSWORD } }), 'staff');
    expect((await exchange.send(joinTeam, { cookies: [cookie], body: { joinCode: 'NOBODYHAS2' } })).status).toBe(401);
  });
});

describe('the second factor', () => {
  const begin = async () => {
    const exchange = world.begin();
    const email = someEmail();
    pool.on(cognito.AdminInitiateAuthCommand).resolves({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 'of-cognito',
      ChallengeParameters: { USER_ID_FOR_SRP: someId() },
    });
    pool.on(cognito.AdminRespondToAuthChallengeCommand).rejects(wrongCode());
    const address = someAddress();
    const challenged = await exchange.send(login, { body: { email, password: PASSWORD } }, address);
    const session = String(challenged.body.session);
    const respond = (change: object = {}, from = address) =>
      exchange.send(respondToMfa, { body: { session, username: email, code: '000000', ...change } }, from);
    return { ...exchange, email, address, session, respond };
  };
  const codes = () => pool.commandCalls(cognito.AdminRespondToAuthChallengeCommand).length;

  it('takes five codes an hour from one address, however many sessions the password opens', async () => {
    const { send, email, address, respond } = await begin();
    const statuses = await times(6, async () => {
      const again = await send(login, { body: { email, password: PASSWORD } }, address);
      return (await respond({ session: again.body.session })).status;
    });
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(codes()).toBe(5);
  });

  it('takes twenty an hour from all of them', async () => {
    const { respond, email, ...exchange } = await begin();
    await useUp(exchange, { of: 'FACTOR', account: email, sourceIp: someAddress() }, 1);
    const statuses = await times(2, async () => (await respond({}, someAddress())).status);
    expect(statuses).toEqual([401, 429]);
  });

  it('is not used up by who did not know the password', async () => {
    const { email, session, respond } = await begin();
    const [name = '', seal = '', inner = ''] = session.split('~');
    const forged = [`${name}~${inner}`, `${name}~${'A'.repeat(seal.length)}~${inner}`, `${name}~${seal}~other`];
    for (const one of forged) expect((await respond({ session: one })).status).toBe(401);
    for (const one of forged) await times(7, () => respond({ session: one }, someAddress()));
    expect((await respond({ username: `x${email}` })).status).toBe(401);
    expect(codes()).toBe(0);
    const statuses = await times(5, async () => (await respond()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect(codes()).toBe(5);
  });

  it.each([
    ['taken off', removeMfa, { code: '000000', password: PASSWORD }],
    ['enrolled', confirmMfa, { code: '000000' }],
  ])('is %s by ten codes an hour of the user, and the eleventh is not looked at', async (_, operation, body) => {
    const { send, bearer, testContext } = world.begin();
    const challenge = { ChallengeName: 'SOFTWARE_TOKEN_MFA' as const, Session: 'of-cognito' };
    pool.on(cognito.AdminInitiateAuthCommand).resolves(challenge);
    pool.on(cognito.AdminRespondToAuthChallengeCommand).rejects(wrongCode());
    pool
      .on(cognito.VerifySoftwareTokenCommand)
      .rejects(cognitoError(cognito.EnableSoftwareTokenMFAException, 'Code mismatch'));
    const someone = async () => {
      const { id } = await insertUser(testContext);
      await testContext.use(keepSetup)(id, 'of-an-enrolment');
      return bearer(testContext.now(), id);
    };
    const headers = await someone();
    const tell = async () => (await send(operation, { headers, body }, someAddress())).status;
    expect(await times(11, tell)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    const looked = [cognito.VerifySoftwareTokenCommand, cognito.AdminRespondToAuthChallengeCommand].map(
      (Command) => pool.calls().filter(({ args }) => args[0] instanceof Command).length,
    );
    expect(looked.sort()).toEqual([0, 10]);
    expect((await send(operation, { headers: await someone(), body })).status).toBe(400);
  });

  it.each([
    ['taken off', removeMfa, { code: '000000', password: 'no' }],
    ['set up', setUpMfa, { password: 'no' }],
    ['passed by', changePassword, { currentPassword: 'no', newPassword: 'De Monterrey a Laredo' }],
  ])(
    'doors 22: is not %s by guesses of the password, which count as those of a sign-in',
    async (_, operation, body) => {
      const { send, bearer, testContext } = world.begin();
      const [user, address] = [await insertUser(testContext), someAddress()];
      const headers = await bearer(testContext.now(), user.id);
      const tell = async () => (await send(operation, { headers, body }, address)).status;
      expect(await times(6, tell)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(asked()).toBe(5);
      expect((await send(login, { body: { email: user.email, password: 'no' } }, address)).status).toBe(429);
    },
  );
});

test('join codes are tried a hundred times an hour from one address, however many users try', async () => {
  const { send, bearer, testContext } = world.begin();
  const address = someAddress();
  const [, network] = joinLimits(someId(), address);
  const expires = Math.floor(testContext.now().getTime() / 1000) + 3600;
  const count = { failures: 99, until: expires, expires };
  const step = put(attemptCountKey(network ?? { what: '' }), count, {}, () => new Error());
  await transact(testContext.context, [step]);
  const tell = async (from = address) => {
    const headers = await bearer(testContext.now(), (await insertUser(testContext)).id);
    return (await send(joinTeam, { headers, body: { joinCode: 'NOBODYHAS2' } }, from)).status;
  };
  expect([await tell(), await tell(), await tell(someAddress())]).toEqual([404, 429, 404]);
});
