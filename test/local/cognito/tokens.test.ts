import {
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminInitiateAuthCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { cognitoBench, makeUser, type PoolName, tokensOf } from '../support/cognito';

const bench = cognitoBench();
const MINUTE = 60_000;
const TEAM = '01930000-0001-7000-8000-0000000000aa';
const DRIVER = '01930000-0002-7000-8000-0000000000bb';

const refresh = async (pool: PoolName, RefreshToken: string, ClientSecret?: string) =>
  bench.client.send(
    new GetTokensFromRefreshTokenCommand({
      RefreshToken,
      ClientId: bench.clientId(pool),
      ClientSecret: ClientSecret ?? (await bench.clientSecret(pool)),
    }),
  );
const driverAttributes = { 'custom:teamId': TEAM, 'custom:driverId': DRIVER };

test('an access token of staff says what Cognito’s says', async () => {
  await makeUser(bench, 'staff', 'claims@demo.mx', { name: 'Ana', email_verified: 'true' });
  const { AccessToken, IdToken, ExpiresIn } = await tokensOf(bench, 'staff', 'claims@demo.mx');
  const now = Math.floor(bench.now() / 1000);
  const access = decodeJwt(AccessToken);
  expect(access).toMatchObject({
    iss: `https://cognito-idp.us-east-1.amazonaws.com/${bench.poolId('staff')}`,
    client_id: bench.clientId('staff'),
    token_use: 'access',
    auth_time: now,
    iat: now,
    exp: now + 900,
    username: access.sub,
  });
  expect(ExpiresIn).toBe(900);
  expect(decodeJwt(IdToken)).toMatchObject({
    token_use: 'id',
    aud: bench.clientId('staff'),
    email: 'claims@demo.mx',
    email_verified: true,
    name: 'Ana',
    'cognito:username': access.sub,
    origin_jti: access.origin_jti,
  });
});

test('the trigger puts a driver’s team and record into the access token, and takes its user scope, on refresh too', async () => {
  await makeUser(bench, 'drivers', 'with.claims', driverAttributes);
  const first = await tokensOf(bench, 'drivers', 'with.claims');
  const second = await refresh('drivers', first.RefreshToken);
  for (const token of [first.AccessToken, second.AuthenticationResult?.AccessToken ?? '']) {
    expect(decodeJwt(token)).toMatchObject({ ...driverAttributes, username: 'with.claims' });
    expect(decodeJwt(token).scope).toBeUndefined();
    await expect(bench.client.send(new GetUserCommand({ AccessToken: token }))).rejects.toThrow(/required scopes/);
  }
});

test('a refresh keeps the sign-in’s instant and origin, and wants the client’s secret', async () => {
  await makeUser(bench, 'staff', 'refresh@demo.mx');
  const { AccessToken, RefreshToken } = await tokensOf(bench, 'staff', 'refresh@demo.mx');
  bench.advance(MINUTE);
  const { AuthenticationResult: renewed } = await refresh('staff', RefreshToken);
  const [before, after] = [AccessToken, renewed?.AccessToken ?? ''].map((token) => decodeJwt(token));
  expect(after).toMatchObject({ auth_time: before?.auth_time, origin_jti: before?.origin_jti });
  expect(after?.exp).toBe((before?.exp ?? 0) + 60);
  expect(renewed?.RefreshToken).toBeDefined();
  await expect(refresh('staff', RefreshToken, 'not the secret')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await expect(refresh('drivers', RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(refresh('staff', `${RefreshToken}x`)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('doors 14: a refresh replaces the refresh token, and the replaced one works for thirty more seconds', async () => {
  await makeUser(bench, 'staff', 'rotation@demo.mx');
  const { RefreshToken: first } = await tokensOf(bench, 'staff', 'rotation@demo.mx');
  const next = async (token: string) => (await refresh('staff', token)).AuthenticationResult?.RefreshToken ?? '';
  const second = await next(first);
  bench.advance(29_000);
  const third = await next(first);
  expect(new Set([first, second, third]).size).toBe(3);
  bench.advance(1_000);
  await expect(refresh('staff', first)).rejects.toMatchObject({ name: 'RefreshTokenReuseException' });
  expect(await next(second)).not.toBe('');
  expect(await next(third)).not.toBe('');
});

test('doors 14: the refresh flow of AdminInitiateAuth is off', async () => {
  await makeUser(bench, 'staff', 'flow@demo.mx');
  const { AccessToken, RefreshToken } = await tokensOf(bench, 'staff', 'flow@demo.mx');
  const attempt = async (username: string) =>
    bench.client.send(
      new AdminInitiateAuthCommand({
        UserPoolId: bench.poolId('staff'),
        ClientId: bench.clientId('staff'),
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: RefreshToken, SECRET_HASH: await bench.secretHash('staff', username) },
      }),
    );
  await expect(attempt(String(decodeJwt(AccessToken).sub))).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
});

test('doors 11: an access token of staff calls no action of the user API; that of self-service does, for five minutes', async () => {
  await makeUser(bench, 'staff', 'scope@demo.mx');
  const first = await tokensOf(bench, 'staff', 'scope@demo.mx');
  const second = await refresh('staff', first.RefreshToken);
  const SoftwareTokenMfaSettings = { Enabled: false };
  for (const AccessToken of [first.AccessToken, second.AuthenticationResult?.AccessToken ?? '']) {
    expect(decodeJwt(AccessToken).scope).toBeUndefined();
    for (const call of [
      () => bench.client.send(new GetUserCommand({ AccessToken })),
      () => bench.client.send(new AssociateSoftwareTokenCommand({ AccessToken })),
      () => bench.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: '123456' })),
      () => bench.client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings })),
      () => bench.client.send(new GlobalSignOutCommand({ AccessToken })),
    ])
      await expect(call()).rejects.toThrow(/required scopes/);
  }
  const own = await tokensOf(bench, 'selfService', 'scope@demo.mx');
  expect([decodeJwt(own.AccessToken), own.ExpiresIn]).toMatchObject([
    { client_id: bench.clientId('selfService'), scope: 'aws.cognito.signin.user.admin' },
    300,
  ]);
  await bench.client.send(new GetUserCommand({ AccessToken: own.AccessToken }));
});

describe('a sign-in is over', () => {
  const ended = async (
    email: string,
    end: (tokens: { AccessToken: string; RefreshToken: string }) => Promise<unknown>,
  ) => {
    await makeUser(bench, 'staff', email);
    const tokens = await tokensOf(bench, 'selfService', email);
    await bench.client.send(new GetUserCommand({ AccessToken: tokens.AccessToken }));
    await end(tokens);
    await expect(refresh('selfService', tokens.RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(bench.client.send(new GetUserCommand({ AccessToken: tokens.AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  };
  const user = (Username: string) => ({ UserPoolId: bench.poolId('staff'), Username });

  test('after the user signed out everywhere', () =>
    ended('out1@demo.mx', ({ AccessToken }) => bench.client.send(new GlobalSignOutCommand({ AccessToken }))));

  test('after an administrator signed the user out', () =>
    ended('out2@demo.mx', () => bench.client.send(new AdminUserGlobalSignOutCommand(user('out2@demo.mx')))));

  test('after the user was disabled, and stays over when enabled again', () =>
    ended('out3@demo.mx', async () => {
      await bench.client.send(new AdminDisableUserCommand(user('out3@demo.mx')));
      await bench.client.send(new AdminEnableUserCommand(user('out3@demo.mx')));
    }));

  test('after its refresh token was revoked', () =>
    ended('out4@demo.mx', async ({ RefreshToken: Token }) =>
      bench.client.send(
        new RevokeTokenCommand({
          Token,
          ClientId: bench.clientId('selfService'),
          ClientSecret: await bench.clientSecret('selfService'),
        }),
      ),
    ));

  test('after a sign-out and a restart', () =>
    ended('out5@demo.mx', async ({ AccessToken }) => {
      await bench.client.send(new GlobalSignOutCommand({ AccessToken }));
      await bench.restart();
    }));
});

test('an access token is good for fifteen minutes, and one that was tampered with not at all', async () => {
  await makeUser(bench, 'staff', 'expiry@demo.mx');
  const { AccessToken } = await tokensOf(bench, 'staff', 'expiry@demo.mx');
  const [header = '', , signature = ''] = AccessToken.split('.');
  const forged = Buffer.from(JSON.stringify({ ...decodeJwt(AccessToken), exp: 9999999999 })).toString('base64url');
  await expect(
    bench.client.send(new GetUserCommand({ AccessToken: `${header}.${forged}.${signature}` })),
  ).rejects.toThrow('Invalid Access Token');
  bench.advance(15 * MINUTE);
  await expect(bench.client.send(new GetUserCommand({ AccessToken }))).rejects.toThrow('Access Token has expired');
});

test('what decides a driver’s rights cannot be changed, by an administrator either', async () => {
  await makeUser(bench, 'drivers', 'fixed.rights', driverAttributes);
  const change = (Name: string) =>
    bench.client.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: bench.poolId('drivers'),
        Username: 'fixed.rights',
        UserAttributes: [{ Name, Value: DRIVER }],
      }),
    );
  await expect(change('custom:teamId')).rejects.toThrow('user.custom:teamId: Attribute cannot be updated.');
  await expect(change('custom:other')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await change('name');
});
