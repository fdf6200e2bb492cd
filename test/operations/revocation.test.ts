import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as logout } from '../../functions/auth/logout';
import { operation as resetPassword } from '../../functions/auth/reset-password';
import { OPERATIONS } from '../../functions/catalog';
import { operation as changeDriverAccess } from '../../functions/drivers/change-driver-access';
import { operation as getOwnDriver } from '../../functions/drivers/get-own-driver';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as changeMemberRole } from '../../functions/teams/change-member-role';
import { operation as getTeam } from '../../functions/teams/get-team';
import { operation as listTeams } from '../../functions/teams/list-teams';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { operation as rotateJoinCode } from '../../functions/teams/rotate-join-code';
import { poolAuthOf, teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { accounts, cognitoError, PASSWORD, refusal, refused } from '../support/account-scene';
import { someId } from '../support/engine-runtime';
import { openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { sample } from '../support/sample';
import { insertDriver } from '../support/store-fleet';

/** Each line of "What an access token still does after it was revoked" in docs/security.md. */
const world = accounts(quickTable());
const pool = world.cognito;
const EVERY: readonly Operation[] = Object.values(OPERATIONS);

describe('an access token still does, until its fifteen minutes are over', () => {
  it('everything after a sign-out, which ends its refresh token', async () => {
    pool.on(cognito.RevokeTokenCommand).resolves({});
    const office = await openOffice(world);
    const signOut = await office.exchange.send(logout, { body: { refreshToken: 'of-this-session' } });
    expect([signOut.status, pool.commandCalls(cognito.RevokeTokenCommand).length]).toEqual([200, 2]);
    expect((await office.send(getTeam)).status).toBe(200);
  });

  it('nothing in a team after its removal from it, and the rest of what the user may', async () => {
    const office = await openOffice(world);
    const colleague = await office.hire('ADMIN');
    expect((await colleague.send(getTeam)).status).toBe(200);
    expect((await office.send(removeMember, { path: { userId: colleague.id } })).status).toBe(200);
    expect(refusal(await colleague.send(getTeam))).toEqual(refused('FORBIDDEN'));
    expect(recordsOf(await colleague.send(listTeams), 'teams')).toEqual([]);
  });

  it('what its new role may after the role was lowered', async () => {
    const office = await openOffice(world);
    const colleague = await office.hire('ADMIN');
    expect((await colleague.send(rotateJoinCode)).status).toBe(200);
    await office.send(changeMemberRole, { path: { userId: colleague.id }, body: { role: 'MEMBER' } });
    expect(refusal(await colleague.send(rotateJoinCode))).toEqual(refused('FORBIDDEN'));
    expect((await colleague.send(getTeam)).status).toBe(200);
  });

  const AFTER_A_RESET = ['createTeam', 'joinTeam', 'listTeams'];
  const ofNoTeam = EVERY.filter(({ auth }) => poolAuthOf(auth)?.pool === 'staff' && teamPlaceOf(auth) === undefined);

  it.each(ofNoTeam.map((operation) => [operation.id, operation] as const))(
    'after a reset of the password: %s, if it is one of %s',
    async (id, operation) => {
      const office = await openOffice(world);
      const older = await office.exchange.bearer(office.testContext.now(), office.id);
      pool.on(cognito.ConfirmForgotPasswordCommand).resolves({});
      pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: office.id }] });
      pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
      const revoked = cognitoError(cognito.NotAuthorizedException, 'Access Token has been revoked');
      pool.on(cognito.GetUserCommand).rejects(revoked);
      pool.on(cognito.AssociateSoftwareTokenCommand).rejects(revoked);
      pool.on(cognito.VerifySoftwareTokenCommand).rejects(revoked);
      const email = `${office.id}@fletes.mx`;
      const reset = { body: { email, code: '123456', newPassword: PASSWORD } };
      expect((await office.exchange.send(resetPassword, reset)).status).toBe(200);
      const body = operation.input?.body && sample(operation.input.body);
      const { status } = await office.exchange.send(operation, { headers: older, ...(body !== undefined && { body }) });
      expect(status === 401).toBe(!AFTER_A_RESET.includes(id));
      expect(refusal(await office.exchange.send(getTeam, { headers: older, path: { teamId: office.teamId } }))).toEqual(
        refused('UNAUTHENTICATED'),
      );
    },
  );
});

describe('a driver’s access token', () => {
  const ofDrivers = EVERY.filter(({ auth }) => poolAuthOf(auth)?.pool === 'drivers');

  async function openCab(appAccessStatus: 'INVITED' | 'ACTIVE' = 'ACTIVE') {
    pool.onAnyCommand().resolves({});
    const office = await openOffice(world);
    const account = { sub: someId(), username: 'ines.mora', appAccessStatus };
    const driver = await insertDriver(office.testContext, { teamId: office.teamId, ...account });
    return { office, cab: await office.cab(driver), path: { driverId: driver.id } };
  }

  it.each([
    ['disabled', changeDriverAccess, { action: 'DISABLE' }],
    ['BAJA', updateDriver, { status: 'BAJA' }],
  ])('does nothing at all once the driver is %s', async (_, operation, body) => {
    const { office, cab, path } = await openCab();
    expect((await cab.send(getOwnDriver)).status).toBe(200);
    const query = { teamId: office.teamId };
    expect((await office.send(operation, { path, query, body })).status).toBe(200);
    expect(ofDrivers.length).toBeGreaterThan(5);
    for (const own of ofDrivers) {
      const given = own.input?.body && sample(own.input.body);
      const trip = { path: { tripId: someId() }, ...(given !== undefined && { body: given }) };
      const { status } = await cab.send(own, trip);
      // With a trip of another driver, or none, there is nothing to be refused at: tests of trips look at those.
      expect([403, 404]).toContain(status);
      if (!own.route.includes('{tripId}')) expect(status).toBe(403);
    }
  });

  it('goes on after a new temporary password, which is the same driver’s', async () => {
    const { office, cab, path } = await openCab('INVITED');
    expect((await office.send(changeDriverAccess, { path, body: { action: 'RESEND' } })).status).toBe(200);
    expect((await cab.send(getOwnDriver)).status).toBe(200);
  });
});
