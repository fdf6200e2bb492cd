import assert from 'node:assert/strict';
import { totp } from '../support/totp';
import { expectStatus, type Send, sender, textAt } from './http';
import { ADDRESS, type CodeFor } from './sign-in';

const PASSWORD = 'Camino-Largo-77';
const OTHER_PASSWORD = 'Camino-Corto-88';

export interface AccountsOptions {
  /** The clock by which codes of the authenticator app are made; the deployed pool's own is the machine's. */
  readonly now: () => number;
  /** The code in the newest mail to an address. Without it nobody can confirm an address, and the journey says what it leaves out. */
  readonly codeFor?: CodeFor;
  /** True where whoever tries a password learns that an address waits for its code; Cognito tells it only to who has the password. */
  readonly tellsStrangersOfWaiting?: boolean;
  /** A driver whose password is their own already; without one the journey says what it leaves out. */
  readonly driver?: { readonly username: string; readonly password: string };
  readonly report?: (leg: string) => void;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** What a member of staff does with an account, from registration to a lost telephone, over HTTP and nothing else. */
export async function accountsJourney(baseUrl: string, options: AccountsOptions): Promise<void> {
  const { now, codeFor, driver, tellsStrangersOfWaiting = false, report = () => {} } = options;
  const send = sender(baseUrl);
  if (codeFor === undefined) return report('left out: no mailbox is read here, so no account can be confirmed');
  const email = `ana.${now()}@fletes.mx`;
  await registrationLeg(send, email, codeFor, tellsStrangersOfWaiting);
  report('registered and confirmed');
  await profileLeg(send, { email, password: PASSWORD });
  report('profile read and changed');
  await logoutLeg(send, { email, password: PASSWORD });
  report('signed out');
  await resetLeg(send, email, codeFor);
  report('password forgotten and set anew');
  const account = { email, password: OTHER_PASSWORD };
  await removalLeg(send, account, now);
  report('authenticator app enrolled and removed');
  await recoveryLeg(send, account, now);
  report('authenticator app lost and sign-in recovered');
  await limitLeg(send, `nadie.${now()}@fletes.mx`);
  report('recovery limited');
  if (driver === undefined) return report('left out: no driver is known here, so none can refresh');
  await driverLeg(send, driver);
  report('driver’s session renewed');
}

async function registrationLeg(
  send: Send,
  email: string,
  codeFor: CodeFor,
  tellsStrangersOfWaiting: boolean,
): Promise<void> {
  const body = { email, password: PASSWORD, name: 'Ana Treviño', phone: '8112345678' };
  const weak = await expectStatus(400, send('POST /auth/register', { body: { ...body, password: 'corto' } }));
  assert.equal(textAt(weak, 'field'), 'password');
  const fresh = await expectStatus(201, send('POST /auth/register', { body }));
  const again = await expectStatus(201, send('POST /auth/register', { body }));
  assert.deepEqual(again, fresh, 'an address that waits must answer as one that is new');
  const login = (password: string) => send('POST /auth/login', { body: { email, password } });
  assert.equal(textAt(await expectStatus(401, login(PASSWORD)), 'error'), 'ACCOUNT_NOT_CONFIRMED');
  const toStrangers = tellsStrangersOfWaiting ? 'ACCOUNT_NOT_CONFIRMED' : 'INVALID_CREDENTIALS';
  assert.equal(textAt(await expectStatus(401, login(OTHER_PASSWORD)), 'error'), toStrangers);
  const code = await codeFor(email, 'registration');
  const wrong = code === '000000' ? '111111' : '000000';
  const confirm = (sent: string) => send('POST /auth/register/confirm', { body: { email, code: sent } });
  assert.equal(textAt(await expectStatus(400, confirm(wrong)), 'field'), 'code');
  await expectStatus(200, confirm(code));
  await expectStatus(200, login(PASSWORD));
  const taken = await expectStatus(201, send('POST /auth/register', { body }));
  assert.deepEqual(taken, fresh, 'an address that is taken must answer as one that is new');
}

const signIn = (send: Send, body: Account) => expectStatus(200, send('POST /auth/login', { body }));

async function profileLeg(send: Send, account: Account): Promise<void> {
  const token = textAt(await signIn(send, account), 'tokens.accessToken');
  const { mfaEnabled, ...profile } = await expectStatus(200, send('GET /users/me', { token }));
  assert.deepEqual(
    [profile.name, profile.phone, profile.email, mfaEnabled],
    ['Ana Treviño', '8112345678', account.email, false],
  );
  assert.deepEqual(await expectStatus(200, send('PUT /users/me', { token, body: {} })), profile);
  const body = { name: 'Ana María Treviño', email: 'other@fletes.mx' };
  const changed = await expectStatus(200, send('PUT /users/me', { token, body }));
  assert.deepEqual(changed, { ...profile, name: 'Ana María Treviño', updatedAt: changed.updatedAt });
  const refused = await expectStatus(400, send('PUT /users/me', { token, body: { phone: 8_112_345_678 } }));
  assert.equal(textAt(refused, 'field'), 'phone');
}

async function logoutLeg(send: Send, account: Account): Promise<void> {
  const refreshToken = textAt(await signIn(send, account), 'tokens.refreshToken');
  await expectStatus(200, send('POST /auth/refresh', { body: { refreshToken } }));
  const answer = await send('POST /auth/logout', { body: { refreshToken } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0')).length, 3);
  await expectStatus(401, send('POST /auth/refresh', { body: { refreshToken } }));
  await expectStatus(200, send('POST /auth/logout', { body: { refreshToken } }));
  await expectStatus(200, send('POST /auth/logout'));
}

async function resetLeg(send: Send, email: string, codeFor: CodeFor): Promise<void> {
  const session = await signIn(send, { email, password: PASSWORD });
  const forgot = (address: string) =>
    expectStatus(200, send('POST /auth/password/forgot', { body: { email: address } }));
  assert.deepEqual(await forgot(`nadie.${email}`), await forgot(email));
  const code = await codeFor(email, 'reset');
  const reset = (change: object) =>
    send('POST /auth/password/reset', { body: { email, code, newPassword: OTHER_PASSWORD, ...change } });
  assert.equal(textAt(await expectStatus(400, reset({ newPassword: 'corto' })), 'field'), 'newPassword');
  const wrong = code === '000000' ? '111111' : '000000';
  assert.equal(textAt(await expectStatus(400, reset({ code: wrong })), 'field'), 'code');
  await expectStatus(200, reset({}));
  await expectStatus(400, reset({}));
  await expectStatus(401, send('POST /auth/login', { body: { email, password: PASSWORD } }));
  const refreshToken = textAt(session, 'tokens.refreshToken');
  await expectStatus(401, send('POST /auth/refresh', { body: { refreshToken } }));
  const renewed = textAt(await signIn(send, { email, password: OTHER_PASSWORD }), 'tokens.refreshToken');
  await expectStatus(200, send('POST /auth/refresh', { body: { refreshToken: renewed } }));
}

/** Enrols an authenticator app with a code of the present half minute, and answers its secret. */
async function enrol(send: Send, token: string, now: () => number): Promise<string> {
  const secret = textAt(await expectStatus(200, send('POST /users/me/mfa/setup', { token })), 'secret');
  await expectStatus(200, send('POST /users/me/mfa/confirm', { token, body: { code: totp(secret, now()) } }));
  const profile = await expectStatus(200, send('GET /users/me', { token }));
  assert.equal(profile.mfaEnabled, true);
  return secret;
}

/** The app's secret must be a new one from now on. */
async function refusesOldSecret(send: Send, token: string, secret: string, now: () => number): Promise<void> {
  const body = { code: totp(secret, now()) };
  const refused = await expectStatus(400, send('POST /users/me/mfa/confirm', { token, body }));
  assert.equal(textAt(refused, 'field'), 'code');
  const profile = await expectStatus(200, send('GET /users/me', { token }));
  assert.equal(profile.mfaEnabled, false);
}

async function removalLeg(send: Send, account: Account, now: () => number): Promise<void> {
  const token = textAt(await signIn(send, account), 'tokens.accessToken');
  const secret = await enrol(send, token, now);
  const remove = (code: string) => send('DELETE /users/me/mfa', { token, body: { code } });
  const code = totp(secret, now() + 30_000);
  const wrong = code === '000000' ? '111111' : '000000';
  assert.equal(textAt(await expectStatus(400, remove(wrong)), 'field'), 'code');
  await expectStatus(200, remove(code));
  await refusesOldSecret(send, token, secret, now);
  textAt(await signIn(send, account), 'tokens.accessToken');
}

async function recoveryLeg(send: Send, account: Account, now: () => number): Promise<void> {
  const session = await signIn(send, account);
  const token = textAt(session, 'tokens.accessToken');
  const created = await expectStatus(
    201,
    send('POST /teams', { token, body: { name: 'Fletes Treviño', address: ADDRESS } }),
  );
  const team = `GET /teams/${textAt(created, 'team.teamId')}`;
  const secret = await enrol(send, token, now);
  assert.equal(textAt(await signIn(send, account), 'challenge'), 'SOFTWARE_TOKEN_MFA');
  const wrong = { ...account, password: PASSWORD };
  assert.equal(
    textAt(await expectStatus(401, send('POST /auth/mfa/recover', { body: wrong })), 'error'),
    'INVALID_CREDENTIALS',
  );
  await expectStatus(200, send(team, { token }));
  const recovered = await expectStatus(200, send('POST /auth/mfa/recover', { body: account }));
  const newToken = textAt(recovered, 'tokens.accessToken');
  assert.equal(textAt(recovered, 'user.email'), account.email);
  await expectStatus(401, send(team, { token }));
  await expectStatus(200, send(team, { token: newToken }));
  for (const [status, tokens] of [
    [401, session],
    [200, recovered],
  ] as const) {
    const refreshToken = textAt(tokens, 'tokens.refreshToken');
    await expectStatus(status, send('POST /auth/refresh', { body: { refreshToken } }));
  }
  await refusesOldSecret(send, newToken, secret, now);
  textAt(await signIn(send, account), 'tokens.accessToken');
}

async function limitLeg(send: Send, email: string): Promise<void> {
  const recover = () => send('POST /auth/mfa/recover', { body: { email, password: PASSWORD } });
  for (let nth = 1; nth <= 5; nth += 1) await expectStatus(401, recover());
  const limited = await recover();
  assert.equal(limited.status, 429);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
}

async function driverLeg(send: Send, body: { username: string; password: string }): Promise<void> {
  const signedIn = await expectStatus(200, send('POST /auth/drivers/login', { body }));
  const refreshToken = textAt(signedIn, 'tokens.refreshToken');
  const renewed = await expectStatus(200, send('POST /auth/drivers/refresh', { body: { refreshToken } }));
  assert.equal(textAt(renewed, 'driver.username'), body.username);
  await expectStatus(200, send('GET /drivers/me', { token: textAt(renewed, 'tokens.accessToken') }));
  await expectStatus(401, send('POST /auth/refresh', { body: { refreshToken } }));
  await expectStatus(200, send('POST /auth/logout', { body: { refreshToken } }));
  await expectStatus(401, send('POST /auth/drivers/refresh', { body: { refreshToken } }));
}
