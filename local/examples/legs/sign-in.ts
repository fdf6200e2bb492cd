import { totp } from '../../../test/support/totp';
import { DEMO, DEMO_PASSWORD } from '../../seed/demo';
import { goOn } from '../clock';
import { type Recorder, textIn } from '../recorder';

const CODES_MS = 30_000;
const MARIANA = { email: 'mariana.cantu@fletes.example', password: 'Ruta-57-al-Norte' };
export type MailedCode = (email: string) => Promise<string>;

/** The owner and the demo driver sign in: they call from then on. Answers their refresh tokens. */
export async function signIn(recorder: Recorder): Promise<{ staff: string; drivers: string }> {
  const [owner] = DEMO.members;
  const [{ username }] = DEMO.drivers;
  const staff = await recorder.call('login', { body: { email: owner.email, password: DEMO_PASSWORD } });
  const drivers = await recorder.call('loginDriver', { body: { username, password: DEMO_PASSWORD } });
  recorder.signedIn({ staff: textIn(staff, 'tokens.accessToken'), drivers: textIn(drivers, 'tokens.accessToken') });
  return { staff: textIn(staff, 'tokens.refreshToken'), drivers: textIn(drivers, 'tokens.refreshToken') };
}

export async function signInLeg(recorder: Recorder): Promise<void> {
  const { staff, drivers } = await signIn(recorder);
  await recorder.call('refresh', { body: { refreshToken: staff } });
  await recorder.call('refreshDriver', { body: { refreshToken: drivers } });
  const [{ email }] = DEMO.members;
  await recorder.refused('INVALID_CREDENTIALS', 'login', { body: { email, password: 'not-it' } });
  await recorder.refused('UNAUTHENTICATED', 'listTeams', { token: undefined });
}

/** A newcomer registers, enrols an authenticator app, loses it, and takes a new password; answers the access token. */
export async function newcomerLeg(recorder: Recorder, mailedCode: MailedCode): Promise<string> {
  const { email } = MARIANA;
  await recorder.call('register', { body: { ...MARIANA, name: 'Mariana Cantú', phone: '8112223344' } });
  await recorder.refused('ACCOUNT_NOT_CONFIRMED', 'login', { body: MARIANA });
  await recorder.call('confirmRegistration', { body: { email, code: await mailedCode(email) } });
  const first = await recorder.call('login', { body: MARIANA });
  const token = textIn(first, 'tokens.accessToken');
  const code = await enrol(recorder, token);
  const challenged = await recorder.call('login', { body: MARIANA });
  const answer = { session: textIn(challenged, 'session'), username: email };
  await recorder.refused('INVALID_CODE', 'respondToMfa', { body: { ...answer, code: wrong(code()) } });
  const again = await recorder.call('login', { body: MARIANA });
  const signedIn = await recorder.call('respondToMfa', {
    body: { session: textIn(again, 'session'), username: email, code: code() },
  });
  await recorder.call('removeMfa', { token: textIn(signedIn, 'tokens.accessToken'), body: { code: code() } });
  await enrol(recorder, textIn(signedIn, 'tokens.accessToken'));
  await recorder.call('recoverMfa', { body: MARIANA });
  await recorder.call('forgotPassword', { body: { email } });
  const reset = { email, code: await mailedCode(email), newPassword: 'Ruta-85-al-Sur' };
  await recorder.call('resetPassword', { body: reset });
  goOn(CODES_MS);
  const account = { email, password: reset.newPassword };
  const { tokens } = await recorder.call('login', { body: account });
  await recorder.call('logout', { body: { refreshToken: textIn({ tokens }, 'tokens.refreshToken') } });
  return textIn(await recorder.call('login', { body: account }), 'tokens.accessToken');
}

/** Enrols an authenticator app, and answers what it shows next. */
async function enrol(recorder: Recorder, token: string): Promise<() => string> {
  const secret = textIn(await recorder.call('setUpMfa', { token }), 'secret');
  const next = () => {
    goOn(CODES_MS);
    return totp(secret, Date.now());
  };
  await recorder.call('confirmMfa', { token, body: { code: next() } });
  return next;
}

const wrong = (code: string): string => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));

/** Too many tries to take the factor off. */
export async function patienceLeg(recorder: Recorder): Promise<void> {
  const nobody = { body: { email: 'nobody@fletes.example', password: 'Not-the-1-password' } };
  for (let count = 0; count < 5; count += 1) await recorder.refused('INVALID_CREDENTIALS', 'recoverMfa', nobody);
  await recorder.refused('TOO_MANY_REQUESTS', 'recoverMfa', nobody);
}
