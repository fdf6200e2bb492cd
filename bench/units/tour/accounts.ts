import { DEMO, DEMO_PASSWORD } from '../../../local/seed/demo';
import { textAt } from '../../../test/journeys/http';
import { totp } from '../../../test/support/totp';
import type { Recorder } from '../recorder';
import { signedIn } from './party';

const PASSWORD = 'Camino-Largo-77';
const OTHER_PASSWORD = 'Camino-Corto-88';

/** Operations without a team: accounts of staff and drivers, health and document. */
export async function accountsTour(recorder: Recorder, mark: string): Promise<void> {
  const { send } = bound(recorder);
  await send('GET /health');
  await send('GET /openapi.json');
  const email = `medida.${mark}@fletes.mx`;
  await send('POST /auth/register', { body: { email, password: PASSWORD, name: 'Ana Treviño' } });
  await send('POST /auth/register/confirm', { body: { email, code: await mailedCode(recorder, email) } });
  await send('POST /auth/password/forgot', { body: { email } });
  const reset = { email, code: await mailedCode(recorder, email), newPassword: OTHER_PASSWORD };
  await send('POST /auth/password/reset', { body: reset });
  await sessionLeg(recorder, email);
  await authenticatorLeg(recorder, email);
  await driverLeg(recorder);
}

const bound = (recorder: Recorder) => ({ send: recorder.send.bind(recorder) });

async function mailedCode(recorder: Recorder, email: string): Promise<string> {
  return textAt(await recorder.send(`GET /_local/outbox?to=${encodeURIComponent(email)}`), 'messages.0.code');
}

async function sessionLeg(recorder: Recorder, email: string): Promise<void> {
  const { send } = bound(recorder);
  // The first sign-in creates the profile and costs more than later ones.
  const first = { email, password: OTHER_PASSWORD };
  const session = await send('POST /auth/login', { body: first, as: 'for the first time' });
  const token = textAt(session, 'tokens.accessToken');
  await send('GET /users/me', { token });
  await send('PUT /users/me', { token, body: { phone: '8112345678' } });
  const refreshToken = textAt(session, 'tokens.refreshToken');
  await send('POST /auth/refresh', { body: { refreshToken } });
  await send('POST /auth/logout', { body: { refreshToken } });
}

async function authenticatorLeg(recorder: Recorder, email: string): Promise<void> {
  const { send } = bound(recorder);
  const account = { email, password: OTHER_PASSWORD };
  let token = await signedIn(recorder, email, OTHER_PASSWORD);
  const first = await enrolled(recorder, token);
  await send('DELETE /users/me/mfa', { token, body: { code: totp(first, Date.now() + 30_000) } });
  token = await signedIn(recorder, email, OTHER_PASSWORD);
  const second = await enrolled(recorder, token);
  const challenge = await send('POST /auth/login', { body: account });
  const answer = { session: textAt(challenge, 'session'), username: email, code: totp(second, Date.now() + 30_000) };
  await send('POST /auth/mfa/respond', { body: answer });
  await send('POST /auth/mfa/recover', { body: account });
}

async function enrolled(recorder: Recorder, token: string): Promise<string> {
  const { send } = bound(recorder);
  const secret = textAt(await send('POST /users/me/mfa/setup', { token }), 'secret');
  await send('POST /users/me/mfa/confirm', { token, body: { code: totp(secret, Date.now()) } });
  return secret;
}

async function driverLeg(recorder: Recorder): Promise<void> {
  const { send } = bound(recorder);
  const [{ username = '' }] = DEMO.drivers;
  const session = await send('POST /auth/drivers/login', { body: { username, password: DEMO_PASSWORD } });
  const refreshToken = textAt(session, 'tokens.refreshToken');
  const renewed = await send('POST /auth/drivers/refresh', { body: { refreshToken } });
  const token = textAt(renewed, 'tokens.accessToken');
  await send('GET /drivers/me', { token });
  await send('PATCH /drivers/me', { token, body: { bloodType: 'O+' } });
  await send('GET /drivers/me/trips', { token });
}
