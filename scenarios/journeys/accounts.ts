import assert from 'node:assert/strict';
import type { Fleet } from '../../client/src/index';
import { ADDRESS, type CodeFor } from '../../test/journeys/sign-in';
import { totp } from '../../test/support/totp';
import { expectRefused, expectSame, expectStatus, somebodyAt, tokensOf, type Untyped, untypedAt } from '../expect';
import { signedIn } from '../people';
import {
  changeProfile,
  confirmMfa,
  confirmRegistration,
  forgotPassword,
  readOwnDriver,
  readProfile,
  recoverMfa,
  refresh,
  refreshDriver,
  register,
  removeMfa,
  resetPassword,
  setUpMfa,
  signIn,
  signInDriver,
  signOut,
} from '../steps/accounts';
import { createTeam, readTeam } from '../steps/teams';

const PASSWORD = 'Camino-Largo-77';
const OTHER_PASSWORD = 'Camino-Corto-88';

interface AccountsOptions {
  /** The clock by which codes of the authenticator app are made; the deployed pool's own is the machine's. */
  readonly now: () => number;
  /** The code in the newest mail to an address. Without it no address can be confirmed, and the journey reports the parts that it leaves out. */
  readonly codeFor?: CodeFor;
  /** True where any password reveals that an address waits for its code; Cognito reveals it only with the right one, which is unknown. */
  readonly tellsStrangersOfWaiting?: boolean;
  /** A driver whose password is their own already; without one the journey says what it leaves out. */
  readonly driver?: { readonly username: string; readonly password: string };
  readonly report?: (leg: string) => void;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Makes a client for each device of a sign-in. */
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
  await factorLeg(device, account, now, codeFor);
  report('password set anew, and the authenticator app still asked for');
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
  const registered = (password = OTHER_PASSWORD, name = 'Una Extraña') => register(ana, { email, password, name });
  await expectRefused('400 VALIDATION_FAILED', registered('corto'), 'password');
  const fresh = await expectStatus(201, registered());
  expectSame(await expectStatus(201, registered()), fresh, 'an address that waits must answer as one that is new');
  const toStrangers = tellsStrangersOfWaiting ? 'ACCOUNT_NOT_CONFIRMED' : 'INVALID_CREDENTIALS';
  await expectRefused(`401 ${toStrangers}`, signIn(ana, { email, password: OTHER_PASSWORD }));
  const code = await codeFor(email, 'registration');
  const owner = { email, code, password: PASSWORD, name: 'Ana Treviño', phone: '8112345678' };
  const wrongCode = confirmRegistration(ana, { ...owner, code: otherThan(code) });
  await expectRefused('400 VALIDATION_FAILED', wrongCode, 'code');
  await expectRefused('400 VALIDATION_FAILED', confirmRegistration(ana, { ...owner, password: 'corto' }), 'password');
  await expectStatus(200, confirmRegistration(ana, owner));
  await expectRefused('401 INVALID_CREDENTIALS', signIn(ana, { email, password: OTHER_PASSWORD }));
  await expectStatus(200, signIn(ana, { email, password: PASSWORD }));
  expectSame(await expectStatus(201, registered()), fresh, 'an address that is taken must answer as one that is new');
}

const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000');

async function profileLeg(device: Device, account: Account, untyped: Untyped): Promise<void> {
  const ana = await signedIn(device(), account.email, account.password);
  const { mfaEnabled, ...profile } = await expectStatus(200, readProfile(ana));
  expectSame(
    [profile.name, profile.phone, profile.email, mfaEnabled],
    ['Ana Treviño', '8112345678', account.email, false],
  );
  expectSame(await expectStatus(200, changeProfile(ana, {})), profile);
  // What the system keeps is passed over.
  const changes = { name: 'Ana María Treviño', email: 'other@fletes.mx' };
  const changed = await expectStatus(200, changeProfile(ana, changes));
  expectSame(changed, { ...profile, name: 'Ana María Treviño', updatedAt: changed.updatedAt });
  const asNumber = untyped(ana).PUT('/users/me', { body: { phone: 8_112_345_678 } });
  await expectRefused('400 VALIDATION_FAILED', asNumber, 'phone');
}

async function logoutLeg(device: Device, account: Account): Promise<void> {
  const ana = await signedIn(device(), account.email, account.password);
  const { refreshToken } = tokensOf(ana);
  await expectStatus(200, refresh(device(), refreshToken));
  const { response } = await signOut(ana, refreshToken);
  assert.equal(response.status, 200);
  assert.equal(response.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0')).length, 5);
  assert.equal(ana.session, undefined);
  await expectRenewal(device, refreshToken, 401);
  await expectStatus(200, signOut(ana, refreshToken));
  await expectStatus(200, signOut(ana));
}

async function resetLeg(device: Device, email: string, codeFor: CodeFor): Promise<void> {
  const before = await signedIn(device(), email, PASSWORD);
  const ana = device();
  const unknown = await expectStatus(200, forgotPassword(ana, `nadie.${email}`));
  expectSame(unknown, await expectStatus(200, forgotPassword(ana, email)));
  const code = await codeFor(email, 'reset');
  const reset = (change: { newPassword?: string; code?: string } = {}) =>
    resetPassword(ana, { email, code, newPassword: OTHER_PASSWORD, ...change });
  await expectRefused('400 VALIDATION_FAILED', reset({ newPassword: 'corto' }), 'newPassword');
  await expectRefused('400 VALIDATION_FAILED', reset({ code: otherThan(code) }), 'code');
  await expectStatus(200, reset());
  await expectRefused('400 VALIDATION_FAILED', reset());
  await expectRefused('401 INVALID_CREDENTIALS', signIn(ana, { email, password: PASSWORD }));
  await expectRenewal(device, tokensOf(before).refreshToken, 401);
  const after = await signedIn(device(), email, OTHER_PASSWORD);
  await expectRenewal(device, tokensOf(after).refreshToken, 200);
}

/** Whether a refresh token is good still. */
async function expectRenewal(device: Device, refreshToken: string, status: 200 | 401): Promise<void> {
  const renewed = await refresh(device(), refreshToken);
  assert.equal(renewed.response.status, status);
}

/** Enrols an authenticator app with a code of the present half minute, and answers its secret. */
async function enrolAt(fleet: Fleet, password: string, now: () => number): Promise<string> {
  const { secret } = await expectStatus(200, setUpMfa(fleet, { password }));
  await expectStatus(200, confirmMfa(fleet, totp(secret, now())));
  assert.equal((await expectStatus(200, readProfile(fleet))).mfaEnabled, true);
  return secret;
}

/** The app's secret must be a new one from now on. */
async function refusesOldSecret(fleet: Fleet, secret: string, now: () => number): Promise<void> {
  const old = confirmMfa(fleet, totp(secret, now()));
  await expectRefused('400 VALIDATION_FAILED', old, 'code');
  assert.equal((await expectStatus(200, readProfile(fleet))).mfaEnabled, false);
}

/** A mailed code sets a password. It does not take the place of the authenticator app. */
async function factorLeg(device: Device, account: Account, now: () => number, codeFor: CodeFor): Promise<void> {
  const { email, password } = account;
  await enrolAt(await signedIn(device(), email, password), password, now);
  await expectStatus(200, forgotPassword(device(), email));
  const code = await codeFor(email, 'reset');
  await expectStatus(200, resetPassword(device(), { email, code, newPassword: password }));
  const challenged = await expectStatus(200, signIn(device(), account));
  assert.equal('challenge' in challenged && challenged.challenge, 'SOFTWARE_TOKEN_MFA');
  assert.equal('tokens' in challenged, false);
  await expectStatus(200, recoverMfa(device(), account));
}

async function removalLeg(device: Device, account: Account, now: () => number): Promise<void> {
  const ana = await signedIn(device(), account.email, account.password);
  const secret = await enrolAt(ana, account.password, now);
  const code = totp(secret, now() + 30_000);
  const { password } = account;
  await expectRefused('401 INVALID_CREDENTIALS', removeMfa(ana, { code, password: PASSWORD }));
  await expectRefused('400 VALIDATION_FAILED', removeMfa(ana, { code: otherThan(code), password }), 'code');
  await expectStatus(200, removeMfa(ana, { code, password }));
  await refusesOldSecret(ana, secret, now);
  await signedIn(device(), account.email, account.password);
}

async function recoveryLeg(device: Device, account: Account, now: () => number): Promise<void> {
  const lost = await signedIn(device(), account.email, account.password);
  const named = { name: 'Fletes Treviño', address: ADDRESS };
  const { team } = await expectStatus(201, createTeam(lost, named));
  const read = (fleet: Fleet) => readTeam({ fleet, teamId: team.teamId });
  const secret = await enrolAt(lost, account.password, now);
  const challenged = await expectStatus(200, signIn(device(), account));
  assert.equal('challenge' in challenged && challenged.challenge, 'SOFTWARE_TOKEN_MFA');
  const found = device();
  const recover = (password: string) => recoverMfa(found, { ...account, password });
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
  await signedIn(device(), account.email, account.password);
}

async function limitLeg(nobody: Fleet, email: string): Promise<void> {
  const recover = () => recoverMfa(nobody, { email, password: PASSWORD });
  for (let nth = 1; nth <= 5; nth += 1) await expectRefused('401 INVALID_CREDENTIALS', recover());
  const limited = await expectRefused('429 TOO_MANY_REQUESTS', recover());
  assert.ok(Number(limited.retryAfter) > 0);
}

async function driverLeg(device: Device, body: { username: string; password: string }): Promise<void> {
  const app = device();
  await expectStatus(200, signInDriver(app, body));
  const { refreshToken } = tokensOf(app);
  const renewed = device();
  assert.equal((await expectStatus(200, refreshDriver(renewed, refreshToken))).driver.username, body.username);
  await expectStatus(200, readOwnDriver(renewed));
  await expectRenewal(device, refreshToken, 401);
  await expectStatus(200, signOut(app, refreshToken));
  assert.equal((await refreshDriver(renewed, refreshToken)).response.status, 401);
}
