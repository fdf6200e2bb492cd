import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as confirmRegistration } from '../../functions/auth/confirm-registration';
import { operation as forgotPassword } from '../../functions/auth/forgot-password';
import { operation as login } from '../../functions/auth/login';
import { operation as loginDriver } from '../../functions/auth/login-driver';
import { operation as logout } from '../../functions/auth/logout';
import { operation as refreshDriver } from '../../functions/auth/refresh-driver';
import { operation as register } from '../../functions/auth/register';
import { operation as resetPassword } from '../../functions/auth/reset-password';
import { operation as respondToMfa } from '../../functions/auth/respond-to-mfa';
import { operation as setDriverPassword } from '../../functions/auth/set-driver-password';
import { endSessions } from '../../shared/identity/session-revocation';
import { beginDriverSession, beginStaffSession } from '../../shared/identity/sessions';
import { permissionsOf } from '../../shared/operation/requirements';
import { getItem } from '../../shared/platform/table/read';
import { registrationKey, userKey } from '../../shared/teams/user';
import {
  accounts,
  cognitoError,
  EMAIL,
  type Exchange,
  PASSWORD,
  refusal,
  refused,
  someEmail,
  wrongPassword,
} from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertUser } from '../support/store-fleet';
import { DRIVER_ID, STAFF_SUB } from '../support/user-pools';

const table = quickTable();
const world = accounts(table);
const pool = world.cognito;

const exists = () => cognitoError(cognito.UsernameExistsException, 'User already exists');
const confirmed = () => cognitoError(cognito.InvalidParameterException, 'User is already confirmed.');
const subject = (userId: string) => ({ UserAttributes: [{ Name: 'sub', Value: userId }] });
const throttled = () => cognitoError(cognito.TooManyRequestsException);
const limited = () => cognitoError(cognito.LimitExceededException);

describe('registration', () => {
  const registration = { email: EMAIL, password: PASSWORD, name: 'Ana Treviño', phone: '8112345678' };
  const tell = (email: string) => ({ body: { ...registration, email } });

  it('that was cut off before its note is sent again and noted; what was told before stays', async () => {
    const email = someEmail();
    const userId = someId();
    const { send, testContext } = world.begin();
    pool.on(cognito.SignUpCommand).rejects(exists());
    pool.on(cognito.ResendConfirmationCodeCommand).resolves({});
    pool.on(cognito.AdminGetUserCommand).resolves(subject(userId));
    expect((await send(register, tell(email))).status).toBe(201);
    const other = { ...registration, email, name: 'Otra Persona', phone: '8100000000' };
    expect((await send(register, { body: other })).status).toBe(201);
    const note = await getItem(testContext.context, registrationKey(userId));
    expect(note).toMatchObject({ name: 'Ana Treviño', phone: '8112345678' });
  });

  it('answers the same for an address that is new, that waits for its code and that is taken', async () => {
    const email = someEmail();
    const { send } = world.begin();
    pool.on(cognito.SignUpCommand).resolvesOnce({ UserSub: someId(), UserConfirmed: false }).rejects(exists());
    const fresh = await send(register, tell(email));
    pool.on(cognito.ResendConfirmationCodeCommand).resolvesOnce({}).rejects(confirmed());
    pool.on(cognito.AdminGetUserCommand).resolves(subject(someId()));
    const waiting = await send(register, tell(email));
    expect(world.mailed()).toEqual([]);
    const taken = await send(register, tell(email));
    expect(fresh.status).toBe(201);
    expect(fresh.body).toEqual({ message: expect.any(String), user: { email, name: 'Ana Treviño' } });
    expect([waiting.status, waiting.body]).toEqual([fresh.status, fresh.body]);
    expect([taken.status, taken.body]).toEqual([fresh.status, fresh.body]);
    expect(world.mailed()).toEqual([email]);
  });

  it('mails the owner of a taken address three times a day and no more, and answers the same', async () => {
    const email = someEmail();
    const { send, testContext } = world.begin();
    pool.on(cognito.SignUpCommand).rejects(exists());
    pool.on(cognito.ResendConfirmationCodeCommand).rejects(confirmed());
    const answers = [];
    for (let nth = 1; nth <= 4; nth += 1) answers.push((await send(register, tell(email))).status);
    expect(answers).toEqual([201, 201, 201, 201]);
    expect(world.mailed()).toHaveLength(3);
    testContext.pass(24 * 60 * 60_000);
    await send(register, tell(email));
    expect(world.mailed()).toHaveLength(4);
  });

  it('keeps nothing of what is told for an address that is taken', async () => {
    pool.on(cognito.SignUpCommand).rejects(exists());
    pool.on(cognito.ResendConfirmationCodeCommand).rejects(confirmed());
    const told = { ...registration, email: someEmail(), name: 'Una Extraña' };
    expect((await world.begin().send(register, { body: told })).status).toBe(201);
    expect(JSON.stringify(await table.everything())).not.toContain(told.name);
  });

  it('makes the first sign-in’s profile of what it was told', async () => {
    const userId = someId();
    const email = someEmail();
    const { send, testContext } = world.begin();
    pool.on(cognito.SignUpCommand).resolves({ UserSub: userId, UserConfirmed: false });
    await send(register, tell(email));
    expect(await getItem(testContext.context, userKey(userId))).toBeUndefined();
    pool
      .on(cognito.AdminInitiateAuthCommand)
      .resolves({ AuthenticationResult: await world.tokens(testContext.now(), userId, email) });
    expect((await send(login, { body: { email, password: PASSWORD } })).status).toBe(200);
    expect(await getItem(testContext.context, userKey(userId))).toMatchObject({
      email,
      name: 'Ana Treviño',
      phone: '8112345678',
    });
  });

  it.each([
    ['Aa1-56789', 'nine characters'],
    [' camino-largo', 'a blank at an end'],
    [`Aa1-${'x'.repeat(253)}`, '257 characters'],
    ['Password1!', 'one of the commonest'],
    ['1234567890', 'no letters'],
    ['Treviño-2026', 'the own name'],
    ['Flota-2026', 'the name of the service'],
  ])('refuses the password %s (%s) before Cognito is asked, so that no address is told by it', async (password) => {
    const { send } = world.begin();
    const answer = await send(register, { body: { ...registration, password } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'password'));
    expect(pool.commandCalls(cognito.SignUpCommand)).toHaveLength(0);
  });

  it.each(['camino mío', `Aa1-${'x'.repeat(252)}`])('takes a password at a bound: %s', async (password) => {
    const { send } = world.begin();
    pool.on(cognito.SignUpCommand).resolves({ UserSub: someId() });
    expect((await send(register, { body: { ...registration, password } })).status).toBe(201);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(2001) }, 'name'],
    [{ name: undefined }, 'name'],
    [{ phone: '1'.repeat(2001) }, 'phone'],
    [{ email: 'nobody' }, 'email'],
  ])('refuses %j', async (change, field) => {
    const answer = await world.begin().send(register, { body: { ...registration, ...change } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it.each([
    [
      'a password of which Cognito thinks less',
      () => cognitoError(cognito.InvalidPasswordException),
      refused('VALIDATION_FAILED', 'password'),
    ],
    [
      'an address that Cognito does not take',
      () => cognitoError(cognito.InvalidParameterException),
      refused('VALIDATION_FAILED', 'email'),
    ],
    [
      'a code that cannot be mailed',
      () => cognitoError(cognito.CodeDeliveryFailureException),
      refused('PROVIDER_ERROR'),
    ],
    ['a pool at its limit', throttled, refused('TOO_MANY_REQUESTS')],
    ['a fault of Cognito’s', () => cognitoError(cognito.InternalErrorException), refused('INTERNAL')],
  ])('refuses %s', async (_, failure, expected) => {
    pool.on(cognito.SignUpCommand).rejects(failure());
    expect(refusal(await world.begin().send(register, tell(someEmail())))).toEqual(expected);
  });

  it('does not tell a waiting address by the limit of its codes', async () => {
    pool.on(cognito.SignUpCommand).rejects(exists());
    pool.on(cognito.ResendConfirmationCodeCommand).rejects(limited());
    pool.on(cognito.AdminGetUserCommand).resolves(subject(someId()));
    expect((await world.begin().send(register, tell(someEmail()))).status).toBe(201);
    expect(world.mailed()).toEqual([]);
  });
});

const REFUSED_CODES = [
  cognitoError(cognito.CodeMismatchException),
  cognitoError(cognito.ExpiredCodeException),
  cognitoError(cognito.UserNotFoundException),
  cognitoError(cognito.NotAuthorizedException, 'User cannot be confirmed. Current status is CONFIRMED'),
];

describe('confirmation', () => {
  const body = { email: EMAIL, code: '123456', password: PASSWORD };
  const called = () => pool.calls().map(({ args }) => args[0].constructor.name);

  beforeEach(() => {
    pool.on(cognito.AdminSetUserPasswordCommand).resolves({});
  });

  it('doors 2: a password that came with the registration never reaches Cognito, but 32 random bytes do', async () => {
    pool.on(cognito.SignUpCommand).resolves({ UserSub: someId() });
    const told = { email: someEmail(), name: 'Una Extraña' };
    const sent = { ...told, password: 'Camino-De-Otra-77' };
    expect((await world.begin().send(register, { body: sent })).status).toBe(201);
    expect((await world.begin().send(register, { body: told })).status).toBe(201);
    const passwords = pool.commandCalls(cognito.SignUpCommand).map(({ args }) => args[0].input.Password ?? '');
    expect(passwords.map((password) => Buffer.from(password.slice(0, 43), 'base64url').length)).toEqual([32, 32]);
    expect(new Set(passwords).size).toBe(2);
    expect(JSON.stringify(pool.calls().map(({ args }) => args[0].input))).not.toContain(sent.password);
  });

  it('doors 2: the password is set after the code was checked, for good', async () => {
    pool.on(cognito.ConfirmSignUpCommand).resolves({});
    expect((await world.begin().send(confirmRegistration, { body })).status).toBe(200);
    expect(called()).toEqual(['ConfirmSignUpCommand', 'AdminSetUserPasswordCommand']);
    expect(pool.commandCalls(cognito.AdminSetUserPasswordCommand)[0]?.args[0].input).toMatchObject({
      Username: EMAIL,
      Password: PASSWORD,
      Permanent: true,
    });
  });

  it('doors 2: a wrong code sets no password', async () => {
    for (const failure of REFUSED_CODES) {
      pool.on(cognito.ConfirmSignUpCommand).rejects(failure);
      await world.begin().send(confirmRegistration, { body: { ...body, email: someEmail() } });
    }
    expect(pool.commandCalls(cognito.AdminSetUserPasswordCommand)).toHaveLength(0);
  });

  it.each([undefined, '', 'corto', 'Password1!'])(
    'doors 2: the password %j is 400 before Cognito is asked',
    async (password) => {
      const { send, testContext } = world.begin();
      const answer = await send(confirmRegistration, { body: { ...body, password } });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'password'));
      expect([called(), testContext.actions()]).toEqual([[], []]);
    },
  );

  it.each([
    [
      { name: 'Ana Treviño', phone: '8112345678' },
      { name: 'Ana Treviño', phone: '8112345678' },
    ],
    [{ name: 'Ana Treviño' }, { name: 'Ana Treviño' }],
    [{ phone: '8112345678' }, { phone: '8112345678' }],
    [{}, { name: 'Una Extraña', phone: '8100000000' }],
  ])('doors 2: of a stranger’s registration and %j the profile gets the name and phone %j', async (own, expected) => {
    const [userId, email] = [someId(), someEmail()];
    const { send, testContext } = world.begin();
    pool.on(cognito.SignUpCommand).resolves({ UserSub: userId });
    pool.on(cognito.ConfirmSignUpCommand).resolves({});
    pool.on(cognito.AdminGetUserCommand).resolves(subject(userId));
    await send(register, { body: { email, name: 'Una Extraña', phone: '8100000000' } });
    expect((await send(confirmRegistration, { body: { ...body, email, ...own } })).status).toBe(200);
    const { expires: _, ...note } = (await getItem(testContext.context, registrationKey(userId))) ?? {};
    expect(note).toEqual(expected);
  });

  it('doors 2: cut off before the password, a repeated code is told the way by a reset', async () => {
    const email = someEmail();
    pool.on(cognito.ConfirmSignUpCommand).resolvesOnce({}).rejects(REFUSED_CODES[3]);
    pool.on(cognito.AdminSetUserPasswordCommand).rejectsOnce(cognitoError(cognito.InternalErrorException));
    const { send } = world.begin();
    expect((await send(confirmRegistration, { body: { ...body, email } })).status).toBe(500);
    const again = await send(confirmRegistration, { body: { ...body, email } });
    expect(refusal(again)).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(again.body.message).toContain('POST /auth/password/forgot');
  });

  it('confirms with the client’s own hash for the address', async () => {
    pool.on(cognito.ConfirmSignUpCommand).resolves({});
    expect((await world.begin().send(confirmRegistration, { body })).status).toBe(200);
    const [call] = pool.commandCalls(cognito.ConfirmSignUpCommand);
    expect(call?.args[0].input).toMatchObject({
      Username: EMAIL,
      ConfirmationCode: '123456',
      SecretHash: expect.any(String),
    });
  });

  it('refuses a wrong, expired and used code and an unknown address with one and the same 400', async () => {
    const answers = new Set<string>();
    for (const failure of REFUSED_CODES) {
      pool.on(cognito.ConfirmSignUpCommand).rejects(failure);
      const answer = await world.begin().send(confirmRegistration, { body });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'code'));
      answers.add(JSON.stringify(answer.body));
    }
    expect(answers.size).toBe(1);
  });

  it.each(['12345', '1234567', '12345a', 123456])('refuses the code %j unasked', async (code) => {
    const answer = await world.begin().send(confirmRegistration, { body: { ...body, code } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(pool.commandCalls(cognito.ConfirmSignUpCommand)).toHaveLength(0);
  });

  it.each([cognitoError(cognito.TooManyFailedAttemptsException), limited()])(
    'does not tell an account by Cognito’s own limit of it: $name',
    async (failure) => {
      pool.on(cognito.ConfirmSignUpCommand).rejects(failure);
      const answer = await world.begin().send(confirmRegistration, { body: { ...body, email: someEmail() } });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'code'));
    },
  );
});

describe('login', () => {
  const body = { email: EMAIL, password: PASSWORD };
  const outcome = async (failure: Error) => {
    pool.on(cognito.AdminInitiateAuthCommand).rejects(failure);
    return world.begin().send(login, { body: { ...body, email: someEmail() } });
  };

  it('tells the owner of an unconfirmed account to confirm it', async () => {
    const answer = await outcome(cognitoError(cognito.UserNotConfirmedException));
    expect(refusal(answer)).toEqual(refused('ACCOUNT_NOT_CONFIRMED'));
  });

  it('sends Cognito the password unchanged: not trimmed, folded, normalised or cut', async () => {
    const password = ` Ñandú  \u212b \ufb01 ${'x'.repeat(230)}Ab `;
    pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
    await world.begin().send(login, { body: { email: someEmail(), password } });
    const [call] = pool.commandCalls(cognito.AdminInitiateAuthCommand);
    expect(call?.args[0].input.AuthParameters?.PASSWORD).toBe(password);
  });

  it('answers an unknown user and a wrong password alike', async () => {
    const wrong = await outcome(wrongPassword());
    const unknown = await outcome(cognitoError(cognito.UserNotFoundException, 'User does not exist.'));
    expect(refusal(wrong)).toEqual(refused('INVALID_CREDENTIALS'));
    expect(unknown).toEqual(wrong);
  });

  it('answers a pool at its limit with 429 and how long to wait', async () => {
    const answer = await outcome(throttled());
    expect(refusal(answer)).toEqual(refused('TOO_MANY_REQUESTS'));
    expect(answer.headers['retry-after']).toBe('60');
  });

  it('does not tell an account by its lock at Cognito, which an unknown one has not', async () => {
    const locked = await outcome(cognitoError(cognito.NotAuthorizedException, 'Password attempts exceeded'));
    expect(locked).toEqual(await outcome(wrongPassword()));
  });
});

/** A refresh token of this service that contains Cognito's. */
const OURS_OF = (token: string): unknown =>
  expect.stringMatching(`^[0-9a-f-]{36}[.][0-9a-f-]{36}[.][\\w-]{43}[.]${token}$`);

describe('a code of the authenticator app', () => {
  const body = { session: 'a-user~a-seal~a-session', username: EMAIL, code: '123456' };

  /** The session of the challenge that asks for the code. */
  async function sessionOf({ send }: Pick<Exchange, 'send'>, email: string = EMAIL): Promise<unknown> {
    pool.on(cognito.AdminInitiateAuthCommand).resolves({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'a-session' });
    return (await send(login, { body: { email, password: PASSWORD } })).body.session;
  }

  it.each([
    ['the reset of the password', 'PASSWORD_RESET', 401],
    ['no end of the sessions', undefined, 200],
  ] as const)('after %s between the password and the code answers', async (_, ending, status) => {
    const { send, testContext } = world.begin();
    const email = someEmail();
    const { id } = await insertUser(testContext, { email });
    const session = await sessionOf({ send }, email);
    if (ending)
      testContext.pass(Date.parse(await testContext.use(endSessions)(id, ending)) - testContext.now().getTime());
    const AuthenticationResult = await world.tokens(testContext.now(), id, email);
    pool.on(cognito.AdminRespondToAuthChallengeCommand).resolves({ AuthenticationResult });
    const answer = await send(respondToMfa, { body: { ...body, session, username: email } });
    expect([answer.status, answer.body.error]).toEqual([status, ending && 'INVALID_CODE']);
    expect('tokens' in answer.body).toBe(status === 200);
  });

  it('signs in who was asked for it, and nobody under another’s name', async () => {
    const { send, testContext } = world.begin();
    const AuthenticationResult = await world.tokens(testContext.now());
    pool.on(cognito.AdminRespondToAuthChallengeCommand).resolves({ AuthenticationResult });
    const session = await sessionOf({ send });
    const answer = await send(respondToMfa, { body: { ...body, session, username: EMAIL.toUpperCase() } });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message: expect.any(String),
        tokens: {
          idToken: AuthenticationResult.IdToken,
          accessToken: AuthenticationResult.AccessToken,
          refreshToken: OURS_OF('a-refresh-token'),
          expiresIn: 900,
        },
        user: { id: STAFF_SUB, email: EMAIL },
      },
    ]);
    expect(answer.cookies).toHaveLength(5);
    const other = await send(respondToMfa, { body: { ...body, session, username: 'otra@fletes.mx' } });
    expect([refusal(other), other.cookies]).toEqual([refused('INVALID_CODE'), []]);
  });

  it.each([
    ['wrong', cognitoError(cognito.CodeMismatchException)],
    ['expired', cognitoError(cognito.ExpiredCodeException)],
    ['replayed, or in a session that is over', cognitoError(cognito.NotAuthorizedException)],
  ])('that is %s is 401', async (_, failure) => {
    pool.on(cognito.AdminRespondToAuthChallengeCommand).rejects(failure);
    const exchange = world.begin();
    const session = await sessionOf(exchange);
    const answer = await exchange.send(respondToMfa, { body: { ...body, session } });
    expect(refusal(answer)).toEqual(refused('INVALID_CODE'));
    expect(pool.commandCalls(cognito.AdminRespondToAuthChallengeCommand)).toHaveLength(1);
  });

  it.each([
    [{ code: '12345' }, 'code'],
    [{ code: '1234567' }, 'code'],
    [{ code: '12345a' }, 'code'],
    [{ code: 123456 }, 'code'],
    [{ username: 'ana' }, 'username'],
    [{ session: '' }, 'session'],
  ])('with %j is 400, and Cognito is not asked', async (change, field) => {
    const answer = await world.begin().send(respondToMfa, { body: { ...body, ...change } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
    expect(pool.calls()).toEqual([]);
  });
});

const OURS = { origin: 'https://app.example' };
const EVIL = { origin: 'https://evil.example' };

/** A session of this service with a Cognito token of the given name, and its cookie. */
async function sessionWith({ testContext }: Exchange, pool: 'staff' | 'drivers', token: string) {
  const accessToken = pool === 'drivers' ? await world.driverToken() : (await staffTokens()).AccessToken;
  const issued = { idToken: '', accessToken: String(accessToken), refreshToken: token, expiresIn: 900 };
  const begin = pool === 'drivers' ? beginDriverSession : beginStaffSession;
  const { refreshToken } = await testContext.use(begin)(issued, '');
  const cookie = `__Host-${pool === 'drivers' ? 'driver' : 'staff'}-refresh=${refreshToken}`;
  return { refreshToken, cookies: ['theme=dark', cookie] };
}

const staffTokens = () => world.tokens(new Date());

describe('logout', () => {
  const revoked = () => pool.commandCalls(cognito.RevokeTokenCommand).map(({ args }) => args[0].input.Token);
  beforeEach(() => pool.on(cognito.RevokeTokenCommand).resolves({}));

  it.each(['staff', 'drivers'] as const)(
    'revokes the token of the body, of the pool %s alone, and clears the cookies',
    async (of) => {
      const exchange = world.begin();
      const { refreshToken } = await sessionWith(exchange, of, 'of-the-body');
      const { cookies } = await sessionWith(exchange, of, 'of-the-cookie');
      const answer = await exchange.send(logout, { body: { refreshToken }, cookies, headers: OURS });
      expect(answer.status).toBe(200);
      expect(revoked()).toEqual(['of-the-body']);
      expect(answer.cookies).toEqual([
        '__Host-staff-refresh=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
        '__Host-driver-refresh=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
        'accessToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
        'idToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
        'refreshToken=; Path=/auth; Max-Age=0; HttpOnly; Secure; SameSite=None',
      ]);
    },
  );

  it('revokes the token of the cookie for a page of ours alone', async () => {
    const exchange = world.begin();
    const { cookies } = await sessionWith(exchange, 'staff', 'of-the-cookie');
    expect(refusal(await exchange.send(logout, { cookies, headers: EVIL }))).toEqual(refused('FORBIDDEN'));
    expect(revoked()).toEqual([]);
    expect((await exchange.send(logout, { cookies, headers: OURS })).status).toBe(200);
    expect(revoked()).toEqual(['of-the-cookie']);
  });

  it('doors 14: ends the sessions of both cookies, which it clears', async () => {
    const exchange = world.begin();
    const [office, cab] = [await sessionWith(exchange, 'staff', 'a'), await sessionWith(exchange, 'drivers', 'b')];
    const cookies = [...office.cookies, ...cab.cookies];
    expect((await exchange.send(logout, { cookies, headers: OURS })).status).toBe(200);
    expect(revoked()).toEqual(['a', 'b']);
  });

  it('answers 200 with no token at all, and asks nobody', async () => {
    const answer = await world.begin().send(logout);
    expect([answer.status, answer.cookies.length]).toEqual([200, 5]);
    expect(pool.calls()).toHaveLength(0);
  });

  it('doors 14: answers 200 for a text that is no token of this service, without a call', async () => {
    const { send, testContext } = world.begin();
    for (const refreshToken of ['none', 'a.b.c.d', 'eyJ.eyJ.x.y.z'])
      expect((await send(logout, { body: { refreshToken } })).status).toBe(200);
    expect([pool.calls().length, testContext.calls]).toEqual([0, []]);
  });

  it.each([
    cognitoError(cognito.UnsupportedTokenTypeException),
    cognitoError(cognito.UnauthorizedException),
    cognitoError(cognito.InvalidParameterException),
    cognitoError(cognito.NotAuthorizedException),
  ])('answers 200 for a token that is none: $name', async (failure) => {
    pool.on(cognito.RevokeTokenCommand).rejects(failure);
    const exchange = world.begin();
    const { refreshToken } = await sessionWith(exchange, 'staff', 'none');
    expect((await exchange.send(logout, { body: { refreshToken } })).status).toBe(200);
  });

  it('does not say that a session is over which Cognito was too busy to end', async () => {
    pool.on(cognito.RevokeTokenCommand).rejects(throttled());
    const exchange = world.begin();
    const { refreshToken } = await sessionWith(exchange, 'staff', 'good');
    const answer = await exchange.send(logout, { body: { refreshToken } });
    expect([refusal(answer), answer.cookies]).toEqual([refused('TOO_MANY_REQUESTS'), []]);
    pool.on(cognito.RevokeTokenCommand).resolves({});
    expect((await exchange.send(logout, { body: { refreshToken } })).status).toBe(200);
    expect(revoked()).toEqual(['good', 'good']);
  });
});

describe('a new password', () => {
  it.each([
    ['known', undefined],
    ['unknown', cognitoError(cognito.UserNotFoundException)],
    ['unconfirmed', cognitoError(cognito.InvalidParameterException)],
    ['disabled', cognitoError(cognito.NotAuthorizedException)],
    ['impatient', limited()],
  ])('answers an address that is %s with the same 200', async (_, failure) => {
    if (failure) pool.on(cognito.ForgotPasswordCommand).rejects(failure);
    else pool.on(cognito.ForgotPasswordCommand).resolves({});
    const answer = await world.begin().send(forgotPassword, { body: { email: EMAIL } });
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'If that address has an account, a code is on its way to it.' },
    ]);
  });

  it('says when nobody can be mailed, which tells of no address', async () => {
    pool.on(cognito.ForgotPasswordCommand).rejects(throttled());
    const answer = await world.begin().send(forgotPassword, { body: { email: EMAIL } });
    expect(refusal(answer)).toEqual(refused('TOO_MANY_REQUESTS'));
  });

  const reset = { email: EMAIL, code: '654321', newPassword: 'Camino-Corto-88' };

  it('is set with the code, and ends every session', async () => {
    const userId = someId();
    const { send, testContext } = world.begin();
    pool.on(cognito.ConfirmForgotPasswordCommand).resolves({});
    pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: userId }] });
    pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
    expect((await send(resetPassword, { body: reset })).status).toBe(200);
    expect(pool.commandCalls(cognito.AdminUserGlobalSignOutCommand)).toHaveLength(1);
    expect(testContext.pauses).toEqual([1000, 1000]);
  });

  it('leaves the second factor on: no call changes it, no permission allows it, and no tokens are answered', async () => {
    pool.on(cognito.ConfirmForgotPasswordCommand).resolves({});
    pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: someId() }] });
    pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
    const answer = await world.begin().send(resetPassword, { body: reset });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['message']]);
    const sent = pool.calls().map(({ args: [command] }) => command.constructor.name);
    expect(sent).toEqual(['ConfirmForgotPasswordCommand', 'AdminGetUserCommand', 'AdminUserGlobalSignOutCommand']);
    expect(permissionsOf(resetPassword).staffPool).toEqual(['AdminGetUser', 'AdminUserGlobalSignOut']);
  });

  it('is refused for a wrong, expired or unknown code with one and the same 400', async () => {
    for (const failure of REFUSED_CODES) {
      pool.on(cognito.ConfirmForgotPasswordCommand).rejects(failure);
      const answer = await world.begin().send(resetPassword, { body: reset });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'code'));
    }
    expect(pool.commandCalls(cognito.AdminUserGlobalSignOutCommand)).toHaveLength(0);
  });

  it('is refused when it is weak, by us or by Cognito', async () => {
    const { send } = world.begin();
    for (const newPassword of ['corto', 'Password1!', 'anabelle-77']) {
      const weak = await send(resetPassword, { body: { ...reset, email: 'anabelle@fletes.mx', newPassword } });
      expect(refusal(weak)).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
    }
    expect(pool.calls()).toHaveLength(0);
    pool.on(cognito.ConfirmForgotPasswordCommand).rejects(cognitoError(cognito.InvalidPasswordException));
    expect(refusal(await send(resetPassword, { body: reset }))).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
  });
});

/** A driver's tokens in the form of Cognito's answer. */
const driverTokens = async () => ({ ...(await world.tokens(new Date())), AccessToken: await world.driverToken() });

describe('a driver’s own password', () => {
  const username = 'jose.hernandez';
  const newPassword = 'Camino-Corto-88';

  /** A driver who signs in with the temporary password, with the session that asks for a new one. */
  async function begun() {
    pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [] });
    const { send } = world.begin();
    pool
      .on(cognito.AdminInitiateAuthCommand)
      .resolves({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 'a-session' });
    const { body, cookies } = await send(loginDriver, { body: { username, password: PASSWORD } });
    const { session } = body;
    expect([body, cookies]).toEqual([{ challenge: 'NEW_PASSWORD_REQUIRED', session, username }, []]);
    return (change: object = {}) => send(setDriverPassword, { body: { session, username, newPassword, ...change } });
  }

  it('signs in who was asked for it, and nobody under another’s name', async () => {
    const AuthenticationResult = await driverTokens();
    pool.on(cognito.AdminRespondToAuthChallengeCommand).resolves({ AuthenticationResult });
    const set = await begun();
    const { status, body, cookies } = await set();
    expect([status, body, cookies.length]).toEqual([
      200,
      {
        message: 'Signed in.',
        tokens: expect.objectContaining({ accessToken: AuthenticationResult.AccessToken, expiresIn: 900 }),
        driver: { id: DRIVER_ID, username: 'a.user' },
        device: expect.stringContaining('.'),
      },
      5,
    ]);
    const [call] = pool.commandCalls(cognito.AdminRespondToAuthChallengeCommand);
    expect(call?.args[0].input.ChallengeResponses).toMatchObject({ USERNAME: username, NEW_PASSWORD: newPassword });
    const other = await set({ username: 'otro.chofer' });
    expect([refusal(other), other.cookies]).toEqual([refused('INVALID_CODE'), []]);
  });

  it.each(['corto', 'Password1!', 'soy-hernandez'])('doors 22: %s is refused before Cognito is asked', async (weak) => {
    const set = await begun();
    expect(refusal(await set({ newPassword: weak }))).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
    expect(pool.commandCalls(cognito.AdminRespondToAuthChallengeCommand)).toHaveLength(0);
  });

  it.each([
    ['in a session that is over', cognitoError(cognito.NotAuthorizedException), refused('INVALID_CODE')],
    [
      'of which Cognito thinks less',
      cognitoError(cognito.InvalidPasswordException),
      refused('VALIDATION_FAILED', 'newPassword'),
    ],
    ['for which the pool has no time', throttled(), refused('TOO_MANY_REQUESTS')],
  ])('%s is refused', async (_, failure, expected) => {
    pool.on(cognito.AdminRespondToAuthChallengeCommand).rejects(failure);
    expect(refusal(await (await begun())())).toEqual(expected);
  });
});

describe('a driver’s refresh', () => {
  const renewing = async () => {
    pool.on(cognito.GetTokensFromRefreshTokenCommand).resolves({ AuthenticationResult: await driverTokens() });
  };
  const asked = () => pool.commandCalls(cognito.GetTokensFromRefreshTokenCommand)[0]?.args[0].input.RefreshToken;

  it('takes the token of the body before the cookie’s', async () => {
    await renewing();
    const exchange = world.begin();
    const { refreshToken } = await sessionWith(exchange, 'drivers', 'of-the-body');
    const { cookies } = await sessionWith(exchange, 'drivers', 'of-the-cookie');
    const answer = await exchange.send(refreshDriver, { body: { refreshToken }, cookies, headers: OURS });
    expect(answer.body).toMatchObject({
      driver: { id: DRIVER_ID },
      tokens: { refreshToken: OURS_OF('a-refresh-token') },
    });
    expect([asked(), answer.cookies.length]).toEqual(['of-the-body', 4]);
  });

  it('takes the cookie’s, of a page of ours alone', async () => {
    await renewing();
    const exchange = world.begin();
    const { send } = exchange;
    const { cookies } = await sessionWith(exchange, 'drivers', 'of-the-cookie');
    expect(refusal(await send(refreshDriver, { cookies, headers: EVIL }))).toEqual(refused('FORBIDDEN'));
    expect(refusal(await send(refreshDriver, { cookies }))).toEqual(refused('VALIDATION_FAILED', 'refreshToken'));
    expect((await send(refreshDriver, { cookies, headers: OURS })).status).toBe(200);
    expect(asked()).toBe('of-the-cookie');
  });

  it('refuses none, and one that was revoked', async () => {
    const exchange = world.begin();
    const { refreshToken } = await sessionWith(exchange, 'drivers', 'revoked');
    expect(refusal(await exchange.send(refreshDriver))).toEqual(refused('VALIDATION_FAILED', 'refreshToken'));
    pool.on(cognito.GetTokensFromRefreshTokenCommand).rejects(cognitoError(cognito.NotAuthorizedException));
    const answer = await exchange.send(refreshDriver, { body: { refreshToken } });
    expect(refusal(answer)).toEqual(refused('UNAUTHENTICATED'));
    expect(asked()).toBe('revoked');
  });
});
