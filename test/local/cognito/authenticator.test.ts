import {
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { codeAt } from '../../../local/cognito/one-time-codes';
import { totp } from '../../support/totp';
import { answer, cognitoBench, makeUser, signIn, tokensOf } from '../support/cognito';

const bench = cognitoBench();
const STEP = 30_000;

test('codes are those of RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const expected = [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ] as const;
  for (const [second, code] of expected) expect(codeAt(secret, Math.floor(second / 30))).toBe(code);
});

/** A user with an enrolled app. The clock moves one step, because the code of the enrolment is used. */
async function enrolled(email: string): Promise<string> {
  await makeUser(bench, 'staff', email);
  const { AccessToken } = await tokensOf(bench, 'selfService', email);
  const { SecretCode = '' } = await bench.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = totp(SecretCode, bench.now());
  await bench.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await bench.client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
  bench.advance(STEP);
  return SecretCode;
}

async function challenged(username: string): Promise<string> {
  const { ChallengeName, Session = '' } = await signIn(bench, 'staff', username);
  expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  return Session;
}

const respond = (username: string, session: string, code: string) =>
  answer(bench, 'staff', 'SOFTWARE_TOKEN_MFA', { username, session, responses: { SOFTWARE_TOKEN_MFA_CODE: code } });

test('a code of this step or a neighbour is taken', async () => {
  const secret = await enrolled('window@demo.mx');
  for (const shift of [-STEP, 0, STEP]) {
    bench.advance(4 * STEP);
    const code = totp(secret, bench.now() + shift);
    const signedIn = await respond('window@demo.mx', await challenged('window@demo.mx'), code);
    expect(signedIn.AuthenticationResult?.RefreshToken).toBeDefined();
  }
  bench.advance(4 * STEP);
  for (const shift of [-2 * STEP, 2 * STEP]) {
    const code = totp(secret, bench.now() + shift);
    await expect(respond('window@demo.mx', await challenged('window@demo.mx'), code)).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
  }
});

test('no step is taken twice, nor one before it', async () => {
  const secret = await enrolled('replay@demo.mx');
  const code = totp(secret, bench.now());
  await respond('replay@demo.mx', await challenged('replay@demo.mx'), code);
  const used = { name: 'ExpiredCodeException' };
  await expect(respond('replay@demo.mx', await challenged('replay@demo.mx'), code)).rejects.toMatchObject(used);
  const earlier = totp(secret, bench.now() - STEP);
  await expect(respond('replay@demo.mx', await challenged('replay@demo.mx'), earlier)).rejects.toMatchObject(used);
});

test('two answers at once with one code sign in once', async () => {
  const secret = await enrolled('race@demo.mx');
  const code = totp(secret, bench.now());
  const sessions = [await challenged('race@demo.mx'), await challenged('race@demo.mx')];
  const outcomes = await Promise.allSettled(sessions.map((session) => respond('race@demo.mx', session, code)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a session takes five wrong codes and then none', async () => {
  const secret = await enrolled('guess@demo.mx');
  const session = await challenged('guess@demo.mx');
  const right = totp(secret, bench.now());
  const wrong = right === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(respond('guess@demo.mx', session, wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' });
  }
  await expect(respond('guess@demo.mx', session, right)).rejects.toThrow('Invalid session for the user.');
});

test('a factor is asked for only once a code has shown that the app has its secret', async () => {
  await makeUser(bench, 'staff', 'enrol@demo.mx');
  const { AccessToken } = await tokensOf(bench, 'selfService', 'enrol@demo.mx');
  const prefer = () =>
    bench.client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }));
  await expect(prefer()).rejects.toThrow(/has not verified/);
  const { SecretCode = '' } = await bench.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const verify = (UserCode: string) => bench.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const right = totp(SecretCode, bench.now());
  await expect(verify(right === '000000' ? '000001' : '000000')).rejects.toMatchObject({
    name: 'EnableSoftwareTokenMFAException',
  });
  await expect(prefer()).rejects.toThrow(/has not verified/);
  await verify(right);
  await prefer();
  await challenged('enrol@demo.mx');
});

test('an administrator takes the factor off', async () => {
  await enrolled('lost-phone@demo.mx');
  await bench.client.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: bench.poolId('staff'),
      Username: 'lost-phone@demo.mx',
      SoftwareTokenMfaSettings: { Enabled: false },
    }),
  );
  expect((await signIn(bench, 'staff', 'lost-phone@demo.mx')).AuthenticationResult).toBeDefined();
});
