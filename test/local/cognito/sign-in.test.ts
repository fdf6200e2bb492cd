import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminInitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { WANTED_SUB } from '../../../local/cognito/wanted-sub';
import { answer, cognitoBench, makeUser, PASSWORD, signIn } from '../support/cognito';

const bench = cognitoBench();
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

describe('signing in by password', () => {
  test('answers an unknown user and a wrong password alike', async () => {
    await makeUser(bench, 'staff', 'alike@demo.mx');
    const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    await expect(signIn(bench, 'staff', 'alike@demo.mx', 'Wrong-Horse-7')).rejects.toMatchObject(refusal);
    await expect(signIn(bench, 'staff', 'nobody@demo.mx')).rejects.toMatchObject(refusal);
  });

  test('refuses a wrong or missing secret hash, and the other pool’s client', async () => {
    await makeUser(bench, 'staff', 'hash@demo.mx');
    const attempt = async (ClientId: string, SECRET_HASH?: string) =>
      bench.client.send(
        new AdminInitiateAuthCommand({
          UserPoolId: bench.poolId('staff'),
          ClientId,
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: 'hash@demo.mx', PASSWORD, ...(SECRET_HASH && { SECRET_HASH }) },
        }),
      );
    const other = await bench.secretHash('staff', 'other@demo.mx');
    const right = await bench.secretHash('staff', 'hash@demo.mx');
    await expect(attempt(bench.clientId('staff'), other)).rejects.toThrow(/Unable to verify secret hash/);
    await expect(attempt(bench.clientId('staff'))).rejects.toThrow(/SECRET_HASH was not received/);
    await expect(attempt(bench.clientId('drivers'), right)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('refuses a disabled user, until it is enabled again', async () => {
    await makeUser(bench, 'drivers', 'out.driver');
    const user = { UserPoolId: bench.poolId('drivers'), Username: 'out.driver' };
    await bench.client.send(new AdminDisableUserCommand(user));
    await expect(signIn(bench, 'drivers', 'out.driver')).rejects.toThrow('User is disabled.');
    await bench.client.send(new AdminEnableUserCommand(user));
    expect((await signIn(bench, 'drivers', 'out.driver')).AuthenticationResult?.AccessToken).toBeDefined();
  });

  test('refuses an administrator’s action that is not signed', async () => {
    const unsigned = await fetch(bench.endpoint(), {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' },
      body: JSON.stringify({ UserPoolId: bench.poolId('staff') }),
    });
    expect(unsigned.status).toBe(400);
    expect(await unsigned.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  });
});

describe('the lock after failed sign-ins', () => {
  const fail = (times: number, username: string) =>
    Array.from({ length: times }).reduce<Promise<unknown>>(
      (before) => before.then(() => signIn(bench, 'staff', username, 'Wrong-Horse-7').catch(() => {})),
      Promise.resolve(),
    );
  const locked = /Password attempts exceeded/;

  test('lasts a second from the fifth failure on, and twice as long after each further one', async () => {
    await makeUser(bench, 'staff', 'lock@demo.mx');
    await fail(5, 'lock@demo.mx');
    await expect(signIn(bench, 'staff', 'lock@demo.mx')).rejects.toThrow(locked);
    bench.advance(SECOND);
    await fail(1, 'lock@demo.mx');
    bench.advance(2 * SECOND - 1);
    await expect(signIn(bench, 'staff', 'lock@demo.mx')).rejects.toThrow(locked);
    bench.advance(1);
    expect((await signIn(bench, 'staff', 'lock@demo.mx')).AuthenticationResult).toBeDefined();
  });

  test('starts from nothing after a sign-in that ended well', async () => {
    await makeUser(bench, 'staff', 'again@demo.mx');
    await fail(4, 'again@demo.mx');
    await signIn(bench, 'staff', 'again@demo.mx');
    await fail(4, 'again@demo.mx');
    expect((await signIn(bench, 'staff', 'again@demo.mx')).AuthenticationResult).toBeDefined();
  });

  test('holds for tries that come at once', async () => {
    await makeUser(bench, 'staff', 'burst@demo.mx');
    const tries = Array.from({ length: 20 }, () => signIn(bench, 'staff', 'burst@demo.mx', 'Wrong-Horse-7'));
    const failures = await Promise.allSettled(tries);
    const wrong = failures.filter((one) => one.status === 'rejected' && /Incorrect/.test(String(one.reason)));
    expect(wrong).toHaveLength(5);
  });

  test('outlives a restart', async () => {
    await makeUser(bench, 'staff', 'restart@demo.mx');
    await fail(5, 'restart@demo.mx');
    await bench.restart();
    await expect(signIn(bench, 'staff', 'restart@demo.mx')).rejects.toThrow(locked);
  });
});

describe('a temporary password', () => {
  const invite = (Username: string, TemporaryPassword = PASSWORD) =>
    bench.client.send(
      new AdminCreateUserCommand({
        UserPoolId: bench.poolId('drivers'),
        Username,
        TemporaryPassword,
        MessageAction: 'SUPPRESS',
      }),
    );
  const challengeOf = async (username: string) => {
    const { ChallengeName, Session = '' } = await signIn(bench, 'drivers', username);
    expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    return { username, session: Session };
  };
  const newPassword = (given: { username: string; session: string }, NEW_PASSWORD: string) =>
    answer(bench, 'drivers', 'NEW_PASSWORD_REQUIRED', { ...given, responses: { NEW_PASSWORD } });

  test('must be changed at the first sign-in, and then is no longer good', async () => {
    await invite('first.time');
    const changed = await newPassword(await challengeOf('first.time'), 'My-Own-Road-9');
    expect(changed.AuthenticationResult?.AccessToken).toBeDefined();
    await expect(signIn(bench, 'drivers', 'first.time')).rejects.toThrow(/Incorrect/);
    expect((await signIn(bench, 'drivers', 'first.time', 'My-Own-Road-9')).AuthenticationResult).toBeDefined();
  });

  test('ends after a week', async () => {
    await invite('too.late');
    bench.advance(7 * DAY);
    await expect(signIn(bench, 'drivers', 'too.late')).rejects.toThrow(/Temporary password has expired/);
  });

  test('is weak as little as any other', async () => {
    const weak = ['Aa1!', 'nine-char', ' blank-at-the-start', 'x'.repeat(257)];
    for (const password of weak) {
      await expect(invite('weak.one', password)).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    }
    await invite('weak.one');
    const challenge = await challengeOf('weak.one');
    await expect(newPassword(challenge, 'weak')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    expect((await newPassword(challenge, 'My-Own-Road-9')).AuthenticationResult).toBeDefined();
  });
});

test('an account has the identifier that the seed names, and no two accounts have one', async () => {
  const make = async (Username: string, ClientMetadata?: Record<string, string>) => {
    const asked = { UserPoolId: bench.poolId('staff'), Username, ClientMetadata, MessageAction: 'SUPPRESS' } as const;
    const { User } = await bench.client.send(new AdminCreateUserCommand(asked));
    return User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
  };
  const sub = '01930000-0010-7000-8000-000000000001';
  expect(await make('named@demo.mx', { [WANTED_SUB]: sub })).toBe(sub);
  expect(await make('second@demo.mx', { [WANTED_SUB]: sub })).not.toBe(sub);
  expect(await make('other@demo.mx', { of: 'the seed' })).not.toBe(sub);
});

describe('the session of a challenge', () => {
  const session = async (Username: string) => {
    await bench.client.send(
      new AdminCreateUserCommand({
        UserPoolId: bench.poolId('drivers'),
        Username,
        TemporaryPassword: PASSWORD,
        MessageAction: 'SUPPRESS',
      }),
    );
    return (await signIn(bench, 'drivers', Username)).Session ?? '';
  };
  const responses = { NEW_PASSWORD: 'My-Own-Road-9' };
  const invalid = { name: 'NotAuthorizedException', message: /^Invalid session for the user/ };
  const respond = (username: string, given: string) =>
    answer(bench, 'drivers', 'NEW_PASSWORD_REQUIRED', { username, session: given, responses });

  test('is good once', async () => {
    const given = await session('once.only');
    await respond('once.only', given);
    await expect(respond('once.only', given)).rejects.toMatchObject({ name: invalid.name });
  });

  test('is good for its own user alone, and a forged one for nobody', async () => {
    const given = await session('its.owner');
    await session('some.other');
    await expect(respond('some.other', given)).rejects.toThrow(invalid.message);
    await expect(respond('its.owner', 'A'.repeat(given.length))).rejects.toThrow(invalid.message);
    expect((await respond('its.owner', given)).AuthenticationResult).toBeDefined();
  });

  test('answers no other challenge than its own', async () => {
    const given = await session('other.challenge');
    const code = { username: 'other.challenge', session: given, responses: { SOFTWARE_TOKEN_MFA_CODE: '123456' } };
    await expect(answer(bench, 'drivers', 'SOFTWARE_TOKEN_MFA', code)).rejects.toThrow(invalid.message);
  });

  test('ends after three minutes', async () => {
    const given = await session('slow.one');
    bench.advance(180 * SECOND);
    await expect(respond('slow.one', given)).rejects.toThrow(/session is expired/);
  });

  test('outlives a restart', async () => {
    const given = await session('restarted.one');
    await bench.restart();
    expect((await respond('restarted.one', given)).AuthenticationResult).toBeDefined();
  });
});
