import { createHmac } from 'node:crypto';
import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  CodeMismatchException,
  ExpiredCodeException,
  GetTokensFromRefreshTokenCommand,
  InternalErrorException,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  PasswordResetRequiredException,
  RefreshTokenReuseException,
  ResourceNotFoundException,
  TooManyFailedAttemptsException,
  TooManyRequestsException,
  UnexpectedLambdaException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { driverOf, staffOf } from '../../shared/identity/cognito/issued-tokens';
import {
  answerCode,
  answerNewPassword,
  openDriverSession,
  openStaffSession,
  refreshStaff,
  signInDriver,
  signInStaff,
} from '../../shared/identity/cognito/sign-in';
import { AppError, ERRORS } from '../../shared/platform/errors';
import { ENVIRONMENT, makeTestContext, someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { mockedCognito, thrown } from '../support/store-cognito';

const cognito = mockedCognito();
beforeEach(() => {
  cognito.reset();
});

const ISSUED = { IdToken: 'id', AccessToken: 'access', RefreshToken: 'refresh', ExpiresIn: 900 };
const TOKENS = { idToken: 'id', accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 };
const hashOf = (username: string, clientId: string): string =>
  createHmac('sha256', `secret of ${clientId}`).update(`${username}${clientId}`).digest('base64');

const OPENED = {
  begunAt: '2026-03-02T15:00:00.000Z',
  realName: 'jose',
  session: 'session',
};

describe('signing in', () => {
  test('answers the tokens, and sends Cognito what it asks for', async () => {
    cognito.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: ISSUED });
    expect(await makeTestContext().use(signInStaff)('ana@empresa.mx', 'Secreta-1')).toEqual({ tokens: TOKENS });
    expect(cognito.commandCalls(AdminInitiateAuthCommand)[0]?.args[0].input).toEqual({
      UserPoolId: 'us-east-1_TestStaff',
      ClientId: 'staff-client',
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: {
        USERNAME: 'ana@empresa.mx',
        PASSWORD: 'Secreta-1',
        SECRET_HASH: hashOf('ana@empresa.mx', 'staff-client'),
      },
    });
  });

  test('production 2.1: takes the client’s secret from its environment, for each pool its own', async () => {
    cognito.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: ISSUED });
    const testContext = makeTestContext();
    await testContext.use(signInStaff)('a', 'p');
    await testContext.use(signInStaff)('b', 'p');
    await testContext.use(signInDriver)('c', 'p');
    expect(cognito.calls().map(({ args }) => args[0].constructor.name)).toEqual(
      Array(3).fill('AdminInitiateAuthCommand'),
    );
    const [, , last] = cognito.commandCalls(AdminInitiateAuthCommand);
    expect(last?.args[0].input.AuthParameters?.SECRET_HASH).toBe(hashOf('c', 'drivers-client'));
    expect(testContext.logs.join()).not.toContain('secret');
  });

  test('without a secret in the environment is a fault of ours', async () => {
    const testContext = makeTestContext({ environment: { ...ENVIRONMENT, STAFF_CLIENT_SECRET: '' } });
    await expect(testContext.use(signInStaff)('a', 'p')).rejects.toThrow('STAFF_CLIENT_SECRET is not set');
  });

  test('may come to a challenge, whose session carries the real user name', async () => {
    const sub = someId();
    cognito.on(AdminInitiateAuthCommand).resolves({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 'session',
      ChallengeParameters: { USER_ID_FOR_SRP: sub },
    });
    cognito.on(AdminRespondToAuthChallengeCommand).resolves({ AuthenticationResult: ISSUED });
    const testContext = makeTestContext();
    const signIn = await testContext.use(signInStaff)('ana@empresa.mx', 'p');
    expect(signIn).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA', session: expect.stringMatching(`^${sub}~.*~session$`) });
    const opened = await testContext.use(openStaffSession)('session' in signIn ? signIn.session : '', 'ana@empresa.mx');
    expect(opened).toEqual({ realName: sub, begunAt: testContext.now().toISOString(), session: 'session' });
    expect(await testContext.use(answerCode)(opened, '123456')).toEqual(TOKENS);
    expect(cognito.commandCalls(AdminRespondToAuthChallengeCommand)[0]?.args[0].input).toEqual({
      UserPoolId: 'us-east-1_TestStaff',
      ClientId: 'staff-client',
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 'session',
      ChallengeResponses: {
        USERNAME: sub,
        SECRET_HASH: hashOf(sub, 'staff-client'),
        SOFTWARE_TOKEN_MFA_CODE: '123456',
      },
    });
  });

  test('of a driver for the first time asks for a new password', async () => {
    cognito.on(AdminInitiateAuthCommand).resolves({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 'session' });
    cognito.on(AdminRespondToAuthChallengeCommand).resolves({ AuthenticationResult: ISSUED });
    const testContext = makeTestContext();
    const signIn = await testContext.use(signInDriver)('jose', 'p');
    expect(signIn).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' });
    const opened = await testContext.use(openDriverSession)('session' in signIn ? signIn.session : '', 'jose');
    expect(await testContext.use(answerNewPassword)(opened, 'Nueva-2026')).toEqual(TOKENS);
    const [call] = cognito.commandCalls(AdminRespondToAuthChallengeCommand);
    expect(call?.args[0].input.ChallengeResponses).toMatchObject({ USERNAME: 'jose', NEW_PASSWORD: 'Nueva-2026' });
  });

  test.each(['EMAIL_OTP', 'NEW_PASSWORD_REQUIRED'] as const)(
    'that comes to %s, which staff never meets, is a fault of ours',
    async (ChallengeName) => {
      cognito.on(AdminInitiateAuthCommand).resolves({ ChallengeName, Session: 'session' });
      await expect(makeTestContext().use(signInStaff)('a', 'p')).rejects.toThrow('Unexpected challenge');
    },
  );
});

describe('what Cognito refuses', () => {
  const signIn = () => makeTestContext().use(signInStaff)('ana@empresa.mx', 'p');
  const refusalOf = (call: Promise<unknown>): Promise<unknown> => call.catch((failure: unknown) => failure);

  test('an unknown user and a wrong password are told alike', async () => {
    const answers = [];
    for (const exception of [UserNotFoundException, NotAuthorizedException, PasswordResetRequiredException]) {
      cognito.on(AdminInitiateAuthCommand).rejects(thrown<Error>(exception));
      const refusal = await refusalOf(signIn());
      expect(refusal).toBeInstanceOf(AppError);
      const { code, message, field } = refusal instanceof AppError ? refusal : new AppError('INTERNAL');
      answers.push({ code, message, field });
    }
    const alike = { code: 'INVALID_CREDENTIALS', message: ERRORS.INVALID_CREDENTIALS.message.en, field: undefined };
    expect(answers).toEqual([alike, alike, alike]);
  });

  test('a pool that is busy is 429 with Retry-After', async () => {
    cognito.on(AdminInitiateAuthCommand).rejects(thrown<Error>(TooManyRequestsException));
    await expect(signIn()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 });
  });

  test.each([
    new NotAuthorizedException({ message: 'Password attempts exceeded', $metadata: {} }),
    thrown<Error>(LimitExceededException),
    thrown<Error>(TooManyFailedAttemptsException),
  ])('a limit of one account is told as a wrong password is, because no other has one: $name', async (failure) => {
    cognito.on(AdminInitiateAuthCommand).rejects(failure);
    await expect(signIn()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', retryAfter: undefined });
  });

  test.each([
    ['InternalErrorException', thrown<Error>(InternalErrorException)],
    ['ResourceNotFoundException', thrown<Error>(ResourceNotFoundException)],
    ['UnexpectedLambdaException', thrown<Error>(UnexpectedLambdaException)],
    ['a broken connection', connectionReset()],
  ])('%s is thrown on: never a 401', async (_, failure) => {
    cognito.on(AdminInitiateAuthCommand).rejects(failure);
    expect(await refusalOf(signIn())).toBe(failure);
  });

  test.each([
    ['CodeMismatchException', CodeMismatchException],
    ['ExpiredCodeException', ExpiredCodeException],
    ['NotAuthorizedException', NotAuthorizedException],
  ])('%s of a code is INVALID_CODE', async (_, exception) => {
    cognito.on(AdminRespondToAuthChallengeCommand).rejects(thrown<Error>(exception));
    await expect(makeTestContext().use(answerCode)(OPENED, '000000')).rejects.toMatchObject({ code: 'INVALID_CODE' });
  });

  test.each([
    ['', 'a@b.mx'],
    ['session', 'a@b.mx'],
    ['~session', 'a@b.mx'],
    ['a~~b', 'a@b.mx'],
    ['~~', 'a@b.mx'],
    ['a-sub~{at}~{seal}~another', 'a@b.mx'],
    ['another~{at}~{seal}~session', 'a@b.mx'],
    ['a-sub~{at}~{seal}~session', 'b@b.mx'],
    ['a-sub~2026-03-02T15:00:01.000Z~{seal}~session', 'a@b.mx'],
    ['a-sub~{at}~{seal}', 'a@b.mx'],
  ])('the session %j is not one that %s was answered: INVALID_CODE, unasked', async (session, username) => {
    cognito.on(AdminInitiateAuthCommand).resolves({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 'session',
      ChallengeParameters: { USER_ID_FOR_SRP: 'a-sub' },
    });
    const testContext = makeTestContext();
    const signIn = await testContext.use(signInStaff)('a@b.mx', 'p');
    const [, at = '', seal = ''] = ('session' in signIn ? signIn.session : '').split('~');
    const open = testContext.use(openStaffSession);
    expect(await open(`a-sub~${at}~${seal}~session`, 'a@b.mx')).toMatchObject({ realName: 'a-sub' });
    const told = open(session.replace('{at}', at).replace('{seal}', seal), username);
    await expect(told).rejects.toMatchObject({ code: 'INVALID_CODE' });
  });

  test('a session of one pool is none of the other', async () => {
    cognito.on(AdminInitiateAuthCommand).resolves({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 'session' });
    const testContext = makeTestContext();
    const signIn = await testContext.use(signInDriver)('jose', 'p');
    const session = 'session' in signIn ? signIn.session : '';
    expect(await testContext.use(openDriverSession)(session, 'jose')).toMatchObject({ realName: 'jose' });
    await expect(testContext.use(openStaffSession)(session, 'jose')).rejects.toMatchObject({ code: 'INVALID_CODE' });
  });

  test('a weak new password is 400 by its field', async () => {
    cognito.on(AdminRespondToAuthChallengeCommand).rejects(thrown<Error>(InvalidPasswordException));
    await expect(makeTestContext().use(answerNewPassword)(OPENED, 'x')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'newPassword',
    });
  });
});

describe('renewing a session', () => {
  test('keeps the refresh token that was sent when Cognito answers none', async () => {
    const { RefreshToken, ...rest } = ISSUED;
    expect(RefreshToken).toBe('refresh');
    cognito.on(GetTokensFromRefreshTokenCommand).resolves({ AuthenticationResult: rest });
    expect(await makeTestContext().use(refreshStaff)('sent')).toEqual({ ...TOKENS, refreshToken: 'sent' });
    expect(cognito.commandCalls(GetTokensFromRefreshTokenCommand)[0]?.args[0].input).toEqual({
      ClientId: 'staff-client',
      ClientSecret: 'secret of staff-client',
      RefreshToken: 'sent',
    });
  });

  test('answers the new one when tokens are rotated', async () => {
    cognito.on(GetTokensFromRefreshTokenCommand).resolves({ AuthenticationResult: ISSUED });
    expect(await makeTestContext().use(refreshStaff)('sent')).toMatchObject({ refreshToken: 'refresh' });
  });

  test.each([
    ['NotAuthorizedException', NotAuthorizedException],
    ['RefreshTokenReuseException', RefreshTokenReuseException],
  ])('that Cognito refuses by %s is UNAUTHENTICATED', async (_, exception) => {
    cognito.on(GetTokensFromRefreshTokenCommand).rejects(thrown<Error>(exception));
    await expect(makeTestContext().use(refreshStaff)('sent')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('who signed in', () => {
  const tokenOf = (claims: object): string =>
    ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.');

  test('is read from the ID token of staff', () => {
    const sub = someId();
    const idToken = tokenOf({ sub, email: 'Ana@Empresa.mx', name: 'Ana', phone_number: '+5281', 'custom:x': '1' });
    expect(staffOf({ ...TOKENS, idToken })).toEqual({ id: sub, email: 'ana@empresa.mx', name: 'Ana', phone: '+5281' });
  });

  test('is read from the access token of a driver', () => {
    const id = someId();
    const accessToken = tokenOf({ sub: someId(), username: 'jose', 'custom:driverId': id });
    expect(driverOf({ ...TOKENS, accessToken })).toEqual({ id, username: 'jose' });
  });

  test('is a fault of ours where the token does not say', () => {
    expect(() => staffOf(TOKENS)).toThrow();
    expect(() => driverOf({ ...TOKENS, accessToken: tokenOf({ username: 'jose' }) })).toThrow();
  });
});
