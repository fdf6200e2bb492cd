import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as confirmMfa } from '../../functions/users/confirm-mfa';
import { operation as getOwnUser } from '../../functions/users/get-own-user';
import { operation as removeMfa } from '../../functions/users/remove-mfa';
import { operation as setUpMfa } from '../../functions/users/set-up-mfa';
import { operation as updateOwnUser } from '../../functions/users/update-own-user';
import { getItem } from '../../shared/platform/table/read';
import { membershipKey } from '../../shared/teams/team';
import { userKey } from '../../shared/teams/user';
import { accounts, cognitoError, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertUser } from '../support/store-fleet';

const world = accounts(quickTable());
const pool = world.cognito;

const PROFILE = { name: 'Ana Treviño', phone: '8112345678', photoUrl: 'https://cdn.example/ana.png' };

async function someUser(given: Parameters<typeof insertUser>[1] = {}) {
  const exchange = world.begin();
  const user = await insertUser(exchange.testContext, { ...PROFILE, ...given });
  return { ...exchange, user, headers: await exchange.bearer(exchange.testContext.now(), user.id) };
}

const overSession = () => cognitoError(cognito.NotAuthorizedException, 'Access Token has been revoked');
const wrongCode = () => cognitoError(cognito.EnableSoftwareTokenMFAException, 'Code mismatch');

describe('one’s own profile', () => {
  it.each([
    [['SOFTWARE_TOKEN_MFA'], true],
    [['SMS_MFA'], false],
    [undefined, false],
  ])('tells with the factors %j whether sign-in asks for a code', async (UserMFASettingList, mfaEnabled) => {
    const { send, user, headers } = await someUser();
    pool.on(cognito.GetUserCommand).resolves({ ...(UserMFASettingList && { UserMFASettingList }) });
    const answer = await send(getOwnUser, { headers });
    expect([answer.status, answer.body]).toEqual([200, { ...user, mfaEnabled }]);
  });

  it('shows nothing of how it stands with the sessions', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const { send, headers } = await someUser({ sessionsValidFrom: at, recoveryBegan: at });
    pool.on(cognito.GetUserCommand).resolves({});
    const shown = await send(getOwnUser, { headers });
    const changed = await send(updateOwnUser, { headers, body: { name: 'Ana' } });
    for (const { body } of [shown, changed]) {
      expect(body).not.toHaveProperty('sessionsValidFrom');
      expect(body).not.toHaveProperty('recoveryBegan');
    }
  });

  it('is refused to a session that was ended, by us or by Cognito, and before a first sign-in', async () => {
    const { send, headers } = await someUser({ sessionsValidFrom: '2026-03-02T15:00:01.000Z' });
    pool.on(cognito.GetUserCommand).resolves({});
    expect(refusal(await send(getOwnUser, { headers }))).toEqual(refused('UNAUTHENTICATED'));
    expect(refusal(await send(setUpMfa, { headers }))).toEqual(refused('UNAUTHENTICATED'));
    expect(refusal(await send(updateOwnUser, { headers, body: {} }))).toEqual(refused('UNAUTHENTICATED'));
    const other = await someUser({ sessionsValidFrom: '2026-03-02T15:00:00.000Z' });
    expect((await other.send(getOwnUser, { headers: other.headers })).status).toBe(200);
    pool.on(cognito.GetUserCommand).rejects(overSession());
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
    expect(testContext.actions().slice(before)).toEqual(['GetItem']);
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
  const begun = () => pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'JBSWY3DPEHPK3PXP' });

  it('begins with a secret, and an address of it that an app reads from a picture', async () => {
    const { send, user, headers } = await someUser({ email: 'ana?flota#1@fletes.mx' });
    begun();
    const { status, body } = await send(setUpMfa, { headers });
    const address = new URL(String(body.otpauthUri));
    expect([status, body.secret, address.protocol, address.host]).toEqual([
      200,
      'JBSWY3DPEHPK3PXP',
      'otpauth:',
      'totp',
    ]);
    expect(decodeURIComponent(address.pathname)).toBe(`/Flota:${user.email}`);
    expect(Object.fromEntries(address.searchParams)).toEqual({ secret: 'JBSWY3DPEHPK3PXP', issuer: 'Flota' });
    const [call] = pool.commandCalls(cognito.AssociateSoftwareTokenCommand);
    expect(headers.authorization).toBe(`Bearer ${call?.args[0].input.AccessToken}`);
  });

  it('asks for no code before the first was confirmed, and then at every sign-in', async () => {
    const { send, headers } = await someUser();
    begun();
    pool.on(cognito.SetUserMFAPreferenceCommand).resolves({});
    pool.on(cognito.VerifySoftwareTokenCommand).rejectsOnce(wrongCode()).resolves({ Status: 'SUCCESS' });
    await send(setUpMfa, { headers });
    const confirm = () => send(confirmMfa, { headers, body: { code: '123456' } });
    expect(refusal(await confirm())).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(pool.commandCalls(cognito.SetUserMFAPreferenceCommand)).toHaveLength(0);
    expect((await confirm()).status).toBe(200);
    expect(pool.commandCalls(cognito.SetUserMFAPreferenceCommand)[0]?.args[0].input).toMatchObject({
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
  });

  it.each([
    ['in a session that is over', overSession(), refused('UNAUTHENTICATED')],
    ['by a pool at its limit', cognitoError(cognito.TooManyRequestsException), refused('TOO_MANY_REQUESTS')],
  ])('is refused %s', async (_, failure, expected) => {
    const { send, headers } = await someUser();
    pool.on(cognito.AssociateSoftwareTokenCommand).rejects(failure);
    expect(refusal(await send(setUpMfa, { headers }))).toEqual(expected);
  });
});

describe('the removal of the authenticator app', () => {
  const calls = () => pool.calls().map(({ args }) => args[0].constructor.name);

  it('takes a code of the app, and leaves a secret behind that nobody knows', async () => {
    const { send, headers } = await someUser();
    pool.on(cognito.VerifySoftwareTokenCommand).resolves({ Status: 'SUCCESS' });
    pool.on(cognito.SetUserMFAPreferenceCommand).resolves({});
    pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'NOBODYISTOLDTHIS' });
    const answer = await send(removeMfa, { headers, body: { code: '123456' } });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['message']]);
    expect(calls()).toEqual([
      'VerifySoftwareTokenCommand',
      'SetUserMFAPreferenceCommand',
      'AssociateSoftwareTokenCommand',
    ]);
    expect(pool.commandCalls(cognito.SetUserMFAPreferenceCommand)[0]?.args[0].input).toMatchObject({
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    });
  });

  it.each([
    ['a wrong code', wrongCode(), refused('VALIDATION_FAILED', 'code')],
    [
      'a user without a factor',
      cognitoError(cognito.SoftwareTokenMFANotFoundException),
      refused('VALIDATION_FAILED', 'code'),
    ],
    ['a session that is over', overSession(), refused('UNAUTHENTICATED')],
    ['a pool at its limit', cognitoError(cognito.TooManyRequestsException), refused('TOO_MANY_REQUESTS')],
  ])('is refused for %s, and changes nothing', async (_, failure, expected) => {
    const { send, headers } = await someUser();
    pool.on(cognito.VerifySoftwareTokenCommand).rejects(failure);
    expect(refusal(await send(removeMfa, { headers, body: { code: '123456' } }))).toEqual(expected);
    expect(calls()).toEqual(['VerifySoftwareTokenCommand']);
  });

  it.each([undefined, {}, { code: '12345' }, { code: '1234567' }])('is refused for %j', async (body) => {
    const { send, headers } = await someUser();
    expect(refusal(await send(removeMfa, { headers, body }))).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(calls()).toEqual([]);
  });

  it('is told from a wrong code when an enrolment is confirmed in a session that is over', async () => {
    const { send, headers } = await someUser();
    pool.on(cognito.VerifySoftwareTokenCommand).rejectsOnce(overSession()).rejects(wrongCode());
    const body = { code: '123456' };
    expect(refusal(await send(confirmMfa, { headers, body }))).toEqual(refused('UNAUTHENTICATED'));
    expect(refusal(await send(confirmMfa, { headers, body }))).toEqual(refused('VALIDATION_FAILED', 'code'));
  });
});
