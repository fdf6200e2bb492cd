import * as v from 'valibot';
import { totp } from '../../test/support/totp';
import type { Teller } from './teller';

const Message = v.object({ message: v.string() });
const Tokens = v.object({ tokens: v.object({ accessToken: v.string() }) });
const Challenge = v.object({ challenge: v.string(), session: v.string() });

const STEP_OF_CODES_MS = 30_000;

/** Registers a dispatcher nobody has met, enrols an authenticator app, and signs in with it; answers the access token. */
export async function dispatcherSignsIn(teller: Teller): Promise<string> {
  teller.chapter('A dispatcher signs up, with an authenticator app');
  const email = `mariana.${Date.now().toString(36)}@fletes.example`;
  const account = { email, password: 'Ruta-57-al-Norte' };
  await teller.tell({
    call: 'POST /auth/register',
    body: { ...account, name: 'Mariana Cantú', phone: '8112223344' },
    status: 201,
    answer: Message,
    tells: () => `An account waits for the code mailed to ${email}`,
  });
  await teller.tell({
    call: 'POST /auth/register/confirm',
    body: { email, code: await teller.api.mailedCode(email) },
    status: 200,
    answer: Message,
    tells: () => 'The address is confirmed by the code out of the mail',
  });
  const first = await teller.tell({
    call: 'POST /auth/login',
    body: account,
    status: 200,
    answer: Tokens,
    tells: () => 'Signed in by password; the first sign-in made her profile',
  });
  const secret = await enrol(teller, first.tokens.accessToken);
  const { session } = await teller.tell({
    call: 'POST /auth/login',
    body: account,
    status: 200,
    answer: Challenge,
    tells: ({ challenge }) => `The password alone is no longer enough: ${challenge}`,
  });
  const { tokens } = await teller.tell({
    call: 'POST /auth/mfa/respond',
    // The next code of the app: the one that confirmed the enrolment is used up, and a clock may be one step ahead.
    body: { session, username: email, code: totp(secret, Date.now() + STEP_OF_CODES_MS) },
    status: 200,
    answer: Tokens,
    tells: () => 'Signed in by password and code; no code is taken twice',
  });
  return tokens.accessToken;
}

async function enrol(teller: Teller, token: string): Promise<string> {
  const { secret } = await teller.tell({
    call: 'POST /users/me/mfa/setup',
    token,
    status: 200,
    answer: v.object({ secret: v.string() }),
    tells: () => 'A secret for the authenticator app, as a QR code shows it',
  });
  await teller.tell({
    call: 'POST /users/me/mfa/confirm',
    token,
    body: { code: totp(secret, Date.now()) },
    status: 200,
    answer: Message,
    tells: () => 'The app’s first code: from now on sign-in asks for one',
  });
  return secret;
}

/** The driver signs in with the temporary password and chooses another; answers the access token. */
export async function driverSignsIn(
  teller: Teller,
  { username, temporaryPassword }: { username: string; temporaryPassword: string },
): Promise<string> {
  teller.chapter('The driver opens the app');
  const { session } = await teller.tell({
    call: 'POST /auth/drivers/login',
    body: { username, password: temporaryPassword },
    status: 200,
    answer: Challenge,
    tells: ({ challenge }) => `${username} signs in once with the temporary password: ${challenge}`,
  });
  const { tokens } = await teller.tell({
    call: 'POST /auth/drivers/new-password',
    body: { session, username, newPassword: 'Camino-Largo-77' },
    status: 200,
    answer: Tokens,
    tells: () => 'A password of his own; his token names team and driver',
  });
  await teller.tell({
    call: 'GET /drivers/me',
    token: tokens.accessToken,
    status: 200,
    answer: v.object({ driver: v.object({ name: v.string(), appAccessStatus: v.string() }) }),
    tells: ({ driver }) => `${driver.name}: app access INVITED → ${driver.appAccessStatus}`,
  });
  return tokens.accessToken;
}
