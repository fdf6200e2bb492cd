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
} from '../support/account-scene';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
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
    ['Aa1-567', 'seven characters'],
    ['camino-largo-77', 'no upper case'],
    ['CAMINO-LARGO-77', 'no lower case'],
    ['Camino-Largo', 'no digit'],
    ['CaminoLargo77', 'no symbol'],
    ['Camino Largo-77', 'a blank'],
    [`Aa1-${'x'.repeat(253)}`, '257 characters'],
  ])('refuses the password %s (%s) before Cognito is asked, so that no address is told by it', async (password) => {
    const { send } = world.begin();
    const answer = await send(register, { body: { ...registration, password } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'password'));
    expect(pool.commandCalls(cognito.SignUpCommand)).toHaveLength(0);
  });

  it.each(['Aa1-5678', `Aa1-${'x'.repeat(252)}`])('takes a password at a bound: %s', async (password) => {
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
  const body = { email: EMAIL, code: '123456' };

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

describe('a code of the authenticator app', () => {
  const body = { session: 'a-user~a-seal~a-session', username: EMAIL, code: '123456' };

  /** The session in which the code is asked for. */
  async function sessionOf({ send }: Pick<Exchange, 'send'>): Promise<unknown> {
    pool.on(cognito.AdminInitiateAuthCommand).resolves({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'a-session' });
    return (await send(login, { body: { email: EMAIL, password: PASSWORD } })).body.session;
  }

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
          refreshToken: 'a-refresh-token',
          expiresIn: 900,
        },
        user: { id: STAFF_SUB, email: EMAIL },
      },
    ]);
    expect(answer.cookies).toHaveLength(3);
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

const COOKIE = ['refreshToken=of-the-cookie'];
const OURS = { origin: 'https://app.example' };

describe('logout', () => {
  const revoked = () => pool.commandCalls(cognito.RevokeTokenCommand).map(({ args }) => args[0].input.Token);

  it('revokes the token of the body, whichever pool it is of, and clears the cookies', async () => {
    pool.on(cognito.RevokeTokenCommand).resolves({});
    const answer = await world.begin().send(logout, { body: { refreshToken: 'of-the-body' }, cookies: COOKIE });
    expect(answer.status).toBe(200);
    expect(revoked()).toEqual(['of-the-body', 'of-the-body']);
    const clients = pool.commandCalls(cognito.RevokeTokenCommand).map(({ args }) => args[0].input.ClientId);
    expect(new Set(clients).size).toBe(2);
    expect(answer.cookies).toEqual([
      'accessToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
      'idToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
      'refreshToken=; Path=/auth; Max-Age=0; HttpOnly; Secure; SameSite=None',
    ]);
  });

  it('revokes the token of the cookie for a page of ours alone', async () => {
    pool.on(cognito.RevokeTokenCommand).resolves({});
    const { send } = world.begin();
    expect(refusal(await send(logout, { cookies: COOKIE, headers: { origin: 'https://evil.example' } }))).toEqual(
      refused('FORBIDDEN'),
    );
    expect(revoked()).toEqual([]);
    expect((await send(logout, { cookies: COOKIE, headers: OURS })).status).toBe(200);
    expect(revoked()).toEqual(['of-the-cookie', 'of-the-cookie']);
  });

  it('answers 200 with no token at all, and asks nobody', async () => {
    const answer = await world.begin().send(logout);
    expect([answer.status, answer.cookies.length]).toEqual([200, 3]);
    expect(pool.calls()).toHaveLength(0);
  });

  it.each([
    cognitoError(cognito.UnsupportedTokenTypeException),
    cognitoError(cognito.UnauthorizedException),
    cognitoError(cognito.InvalidParameterException),
    cognitoError(cognito.NotAuthorizedException),
  ])('answers 200 for a token that is none: $name', async (failure) => {
    pool.on(cognito.RevokeTokenCommand).rejects(failure);
    expect((await world.begin().send(logout, { body: { refreshToken: 'none' } })).status).toBe(200);
  });

  it('does not say that a session is over which Cognito was too busy to end', async () => {
    pool.on(cognito.RevokeTokenCommand).rejects(throttled());
    const answer = await world.begin().send(logout, { body: { refreshToken: 'good' } });
    expect([refusal(answer), answer.cookies]).toEqual([refused('TOO_MANY_REQUESTS'), []]);
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
    expect(testContext.pauses).toEqual([1000]);
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
    const weak = await send(resetPassword, { body: { ...reset, newPassword: 'corto' } });
    expect(refusal(weak)).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
    expect(pool.calls()).toHaveLength(0);
    pool.on(cognito.ConfirmForgotPasswordCommand).rejects(cognitoError(cognito.InvalidPasswordException));
    expect(refusal(await send(resetPassword, { body: reset }))).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
  });
});

/** Tokens of a driver, as Cognito answers them. */
const driverTokens = async () => ({ ...(await world.tokens(new Date())), AccessToken: await world.driverToken() });

describe('a driver’s own password', () => {
  const username = 'jose.hernandez';
  const newPassword = 'Camino-Corto-88';

  /** A driver who signs in with the temporary password, and the session in which another one is asked for. */
  async function begun() {
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
      },
      3,
    ]);
    const [call] = pool.commandCalls(cognito.AdminRespondToAuthChallengeCommand);
    expect(call?.args[0].input.ChallengeResponses).toMatchObject({ USERNAME: username, NEW_PASSWORD: newPassword });
    const other = await set({ username: 'otro.chofer' });
    expect([refusal(other), other.cookies]).toEqual([refused('INVALID_CODE'), []]);
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
    const answer = await world.begin().send(refreshDriver, { body: { refreshToken: 'of-the-body' }, cookies: COOKIE });
    expect(answer.body).toMatchObject({ driver: { id: DRIVER_ID }, tokens: { refreshToken: 'a-refresh-token' } });
    expect([asked(), answer.cookies.length]).toEqual(['of-the-body', 3]);
  });

  it('takes the cookie’s, of a page of ours alone', async () => {
    await renewing();
    const { send } = world.begin();
    expect(refusal(await send(refreshDriver, { cookies: COOKIE }))).toEqual(refused('FORBIDDEN'));
    expect((await send(refreshDriver, { cookies: COOKIE, headers: OURS })).status).toBe(200);
    expect(asked()).toBe('of-the-cookie');
  });

  it('refuses none, and one that was revoked', async () => {
    const { send } = world.begin();
    expect(refusal(await send(refreshDriver))).toEqual(refused('VALIDATION_FAILED', 'refreshToken'));
    pool.on(cognito.GetTokensFromRefreshTokenCommand).rejects(cognitoError(cognito.NotAuthorizedException));
    const answer = await send(refreshDriver, { body: { refreshToken: 'revoked' } });
    expect(refusal(answer)).toEqual(refused('UNAUTHENTICATED'));
  });
});
