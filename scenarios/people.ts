import assert from 'node:assert/strict';
import type { Fleet } from '../client/src/index';
import { STEP_MS, totp } from '../test/support/totp';
import { present, succeed } from './expect';
import { chooseDriverPassword, confirmMfa, setUpMfa, signIn, signInDriver } from './steps/accounts';
import type { Desk } from './steps/desk';
import { changeAppAccess } from './steps/fleet';

/** The password of all seeded accounts. */
export const PASSWORD = 'Demo-2026-Flota';
export const DRIVERS_PASSWORD = 'Camino-Largo-77';

/** Signs in by the password alone. */
export async function signedIn(fleet: Fleet, email: string, password = PASSWORD): Promise<Fleet> {
  const answer = await succeed(signIn(fleet, { email, password }));
  assert.ok('user' in answer, 'a code of an authenticator app is asked for');
  assert.equal(answer.user.email, email);
  return fleet;
}

/** The session of a sign-in that asks for more. */
export const challengeOf = (answer: object | { readonly session: string }): string =>
  present('session' in answer ? answer.session : undefined, 'challenge');

/** Invites a driver to the app and signs in there for the first time; answers the user name. */
export async function openApp(app: Fleet, desk: Desk, driverId: string): Promise<string> {
  const invited = await succeed(changeAppAccess(desk, driverId, 'INVITE'));
  await enterApp(app, invited);
  return invited.username;
}

/** Signs in with a temporary password and replaces it. */
export async function enterApp(
  app: Fleet,
  { username, temporaryPassword }: { readonly username: string; readonly temporaryPassword?: string },
): Promise<void> {
  const password = present(temporaryPassword, 'temporary password');
  const challenged = await succeed(signInDriver(app, { username, password }));
  assert.equal('challenge' in challenged && challenged.challenge, 'NEW_PASSWORD_REQUIRED');
  const session = challengeOf(challenged);
  await succeed(chooseDriverPassword(app, { session, username, newPassword: DRIVERS_PASSWORD }));
}

/** Enrols an authenticator app; answers its secret. */
export async function enrol(fleet: Fleet, password: string): Promise<string> {
  const { secret } = await succeed(setUpMfa(fleet, { password }));
  await succeed(confirmMfa(fleet, totp(secret, Date.now())));
  return secret;
}

/** The code after the present one: the code that confirmed the enrolment cannot be used again, and a clock may be one code ahead. */
export const nextCode = (secret: string): string => totp(secret, Date.now() + STEP_MS);
