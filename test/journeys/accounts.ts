import assert from 'node:assert/strict';
import type { Fleet } from '../../client/src/index';
import { expectRefused, expectSame, expectStatus, somebodyAt, type Untyped, untypedAt } from '../../scenarios/expect';
import { totp } from '../support/totp';
import { tokensOf } from './people';
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

/** Makes a client for each device that somebody signs in at. */
type Device = () => Fleet;

/** What a member of staff does with an account, from registration to a lost telephone, over HTTP and nothing else. */
export async function accountsJourney(baseUrl: string, options: AccountsOptions): Promise<void> {
  const { now, codeFor, driver, tellsStrangersOfWaiting = false, report = () => {} } = options;
  const device: Device = () => somebodyAt(baseUrl);
  if (codeFor === undefined) return report('left out: no mailbox is read here, so no account can be confirmed');
  const email = `ana.${now()}@fletes.mx`;
  await registrationLeg(device(), email, codeFor, tellsStrangersOfWaiting);
  report('registered and confirmed');
  await profileLeg(device, { email, password: PASSWORD }, untypedAt(baseUrl));
  report('profile read and changed');
  await logoutLeg(device, { email, password: PASSWORD });
  report('signed out');
  await resetLeg(device, email, codeFor);
  report('password forgotten and set anew');
  const account = { email, password: OTHER_PASSWORD };
  await removalLeg(device, account, now);
  report('authenticator app enrolled and removed');
  await recoveryLeg(device, account, now);
  report('authenticator app lost and sign-in recovered');
  await limitLeg(device(), `nadie.${now()}@fletes.mx`);
  report('recovery limited');
  if (driver === undefined) return report('left out: no driver is known here, so none can refresh');
  await driverLeg(device, driver);
  report('driver’s session renewed');
}

async function registrationLeg(
  ana: Fleet,
  email: string,
  codeFor: CodeFor,
  tellsStrangersOfWaiting: boolean,
): Promise<void> {
  const register = (password = PASSWORD) =>
    ana.POST('/auth/register', { body: { email, password, name: 'Ana Treviño', phone: '8112345678' } });
  await expectRefused('400 VALIDATION_FAILED', register('corto'), 'password');
  const fresh = await expectStatus(201, register());
  expectSame(await expectStatus(201, register()), fresh, 'an address that waits must answer as one that is new');
  const login = (password: string) => ana.POST('/auth/login', { body: { email, password } });
  await expectRefused('401 ACCOUNT_NOT_CONFIRMED', login(PASSWORD));
  const toStrangers = tellsStrangersOfWaiting ? 'ACCOUNT_NOT_CONFIRMED' : 'INVALID_CREDENTIALS';
  await expectRefused(`401 ${toStrangers}`, login(OTHER_PASSWORD));
  const code = await codeFor(email, 'registration');
  const confirm = (sent: string) => ana.POST('/auth/register/confirm', { body: { email, code: sent } });
  await expectRefused('400 VALIDATION_FAILED', confirm(otherThan(code)), 'code');
  await expectStatus(200, confirm(code));
  await expectStatus(200, login(PASSWORD));
  expectSame(await expectStatus(201, register()), fresh, 'an address that is taken must answer as one that is new');
}

const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000');

const login = (fleet: Fleet, body: Account) => expectStatus(200, fleet.POST('/auth/login', { body }));

/** Signs in by password alone, on a device of its own. */
async function signedIn(device: Device, account: Account): Promise<Fleet> {
  const fleet = device();
  assert.ok('tokens' in (await login(fleet, account)), 'a code of an authenticator app is asked for');
  return fleet;
}

async function profileLeg(device: Device, account: Account, untyped: Untyped): Promise<void> {
  const ana = await signedIn(device, account);
  const { mfaEnabled, ...profile } = await expectStatus(200, ana.GET('/users/me'));
  expectSame(
    [profile.name, profile.phone, profile.email, mfaEnabled],
    ['Ana Treviño', '8112345678', account.email, false],
  );
  const put = (body: { name?: string }) => ana.PUT('/users/me', { body });
  expectSame(await expectStatus(200, put({})), profile);
  // What the system keeps is passed over.
  const changes = { name: 'Ana María Treviño', email: 'other@fletes.mx' };
  const changed = await expectStatus(200, put(changes));
  expectSame(changed, { ...profile, name: 'Ana María Treviño', updatedAt: changed.updatedAt });
  const asNumber = untyped(ana).PUT('/users/me', { body: { phone: 8_112_345_678 } });
  await expectRefused('400 VALIDATION_FAILED', asNumber, 'phone');
}

async function logoutLeg(device: Device, account: Account): Promise<void> {
  const ana = await signedIn(device, account);
  const { refreshToken } = tokensOf(ana);
  const refresh = () => device().POST('/auth/refresh', { body: { refreshToken } });
  await expectStatus(200, refresh());
  const logout = (body?: { refreshToken: string }) => ana.POST('/auth/logout', body && { body });
  const { response } = await logout({ refreshToken });
  assert.equal(response.status, 200);
  assert.equal(response.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0')).length, 3);
  assert.equal(ana.session, undefined);
  assert.equal((await refresh()).response.status, 401);
  await expectStatus(200, logout({ refreshToken }));
  await expectStatus(200, logout());
}

async function resetLeg(device: Device, email: string, codeFor: CodeFor): Promise<void> {
  const before = await signedIn(device, { email, password: PASSWORD });
  const ana = device();
  const forgot = (address: string) =>
    expectStatus(200, ana.POST('/auth/password/forgot', { body: { email: address } }));
  expectSame(await forgot(`nadie.${email}`), await forgot(email));
  const code = await codeFor(email, 'reset');
  const reset = (change: { newPassword?: string; code?: string } = {}) =>
    ana.POST('/auth/password/reset', { body: { email, code, newPassword: OTHER_PASSWORD, ...change } });
  await expectRefused('400 VALIDATION_FAILED', reset({ newPassword: 'corto' }), 'newPassword');
  await expectRefused('400 VALIDATION_FAILED', reset({ code: otherThan(code) }), 'code');
  await expectStatus(200, reset());
  await expectRefused('400 VALIDATION_FAILED', reset());
  await expectRefused('401 INVALID_CREDENTIALS', ana.POST('/auth/login', { body: { email, password: PASSWORD } }));
  await expectRenewal(device, tokensOf(before).refreshToken, 401);
  const after = await signedIn(device, { email, password: OTHER_PASSWORD });
  await expectRenewal(device, tokensOf(after).refreshToken, 200);
}

/** Whether a refresh token is good still. */
async function expectRenewal(device: Device, refreshToken: string, status: 200 | 401): Promise<void> {
  const renewed = await device().POST('/auth/refresh', { body: { refreshToken } });
  assert.equal(renewed.response.status, status);
}

/** Enrols an authenticator app with a code of the present half minute, and answers its secret. */
async function enrol(fleet: Fleet, now: () => number): Promise<string> {
  const { secret } = await expectStatus(200, fleet.POST('/users/me/mfa/setup'));
  await expectStatus(200, fleet.POST('/users/me/mfa/confirm', { body: { code: totp(secret, now()) } }));
  assert.equal((await expectStatus(200, fleet.GET('/users/me'))).mfaEnabled, true);
  return secret;
}

/** The app's secret must be a new one from now on. */
async function refusesOldSecret(fleet: Fleet, secret: string, now: () => number): Promise<void> {
  const old = fleet.POST('/users/me/mfa/confirm', { body: { code: totp(secret, now()) } });
  await expectRefused('400 VALIDATION_FAILED', old, 'code');
  assert.equal((await expectStatus(200, fleet.GET('/users/me'))).mfaEnabled, false);
}

async function removalLeg(device: Device, account: Account, now: () => number): Promise<void> {
  const ana = await signedIn(device, account);
  const secret = await enrol(ana, now);
  const remove = (code: string) => ana.DELETE('/users/me/mfa', { body: { code } });
  const code = totp(secret, now() + 30_000);
  await expectRefused('400 VALIDATION_FAILED', remove(otherThan(code)), 'code');
  await expectStatus(200, remove(code));
  await refusesOldSecret(ana, secret, now);
  await signedIn(device, account);
}

async function recoveryLeg(device: Device, account: Account, now: () => number): Promise<void> {
  const lost = await signedIn(device, account);
  const named = { name: 'Fletes Treviño', address: ADDRESS };
  const { team } = await expectStatus(201, lost.POST('/teams', { body: named }));
  const read = (who: Fleet) => who.GET('/teams/{teamId}', { params: { path: { teamId: team.teamId } } });
  const secret = await enrol(lost, now);
  const challenged = await login(device(), account);
  assert.equal('challenge' in challenged && challenged.challenge, 'SOFTWARE_TOKEN_MFA');
  const found = device();
  const recover = (password: string) => found.POST('/auth/mfa/recover', { body: { ...account, password } });
  await expectRefused('401 INVALID_CREDENTIALS', recover(PASSWORD));
  await expectStatus(200, read(lost));
  const lostRefresh = tokensOf(lost).refreshToken;
  const { user } = await expectStatus(200, recover(account.password));
  assert.equal(user.email, account.email);
  // The client asks for new tokens, is refused, and says so by ending the session.
  await expectRefused('401 UNAUTHENTICATED', read(lost));
  assert.equal(lost.session, undefined);
  await expectStatus(200, read(found));
  await expectRenewal(device, lostRefresh, 401);
  await expectRenewal(device, tokensOf(found).refreshToken, 200);
  await refusesOldSecret(found, secret, now);
  await signedIn(device, account);
}

async function limitLeg(nobody: Fleet, email: string): Promise<void> {
  const recover = () => nobody.POST('/auth/mfa/recover', { body: { email, password: PASSWORD } });
  for (let nth = 1; nth <= 5; nth += 1) await expectRefused('401 INVALID_CREDENTIALS', recover());
  const limited = await expectRefused('429 TOO_MANY_REQUESTS', recover());
  assert.ok(Number(limited.retryAfter) > 0);
}

async function driverLeg(device: Device, body: { username: string; password: string }): Promise<void> {
  const app = device();
  await expectStatus(200, app.POST('/auth/drivers/login', { body }));
  const { refreshToken } = tokensOf(app);
  const refresh = (fleet: Fleet) => fleet.POST('/auth/drivers/refresh', { body: { refreshToken } });
  const renewed = device();
  assert.equal((await expectStatus(200, refresh(renewed))).driver.username, body.username);
  await expectStatus(200, renewed.GET('/drivers/me'));
  await expectRenewal(device, refreshToken, 401);
  await expectStatus(200, app.POST('/auth/logout', { body: { refreshToken } }));
  assert.equal((await refresh(renewed)).response.status, 401);
}
