import type { Fleet } from '../client/src/index';
import { totp } from '../test/support/totp';
import type { Api } from './api';
import { present, succeed } from './expect';
import { chooseDriverPassword, confirmMfa, setUpMfa, signIn, signInDriver } from './steps/accounts';
import type { Desk } from './steps/desk';
import { changeAppAccess } from './steps/fleet';

/** The password of all seeded accounts. */
export const PASSWORD = 'Demo-2026-Flota';
export const DRIVERS_PASSWORD = 'Camino-Largo-77';

const STEP_OF_CODES_MS = 30_000;

/** Signs in by the password alone. */
export async function signedIn({ client, named }: Pick<Api, 'client' | 'named'>, email: string, password = PASSWORD) {
  const fleet = client();
  const answer = await named('without app', () => succeed(signIn(fleet, { email, password })));
  if (!('user' in answer)) throw new Error(`${email} is asked for a code of an authenticator app.`);
  return fleet;
}

/** The session of a sign-in that asks for more. */
export const challengeOf = (answer: object | { readonly session: string }): string =>
  present('session' in answer ? answer.session : undefined, 'challenge');

/** Invites a driver to the app and signs in there for the first time. */
export async function openApp({ client }: Pick<Api, 'client'>, desk: Desk, driverId: string) {
  const { username, temporaryPassword } = await succeed(changeAppAccess(desk, driverId, 'INVITE'));
  const app = client();
  const password = present(temporaryPassword, 'temporary password');
  const session = challengeOf(await succeed(signInDriver(app, { username, password })));
  await succeed(chooseDriverPassword(app, { session, username, newPassword: DRIVERS_PASSWORD }));
  return { app, username };
}

/** Enrols an authenticator app; answers its secret. */
export async function enrol(fleet: Fleet): Promise<string> {
  const { secret } = await succeed(setUpMfa(fleet));
  await succeed(confirmMfa(fleet, totp(secret, Date.now())));
  return secret;
}

/** The code after the present one: the code that confirmed the enrolment cannot be used again, and a clock may be one code ahead. */
export const nextCode = (secret: string): string => totp(secret, Date.now() + STEP_OF_CODES_MS);
