import type { Fleet } from '../../client/src/index';
import { totp } from '../../test/support/totp';
import { needed, type Teller } from './teller';

const STEP_OF_CODES_MS = 30_000;

/** Registers a dispatcher nobody has met, enrols an authenticator app, and signs in with it; answers the client she is signed in with. */
export async function dispatcherSignsIn(teller: Teller): Promise<Fleet> {
  teller.chapter('A dispatcher signs up, with an authenticator app');
  const mariana = teller.somebody();
  const email = `mariana.${Date.now().toString(36)}@fletes.example`;
  const account = { email, password: 'Ruta-57-al-Norte' };
  await teller.tell(
    201,
    mariana.POST('/auth/register', { body: { ...account, name: 'Mariana Cantú', phone: '8112223344' } }),
    () => `An account waits for the code mailed to ${email}`,
  );
  await teller.tell(
    200,
    mariana.POST('/auth/register/confirm', { body: { email, code: await teller.api.mailedCode(email) } }),
    () => 'The address is confirmed by the code out of the mail',
  );
  await teller.tell(
    200,
    mariana.POST('/auth/login', { body: account }),
    () => 'Signed in by password; the first sign-in made her profile',
  );
  const secret = await enrol(teller, mariana);
  const challenged = await teller.tell(200, mariana.POST('/auth/login', { body: account }), (answer) =>
    'challenge' in answer ? `The password alone is no longer enough: ${answer.challenge}` : answer.message,
  );
  const session = needed(sessionOf(challenged), 'a challenge');
  // The next code of the app: the one that confirmed the enrolment is used up, and a clock may be one step ahead.
  const code = totp(secret, Date.now() + STEP_OF_CODES_MS);
  await teller.tell(
    200,
    mariana.POST('/auth/mfa/respond', { body: { session, username: email, code } }),
    () => 'Signed in by password and code; no code is taken twice',
  );
  return mariana;
}

/** Of a sign-in that asks for more; undefined of one that is through. */
const sessionOf = (answer: object | { readonly session: string }): string | undefined =>
  'session' in answer ? answer.session : undefined;

async function enrol(teller: Teller, fleet: Fleet): Promise<string> {
  const { secret } = await teller.tell(
    200,
    fleet.POST('/users/me/mfa/setup'),
    () => 'A secret for the authenticator app, as a QR code shows it',
  );
  await teller.tell(
    200,
    fleet.POST('/users/me/mfa/confirm', { body: { code: totp(secret, Date.now()) } }),
    () => 'The app’s first code: from now on sign-in asks for one',
  );
  return secret;
}

/** The driver signs in with the temporary password and chooses another; answers the client of his app. */
export async function driverSignsIn(
  teller: Teller,
  { username, temporaryPassword }: { username: string; temporaryPassword: string },
): Promise<Fleet> {
  teller.chapter('The driver opens the app');
  const app = teller.somebody();
  const challenged = await teller.tell(
    200,
    app.POST('/auth/drivers/login', { body: { username, password: temporaryPassword } }),
    (answer) =>
      'challenge' in answer
        ? `${username} signs in once with the temporary password: ${answer.challenge}`
        : answer.message,
  );
  const session = needed(sessionOf(challenged), 'a challenge');
  await teller.tell(
    200,
    app.POST('/auth/drivers/new-password', { body: { session, username, newPassword: 'Camino-Largo-77' } }),
    () => 'A password of his own; his token names team and driver',
  );
  await teller.tell(
    200,
    app.GET('/drivers/me'),
    ({ driver }) => `${driver.name}: app access INVITED → ${driver.appAccessStatus}`,
  );
  return app;
}
