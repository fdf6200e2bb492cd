import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as getTeam } from '../../functions/teams/get-team';
import { operation as changePassword } from '../../functions/users/change-password';
import { operation as confirmMfa } from '../../functions/users/confirm-mfa';
import { operation as getOwnUser } from '../../functions/users/get-own-user';
import { operation as removeMfa } from '../../functions/users/remove-mfa';
import { operation as setUpMfa } from '../../functions/users/set-up-mfa';
import { operation as updateOwnUser } from '../../functions/users/update-own-user';
import { mfaSetupKey } from '../../shared/identity/mfa-setup';
import { getItem } from '../../shared/platform/table/read';
import { membershipKey } from '../../shared/teams/team';
import { userKey } from '../../shared/teams/user';
import { accounts, cognitoError, PASSWORD, refusal, refused, wrongPassword } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertTeam, insertUser } from '../support/store-fleet';

const world = accounts(quickTable());
const pool = world.cognito;

const PROFILE = { name: 'Ana Treviño', phone: '8112345678', photoUrl: 'https://cdn.example/ana.png' };

async function someUser(given: Parameters<typeof insertUser>[1] = {}, sessionId?: string) {
  const exchange = world.begin();
  const user = await insertUser(exchange.testContext, { ...PROFILE, ...given });
  const headersOf = (session?: string) =>
    exchange.bearer(exchange.testContext.now(), user.id, session === undefined ? {} : { origin_jti: session });
  return { ...exchange, user, headersOf, headers: await headersOf(sessionId) };
}

const overSession = () => cognitoError(cognito.NotAuthorizedException, 'Access Token has been revoked');
/** A token of the client for self-service. */
const OWN_TOKEN = { IdToken: 'id', AccessToken: 'of-self-service', RefreshToken: 'refresh', ExpiresIn: 300 };
/** A Cognito that takes PASSWORD and, when a factor is on, the code 123456. */
function opens(isFactorOn = false): void {
  const challenge = { ChallengeName: 'SOFTWARE_TOKEN_MFA' as const, Session: 'a-session' };
  pool.on(cognito.AdminInitiateAuthCommand).callsFake(({ AuthParameters }) => {
    if (AuthParameters.PASSWORD !== PASSWORD) throw wrongPassword();
    return isFactorOn ? challenge : { AuthenticationResult: OWN_TOKEN };
  });
  pool.on(cognito.AdminRespondToAuthChallengeCommand).callsFake(({ ChallengeResponses }) => {
    if (ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE !== '123456') throw cognitoError(cognito.CodeMismatchException);
    return { AuthenticationResult: OWN_TOKEN };
  });
}
const calls = () => pool.calls().map(({ args }) => args[0].constructor.name);
const wrongCode = () => cognitoError(cognito.EnableSoftwareTokenMFAException, 'Code mismatch');

describe('one’s own profile', () => {
  it.each([
    [['SOFTWARE_TOKEN_MFA'], true],
    [['SMS_MFA'], false],
    [undefined, false],
  ])('tells with the factors %j whether sign-in asks for a code', async (UserMFASettingList, mfaEnabled) => {
    const { send, user, headers } = await someUser();
    pool.on(cognito.AdminGetUserCommand).resolves({ ...(UserMFASettingList && { UserMFASettingList }) });
    const answer = await send(getOwnUser, { headers });
    expect([answer.status, answer.body]).toEqual([200, { ...user, mfaEnabled }]);
  });

  it('shows nothing of how it stands with the sessions', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const { send, headers } = await someUser({ sessionsValidFrom: at, recoveryBegan: at });
    pool.on(cognito.AdminGetUserCommand).resolves({});
    const shown = await send(getOwnUser, { headers });
    const changed = await send(updateOwnUser, { headers, body: { name: 'Ana' } });
    for (const { body } of [shown, changed]) {
      expect(body).not.toHaveProperty('sessionsValidFrom');
      expect(body).not.toHaveProperty('recoveryBegan');
    }
  });

  it('is refused to a session that was ended, by us or by Cognito, and before a first sign-in', async () => {
    const { send, headers } = await someUser({ sessionsValidFrom: '2026-03-02T15:00:01.000Z' });
    pool.on(cognito.AdminGetUserCommand).resolves({});
    expect(refusal(await send(getOwnUser, { headers }))).toEqual(refused('UNAUTHENTICATED'));
    for (const [operation, body] of [
      [setUpMfa, { password: PASSWORD }],
      [confirmMfa, { code: '123456' }],
      [removeMfa, { password: PASSWORD, code: '123456' }],
    ] as const)
      expect(refusal(await send(operation, { headers, body }))).toEqual(refused('UNAUTHENTICATED'));
    expect(refusal(await send(updateOwnUser, { headers, body: {} }))).toEqual(refused('UNAUTHENTICATED'));
    const other = await someUser({ sessionsValidFrom: '2026-03-02T15:00:00.000Z' });
    expect((await other.send(getOwnUser, { headers: other.headers })).status).toBe(200);
    pool
      .on(cognito.AdminGetUserCommand)
      .resolvesOnce({ Enabled: false })
      .rejects(cognitoError(cognito.UserNotFoundException));
    for (const _ of ['disabled', 'deleted'])
      expect(refusal(await other.send(getOwnUser, { headers: other.headers }))).toEqual(refused('UNAUTHENTICATED'));
    const nobody = await other.bearer(other.testContext.now(), someId());
    expect(refusal(await other.send(updateOwnUser, { headers: nobody }))).toEqual(refused('UNAUTHENTICATED'));
  });
});

describe('a change of the profile', () => {
  it('keeps what is absent, and ignores what is not the caller’s to change', async () => {
    const { send, user, headers, testContext } = await someUser();
    testContext.pass(60_000);
    const body = { phone: '5512345678', email: 'other@fletes.mx', id: someId(), position: 'Jefa' };
    const answer = await send(updateOwnUser, { headers, body });
    const expected = { ...user, phone: '5512345678', updatedAt: testContext.now().toISOString() };
    expect([answer.status, answer.body]).toEqual([200, expected]);
    expect(await getItem(testContext.context, userKey(user.id))).toEqual(expected);
  });

  it.each([undefined, {}, PROFILE, { phone: PROFILE.phone }])('changes nothing with %j', async (body) => {
    const { send, user, headers, testContext } = await someUser();
    testContext.pass(60_000);
    const answer = await send(updateOwnUser, { headers, body });
    expect([answer.status, answer.body]).toEqual([200, user]);
    expect(testContext.actions()).not.toContain('UpdateItem');
  });

  it('takes an empty phone or photo away, and leaves it away', async () => {
    const { send, user, headers, testContext } = await someUser();
    const answer = await send(updateOwnUser, { headers, body: { phone: '', photoUrl: '' } });
    expect(answer.body).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
    });
    const before = testContext.actions().length;
    expect((await send(updateOwnUser, { headers, body: { phone: '' } })).body).toEqual(answer.body);
    expect(testContext.actions().slice(before)).toEqual(['BatchGetItem']);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(2001) }, 'name'],
    [{ name: null }, 'name'],
    [{ phone: '1'.repeat(2001) }, 'phone'],
    [{ phone: 81 }, 'phone'],
    [{ photoUrl: 'x'.repeat(2001) }, 'photoUrl'],
  ])('refuses %j', async (body, field) => {
    const { send, headers } = await someUser();
    expect(refusal(await send(updateOwnUser, { headers, body }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it.each([
    { name: 'x' },
    { name: 'x'.repeat(2000) },
    { phone: '1'.repeat(2000) },
    { photoUrl: `https://${'x'.repeat(60)}/`.padEnd(2000, 'x') },
  ])('takes %j', async (body) => {
    const { send, headers } = await someUser();
    expect((await send(updateOwnUser, { headers, body })).body).toMatchObject(body);
  });

  it('writes a new name in every membership, and mends by being sent again', async () => {
    const { send, user, headers, testContext } = await someUser();
    const teams = Array.from({ length: 11 }, someId);
    for (const teamId of teams) await insertMembership(testContext, { teamId, userId: user.id, name: 'Ana' });
    const names = () =>
      Promise.all(
        teams.map(async (teamId) => (await getItem(testContext.context, membershipKey(teamId, user.id)))?.name),
      );
    await send(updateOwnUser, { headers, body: { name: 'Ana María' } });
    expect(new Set(await names())).toEqual(new Set(['Ana María']));
    await insertMembership(testContext, { teamId: teams[0] ?? '', userId: user.id, name: 'Ana' });
    await send(updateOwnUser, { headers, body: { name: 'Ana María' } });
    expect(new Set(await names())).toEqual(new Set(['Ana María']));
  });
});

describe('the enrolment of an authenticator app', () => {
  const begun = () => {
    opens();
    pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'JBSWY3DPEHPK3PXP' });
  };
  const body = { password: PASSWORD };

  it('begins with a secret, and an address of it that an app reads from a picture', async () => {
    const { send, user, headers } = await someUser({ email: 'ana?flota#1@fletes.mx' });
    begun();
    const { status, body: answer } = await send(setUpMfa, { headers, body });
    const address = new URL(String(answer.otpauthUri));
    expect([status, answer.secret, address.protocol, address.host]).toEqual([
      200,
      'JBSWY3DPEHPK3PXP',
      'otpauth:',
      'totp',
    ]);
    expect(decodeURIComponent(address.pathname)).toBe(`/Flota:${user.email}`);
    expect(Object.fromEntries(address.searchParams)).toEqual({ secret: 'JBSWY3DPEHPK3PXP', issuer: 'Flota' });
    const [call] = pool.commandCalls(cognito.AssociateSoftwareTokenCommand);
    expect(call?.args[0].input.AccessToken).toBe(OWN_TOKEN.AccessToken);
  });

  it('asks for no code before the first was confirmed, and then at every sign-in', async () => {
    const { send, headers, user, testContext } = await someUser();
    begun();
    pool.on(cognito.AdminSetUserMFAPreferenceCommand).resolves({});
    pool.on(cognito.VerifySoftwareTokenCommand).rejectsOnce(wrongCode()).resolves({ Status: 'SUCCESS' });
    await send(setUpMfa, { headers, body });
    const confirm = () => send(confirmMfa, { headers, body: { code: '123456' } });
    expect(refusal(await confirm())).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(pool.commandCalls(cognito.AdminSetUserMFAPreferenceCommand)).toHaveLength(0);
    expect((await confirm()).status).toBe(200);
    // For the index, for the next second, and for the index again.
    expect(testContext.pauses).toEqual([1000, 0, 1000]);
    expect(pool.commandCalls(cognito.AdminSetUserMFAPreferenceCommand)[0]?.args[0].input).toMatchObject({
      Username: user.id,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
  });

  it.each([
    ['in a session that is over', overSession(), refused('UNAUTHENTICATED')],
    ['by a pool at its limit', cognitoError(cognito.TooManyRequestsException), refused('TOO_MANY_REQUESTS')],
  ])('is refused %s', async (_, failure, expected) => {
    const { send, headers } = await someUser();
    begun();
    pool.on(cognito.AssociateSoftwareTokenCommand).rejects(failure);
    expect(refusal(await send(setUpMfa, { headers, body }))).toEqual(expected);
  });

  it.each([
    ['a wrong password', { password: 'no' }, refused('INVALID_CREDENTIALS')],
    ['no password', {}, refused('VALIDATION_FAILED', 'password')],
  ])('doors 11: is refused for %s, and gets no token', async (_, sent, expected) => {
    const { send, headers, testContext, user } = await someUser();
    begun();
    expect(refusal(await send(setUpMfa, { headers, body: sent }))).toEqual(expected);
    expect(pool.commandCalls(cognito.AssociateSoftwareTokenCommand)).toHaveLength(0);
    expect(await getItem(testContext.context, mfaSetupKey(user.id))).toBeUndefined();
  });

  it('doors 11: needs a code of the present app where a factor is on', async () => {
    const { send, headers } = await someUser();
    begun();
    opens(true);
    const withCode = (code: string | undefined) => send(setUpMfa, { headers, body: { ...body, code } });
    expect(refusal(await withCode(undefined))).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(refusal(await withCode('000000'))).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(pool.commandCalls(cognito.AssociateSoftwareTokenCommand)).toHaveLength(0);
    expect((await withCode('123456')).status).toBe(200);
  });

  it('doors 11: signs in with the client for self-service, and the table holds its token encrypted', async () => {
    const { send, headers, testContext, user } = await someUser();
    begun();
    const answer = await send(setUpMfa, { headers, body });
    expect(pool.commandCalls(cognito.AdminInitiateAuthCommand)[0]?.args[0].input.ClientId).toBe('self-service-client');
    const setup = await getItem(testContext.context, mfaSetupKey(user.id));
    expect(setup).toMatchObject({ expires: testContext.now().getTime() / 1000 + 300 });
    expect(JSON.stringify([setup, answer.body, answer.headers])).not.toContain(OWN_TOKEN.AccessToken);
  });

  it('doors 11: is confirmed once, within five minutes, with the token that began it', async () => {
    const { send, headers, testContext } = await someUser({}, 'kept');
    begun();
    pool.on(cognito.AdminSetUserMFAPreferenceCommand).resolves({});
    pool.on(cognito.VerifySoftwareTokenCommand).resolves({ Status: 'SUCCESS' });
    const confirm = async () => refusal(await send(confirmMfa, { headers, body: { code: '123456' } }));
    expect(await confirm()).toEqual(refused('VALIDATION_FAILED', 'code'));
    await send(setUpMfa, { headers, body });
    testContext.pass(299_000);
    expect(await confirm()).toEqual([200, undefined]);
    expect(await confirm()).toEqual(refused('VALIDATION_FAILED', 'code'));
    await send(setUpMfa, { headers, body });
    testContext.pass(300_000);
    expect(await confirm()).toEqual(refused('VALIDATION_FAILED', 'code'));
    const tokens = pool.commandCalls(cognito.VerifySoftwareTokenCommand).map(({ args }) => args[0].input.AccessToken);
    expect(tokens).toEqual([OWN_TOKEN.AccessToken]);
  });
});

describe('the removal of the authenticator app', () => {
  const body = { code: '123456', password: PASSWORD };

  it('takes a code of the app, and leaves a secret behind that nobody knows', async () => {
    const { send, headers } = await someUser();
    opens(true);
    pool.on(cognito.AdminSetUserMFAPreferenceCommand).resolves({});
    pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'NOBODYISTOLDTHIS' });
    const answer = await send(removeMfa, { headers, body });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['message']]);
    expect(calls()).toEqual([
      'AdminInitiateAuthCommand',
      'AdminRespondToAuthChallengeCommand',
      'AdminSetUserMFAPreferenceCommand',
      'AssociateSoftwareTokenCommand',
    ]);
    expect(pool.commandCalls(cognito.AdminSetUserMFAPreferenceCommand)[0]?.args[0].input).toMatchObject({
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    });
  });

  it.each([
    ['a wrong code', () => opens(true), { code: '000000' }, refused('VALIDATION_FAILED', 'code')],
    ['a wrong password', () => opens(true), { password: 'no' }, refused('INVALID_CREDENTIALS')],
    ['a user without a factor', () => opens(), {}, refused('VALIDATION_FAILED', 'code')],
    [
      'a session that is over',
      () => {
        opens(true);
        pool.on(cognito.AdminRespondToAuthChallengeCommand).rejects(overSession());
      },
      {},
      refused('VALIDATION_FAILED', 'code'),
    ],
    [
      'a pool at its limit',
      () => pool.on(cognito.AdminInitiateAuthCommand).rejects(cognitoError(cognito.TooManyRequestsException)),
      {},
      refused('TOO_MANY_REQUESTS'),
    ],
  ])('is refused for %s, and changes nothing', async (_, prepare, change, expected) => {
    const { send, headers } = await someUser();
    prepare();
    expect(refusal(await send(removeMfa, { headers, body: { ...body, ...change } }))).toEqual(expected);
    expect(calls().filter((name) => /Preference|Associate/.test(name))).toEqual([]);
  });

  it.each([undefined, {}, { code: '12345' }, { code: '1234567' }])('is refused for %j', async (body) => {
    const { send, headers } = await someUser();
    expect(refusal(await send(removeMfa, { headers, body }))).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(calls()).toEqual([]);
  });

  it('is told from a wrong code when an enrolment is confirmed in a session that is over', async () => {
    const { send, headers } = await someUser();
    opens();
    pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'JBSWY3DPEHPK3PXP' });
    pool.on(cognito.VerifySoftwareTokenCommand).rejectsOnce(overSession()).rejects(wrongCode());
    await send(setUpMfa, { headers, body: { password: PASSWORD } });
    const tell = () => send(confirmMfa, { headers, body: { code: '123456' } });
    const answers = [await tell(), await tell()];
    for (const answer of answers) expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(answers.map(({ body: { message } }) => message)).toEqual([
      expect.stringContaining('Begin again'),
      expect.stringContaining('The code is wrong'),
    ]);
  });
});

describe('doors 22: a new password', () => {
  const NEW = 'De Monterrey a Laredo';
  const body = { currentPassword: PASSWORD, newPassword: NEW };

  /** A user of two teams with sessions on several devices. The new session is `new`. */
  async function someMember(isFactorOn = false) {
    const someone = await someUser({ name: 'Gabriela Cantú' });
    const { testContext, user } = someone;
    const teams = [someId(), someId()];
    for (const teamId of teams) {
      await insertTeam(testContext, { teamId, ownerId: user.id });
      await insertMembership(testContext, { teamId, userId: user.id, role: 'OWNER' });
    }
    opens(isFactorOn);
    const claims = { sub: user.id, origin_jti: 'new' };
    const tokens = await world.tokens(testContext.now(), user.id, user.email, claims);
    const AuthenticationResult = { ...tokens, RefreshToken: 'of-the-new-session' };
    pool.on(cognito.AdminInitiateAuthCommand).callsFake(({ AuthParameters }) => {
      if (AuthParameters.PASSWORD !== PASSWORD) throw wrongPassword();
      return isFactorOn ? { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'a-session' } : { AuthenticationResult };
    });
    pool.on(cognito.AdminRespondToAuthChallengeCommand).callsFake(({ ChallengeResponses }) => {
      if (ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE !== '123456') throw cognitoError(cognito.CodeMismatchException);
      return { AuthenticationResult };
    });
    pool.on(cognito.AdminSetUserPasswordCommand).resolves({});
    return { ...someone, teams };
  }

  it('is set, answers the tokens of a new session, and ends all others in every team', async () => {
    const { send, headersOf, user, teams, testContext } = await someMember();
    const [mine, other] = [await headersOf('mine'), await headersOf('other')];
    const answer = await send(changePassword, { headers: mine, body });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { tokens: { refreshToken: expect.stringMatching(/\.of-the-new-session$/) }, user: { id: user.id } },
    ]);
    expect(answer.cookies.length).toBeGreaterThan(0);
    expect(pool.commandCalls(cognito.AdminSetUserPasswordCommand)[0]?.args[0].input).toMatchObject({
      Username: user.email,
      Password: NEW,
      Permanent: true,
    });
    const fresh = await headersOf('new');
    for (const teamId of teams) {
      for (const headers of [mine, other])
        expect(refusal(await send(getTeam, { path: { teamId }, headers }))).toEqual(refused('UNAUTHENTICATED'));
      expect((await send(getTeam, { path: { teamId }, headers: fresh })).status).toBe(200);
    }
    expect(refusal(await send(updateOwnUser, { body: {}, headers: other }))).toEqual(refused('UNAUTHENTICATED'));
    // A sign-in right after the answer is valid too. The wait for the index was long enough for it.
    expect(testContext.pauses).toEqual([1000, 0]);
  });

  it('needs the code of the app where a factor is on', async () => {
    const { send, headers } = await someMember(true);
    const tell = async (code?: string) => refusal(await send(changePassword, { headers, body: { ...body, code } }));
    expect(await tell()).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(await tell('000000')).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(pool.commandCalls(cognito.AdminSetUserPasswordCommand)).toHaveLength(0);
    expect(await tell('123456')).toEqual([200, undefined]);
  });

  it.each([
    ['a wrong password', { currentPassword: 'no' }, refused('INVALID_CREDENTIALS')],
    ['no password', { currentPassword: undefined }, refused('VALIDATION_FAILED', 'currentPassword')],
  ])('is refused for %s, and ends no session', async (_, change, expected) => {
    const { send, headers, teams } = await someMember();
    expect(refusal(await send(changePassword, { headers, body: { ...body, ...change } }))).toEqual(expected);
    expect(pool.commandCalls(cognito.AdminSetUserPasswordCommand)).toHaveLength(0);
    expect((await send(getTeam, { path: { teamId: teams[0] ?? '' }, headers })).status).toBe(200);
  });

  it.each(['corto', 'Password1!', 'soy gabriela', '1234567890'])(
    '%j is refused before Cognito is asked',
    async (weak) => {
      const { send, headers } = await someMember();
      const answer = await send(changePassword, { headers, body: { ...body, newPassword: weak } });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'newPassword'));
      expect(calls()).toEqual([]);
    },
  );

  it('is refused in a session that is over', async () => {
    const { send, headersOf } = await someMember();
    const old = await headersOf('old');
    await send(changePassword, { headers: await headersOf('mine'), body });
    expect(refusal(await send(changePassword, { headers: old, body }))).toEqual(refused('UNAUTHENTICATED'));
  });
});

test('doors 22: the confirmation of an authenticator app ends all sessions but its own', async () => {
  const { send, headersOf, user, testContext } = await someUser();
  const teamId = someId();
  await insertTeam(testContext, { teamId, ownerId: user.id });
  await insertMembership(testContext, { teamId, userId: user.id, role: 'OWNER' });
  opens();
  pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'JBSWY3DPEHPK3PXP' });
  pool.on(cognito.VerifySoftwareTokenCommand).resolves({ Status: 'SUCCESS' });
  pool.on(cognito.AdminSetUserMFAPreferenceCommand).resolves({});
  const [own, other] = [await headersOf('own'), await headersOf('other')];
  await send(setUpMfa, { headers: own, body: { password: PASSWORD } });
  expect((await send(confirmMfa, { headers: own, body: { code: '123456' } })).status).toBe(200);
  expect((await send(getTeam, { path: { teamId }, headers: own })).status).toBe(200);
  expect((await send(updateOwnUser, { headers: own, body: {} })).status).toBe(200);
  expect(refusal(await send(getTeam, { path: { teamId }, headers: other }))).toEqual(refused('UNAUTHENTICATED'));
  expect(refusal(await send(updateOwnUser, { headers: other, body: {} }))).toEqual(refused('UNAUTHENTICATED'));
});
