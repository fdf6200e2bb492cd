import {
  AdminDisableUserCommand,
  AdminGetUserCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { cognitoBench, makeUser, PASSWORD, type PoolName, signIn } from '../support/cognito';

const bench = cognitoBench();
const HOUR = 60 * 60_000;

const of = async (Username: string, pool: PoolName = 'staff') => ({
  ClientId: bench.clientId(pool),
  Username,
  SecretHash: await bench.secretHash(pool, Username),
});
const signUp = async (email: string, pool: PoolName = 'staff') =>
  bench.client.send(new SignUpCommand({ ...(await of(email, pool)), Password: PASSWORD }));
const confirm = async (email: string, ConfirmationCode: string) =>
  bench.client.send(new ConfirmSignUpCommand({ ...(await of(email)), ConfirmationCode }));
const forgot = async (email: string) => bench.client.send(new ForgotPasswordCommand(await of(email)));
const reset = async (email: string, ConfirmationCode: string, Password = 'Another-Horse-8') =>
  bench.client.send(new ConfirmForgotPasswordCommand({ ...(await of(email)), ConfirmationCode, Password }));
const codeFor = (email: string): string => bench.mails(email)[0]?.code ?? '';
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('signing up', () => {
  test('mails a code, and opens the account with it', async () => {
    await signUp('new@demo.mx');
    await expect(signIn(bench, 'staff', 'new@demo.mx')).rejects.toMatchObject({ name: 'UserNotConfirmedException' });
    expect(bench.mails('new@demo.mx')[0]?.text).toContain(codeFor('new@demo.mx'));
    await confirm('new@demo.mx', codeFor('new@demo.mx'));
    expect((await signIn(bench, 'staff', 'new@demo.mx')).AuthenticationResult).toBeDefined();
    const user = await bench.client.send(
      new AdminGetUserCommand({ UserPoolId: bench.poolId('staff'), Username: 'new@demo.mx' }),
    );
    expect(user.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
  });

  test('takes an address once, whatever its case', async () => {
    await signUp('Once@demo.mx');
    await expect(signUp('once@demo.mx')).rejects.toMatchObject({ name: 'UsernameExistsException' });
  });

  test('refuses a wrong code, and the right one after five wrong ones', async () => {
    await signUp('wrong@demo.mx');
    const right = codeFor('wrong@demo.mx');
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(confirm('wrong@demo.mx', other(right))).rejects.toMatchObject({ name: 'CodeMismatchException' });
    }
    await expect(confirm('wrong@demo.mx', right)).rejects.toMatchObject({ name: 'LimitExceededException' });
    await bench.client.send(new ResendConfirmationCodeCommand(await of('wrong@demo.mx')));
    await confirm('wrong@demo.mx', codeFor('wrong@demo.mx'));
  });

  test('refuses a code after a day', async () => {
    await signUp('day@demo.mx');
    bench.advance(24 * HOUR);
    await expect(confirm('day@demo.mx', codeFor('day@demo.mx'))).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    });
  });

  test('is closed in the drivers’ pool', async () => {
    await expect(signUp('self.made', 'drivers')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('wants the client’s secret', async () => {
    const unknown = { ClientId: bench.clientId('staff'), Username: 'x@demo.mx', Password: PASSWORD };
    await expect(bench.client.send(new SignUpCommand(unknown))).rejects.toThrow(/SECRET_HASH/);
  });
});

describe('a forgotten password', () => {
  test('is set anew by a mailed code, once, within the hour', async () => {
    await makeUser(bench, 'staff', 'forgot@demo.mx', { email_verified: 'true' });
    await forgot('forgot@demo.mx');
    const code = codeFor('forgot@demo.mx');
    await expect(reset('forgot@demo.mx', other(code))).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(reset('forgot@demo.mx', code, 'weak')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await reset('forgot@demo.mx', code);
    await expect(reset('forgot@demo.mx', code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    expect((await signIn(bench, 'staff', 'forgot@demo.mx', 'Another-Horse-8')).AuthenticationResult).toBeDefined();
    await forgot('forgot@demo.mx');
    bench.advance(HOUR);
    await expect(reset('forgot@demo.mx', codeFor('forgot@demo.mx'))).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    });
  });

  test('tells nothing of who has an account', async () => {
    await makeUser(bench, 'staff', 'known@demo.mx', { email_verified: 'true' });
    const known = await forgot('known@demo.mx');
    const unknown = await forgot('kxxxx@demo.mx');
    expect(unknown.CodeDeliveryDetails).toEqual(known.CodeDeliveryDetails);
    expect(bench.mails('kxxxx@demo.mx')).toEqual([]);
  });

  test('of a disabled user stays as it is', async () => {
    await makeUser(bench, 'staff', 'gone@demo.mx', { email_verified: 'true' });
    await bench.client.send(
      new AdminDisableUserCommand({ UserPoolId: bench.poolId('staff'), Username: 'gone@demo.mx' }),
    );
    await forgot('gone@demo.mx');
    expect(bench.mails('gone@demo.mx')).toEqual([]);
  });
});

test('users are listed by address or sub, page by page', async () => {
  for (const name of ['a', 'b', 'c']) await makeUser(bench, 'staff', `list-${name}@demo.mx`);
  const list = (Filter: string, more: object = {}) =>
    bench.client.send(new ListUsersCommand({ UserPoolId: bench.poolId('staff'), Filter, ...more }));
  const first = await list('email ^= "list-"', { Limit: 2 });
  expect(first.Users).toHaveLength(2);
  const rest = await list('email ^= "list-"', { Limit: 2, PaginationToken: first.PaginationToken });
  expect(rest.Users).toHaveLength(1);
  const sub = rest.Users?.[0]?.Username ?? '';
  expect((await list(`sub = "${sub}"`)).Users?.[0]?.Username).toBe(sub);
  await expect(list('name ? "x"')).rejects.toMatchObject({ name: 'InvalidParameterException' });
});
