import assert from 'node:assert/strict';
import type { Fleet, Tokens } from '../../client/src/index';
import { expectStatus, present, somebodyAt } from '../../scenarios/expect';
import { DRIVERS_PASSWORD, PASSWORD } from './sign-in';

/** Signs in a seeded member of staff, and answers the client that is theirs from then on. */
export async function signedIn(baseUrl: string, email: string): Promise<Fleet> {
  const fleet = somebodyAt(baseUrl);
  const answer = await expectStatus(200, fleet.POST('/auth/login', { body: { email, password: PASSWORD } }));
  assert.ok('user' in answer, 'a code of an authenticator app is asked for');
  assert.equal(answer.user.email, email);
  return fleet;
}

/** Invites a driver to the app and signs in there for the first time; answers the app. */
export async function appOf(baseUrl: string, staff: Fleet, teamId: string, driverId: string): Promise<Fleet> {
  const access = staff.POST('/teams/{teamId}/drivers/{driverId}/access', {
    params: { path: { teamId, driverId } },
    body: { action: 'INVITE' },
  });
  const { username, temporaryPassword } = await expectStatus(200, access);
  const app = somebodyAt(baseUrl);
  const password = present(temporaryPassword, 'temporary password');
  const challenged = await expectStatus(200, app.POST('/auth/drivers/login', { body: { username, password } }));
  assert.ok('challenge' in challenged);
  assert.equal(challenged.challenge, 'NEW_PASSWORD_REQUIRED');
  const body = { session: challenged.session, username, newPassword: DRIVERS_PASSWORD };
  await expectStatus(200, app.POST('/auth/drivers/new-password', { body }));
  return app;
}

/** The tokens that a client is signed in with. */
export const tokensOf = ({ session }: Fleet): Tokens => present(session, 'session').tokens;
