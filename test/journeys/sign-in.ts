import assert from 'node:assert/strict';
import { expectStatus, type Send, textAt } from './http';

/** Reads the code in the newest mail to an address. */
export type CodeFor = (email: string, purpose: 'registration' | 'reset') => Promise<string>;

/** The password of all seeded accounts. */
export const PASSWORD = 'Demo-2026-Flota';

/** Where the teams of the journeys have their yard. */
export const ADDRESS = {
  street: 'Av. Gonzalitos',
  exteriorNumber: '450',
  neighborhood: 'Mitras Centro',
  city: 'Monterrey',
  state: 'Nuevo León',
  country: 'Mexico',
  postalCode: '64460',
};

export const DRIVERS_PASSWORD = 'Camino-Largo-77';

/** Signs in a seeded member of staff; answers the access token. */
export async function signIn(send: Send, email: string): Promise<string> {
  const body = await expectStatus(200, send('POST /auth/login', { body: { email, password: PASSWORD } }));
  assert.equal(textAt(body, 'user.email'), email);
  return textAt(body, 'tokens.accessToken');
}

/** Invites a driver to the app and signs in there for the first time; answers the user name and the access token. */
export async function openApp(send: Send, staff: string, team: string, driverId: string) {
  const access = `POST /teams/${team}/drivers/${driverId}/access`;
  const invited = await expectStatus(200, send(access, { token: staff, body: { action: 'INVITE' } }));
  const username = textAt(invited, 'username');
  const temporary = { username, password: textAt(invited, 'temporaryPassword') };
  const challenged = await expectStatus(200, send('POST /auth/drivers/login', { body: temporary }));
  assert.equal(textAt(challenged, 'challenge'), 'NEW_PASSWORD_REQUIRED');
  const answer = { session: textAt(challenged, 'session'), username, newPassword: DRIVERS_PASSWORD };
  const signedIn = await expectStatus(200, send('POST /auth/drivers/new-password', { body: answer }));
  return { username, accessToken: textAt(signedIn, 'tokens.accessToken') };
}
