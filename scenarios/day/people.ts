import type { Fleet } from '../../client/src/index';
import { totp } from '../../test/support/totp';
import { challengeOf, DRIVERS_PASSWORD, nextCode } from '../people';
import type { Teller } from '../print/teller';
import {
  answerMfa,
  chooseDriverPassword,
  confirmMfa,
  confirmRegistration,
  readOwnDriver,
  register,
  setUpMfa,
  signIn,
  signInDriver,
} from '../steps/accounts';

/** Registers a new dispatcher, enrols an authenticator app, and signs in with it; answers the client that she is signed in with. */
export async function dispatcherSignsIn(teller: Teller): Promise<Fleet> {
  teller.chapter('A dispatcher signs up, with an authenticator app');
  const mariana = teller.somebody();
  const email = `mariana.${Date.now().toString(36)}@fletes.example`;
  const account = { email, password: 'Ruta-57-al-Norte' };
  await teller.tell(
    201,
    register(mariana, { email, name: 'Mariana Cantú', phone: '8112223344' }),
    () => `An account waits for the code mailed to ${email}`,
  );
  await teller.tell(
    200,
    confirmRegistration(mariana, { ...account, code: await teller.server.mailedCode(email) }),
    () => 'The code out of the mail confirms the address, and the password that came with it is set',
  );
  await teller.tell(200, signIn(mariana, account), () => 'Signed in by password; the first sign-in made her profile');
  const secret = await enrol(teller, mariana, account.password);
  const challenged = await teller.tell(200, signIn(mariana, account), (answer) =>
    'challenge' in answer ? `The password alone is no longer enough: ${answer.challenge}` : answer.message,
  );
  await teller.tell(
    200,
    answerMfa(mariana, { session: challengeOf(challenged), username: email, code: nextCode(secret) }),
    () => 'Signed in by password and code; no code is taken twice',
  );
  return mariana;
}

async function enrol(teller: Teller, fleet: Fleet, password: string): Promise<string> {
  const { secret } = await teller.tell(
    200,
    setUpMfa(fleet, { password }),
    () => 'A secret for the authenticator app, as a QR code shows it',
  );
  await teller.tell(
    200,
    confirmMfa(fleet, totp(secret, Date.now())),
    () => 'The app’s first code: from now on sign-in asks for one',
  );
  return secret;
}

/** The driver signs in with the temporary password and chooses another; answers the client of his app. */
export async function driverSignsIn(
  teller: Teller,
  { username, temporaryPassword: password }: { username: string; temporaryPassword: string },
): Promise<Fleet> {
  teller.chapter('The driver opens the app');
  const app = teller.somebody();
  const challenged = await teller.tell(200, signInDriver(app, { username, password }), (answer) =>
    'challenge' in answer
      ? `${username} signs in once with the temporary password: ${answer.challenge}`
      : answer.message,
  );
  await teller.tell(
    200,
    chooseDriverPassword(app, { session: challengeOf(challenged), username, newPassword: DRIVERS_PASSWORD }),
    () => 'A password of his own; his token names team and driver',
  );
  await teller.tell(
    200,
    readOwnDriver(app),
    ({ driver }) => `${driver.name}: app access INVITED → ${driver.appAccessStatus}`,
  );
  return app;
}
