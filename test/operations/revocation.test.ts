import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as resetPassword } from '../../functions/auth/reset-password';
import { OPERATIONS } from '../../functions/catalog';
import { operation as changeDriverAccess } from '../../functions/drivers/change-driver-access';
import { operation as getOwnDriver } from '../../functions/drivers/get-own-driver';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as changeMemberRole } from '../../functions/teams/change-member-role';
import { operation as getTeam } from '../../functions/teams/get-team';
import { operation as joinTeam } from '../../functions/teams/join-team';
import { operation as listTeams } from '../../functions/teams/list-teams';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { operation as rotateJoinCode } from '../../functions/teams/rotate-join-code';
import { poolAuthOf, teamPlaceOf } from '../../shared/identity/caller';
import { userSessionKey } from '../../shared/identity/session-record';
import { endSessions } from '../../shared/identity/session-revocation';
import type { Operation } from '../../shared/operation/define';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { rotateJoinCode as rotateJoinCodeOf } from '../../shared/teams/edit-team';
import { membershipKey, teamKey } from '../../shared/teams/team';
import { accounts, PASSWORD, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { sample } from '../support/sample';
import { insertDriver, insertMembership } from '../support/store-fleet';

/** Tests each row of "What an access token still does after it was revoked" in docs/security.md. */
const table = quickTable();
const world = accounts(table);
const pool = world.cognito;
const EVERY: readonly Operation[] = Object.values(OPERATIONS);

describe('an access token still does, until its fifteen minutes are over', () => {
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

  const ofNoTeam = EVERY.filter(({ auth }) => poolAuthOf(auth)?.pool === 'staff' && teamPlaceOf(auth) === undefined);

  it.each(ofNoTeam.map((operation) => [operation.id, operation] as const))(
    'doors 3: nothing after a reset of the password: %s is refused',
    async (_, operation) => {
      const office = await openOffice(world);
      const older = await office.exchange.bearer(office.testContext.now(), office.id);
      pool.on(cognito.ConfirmForgotPasswordCommand).resolves({});
      pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: office.id }] });
      pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
      const email = `${office.id}@fletes.mx`;
      const reset = { body: { email, code: '123456', newPassword: PASSWORD } };
      expect((await office.exchange.send(resetPassword, reset)).status).toBe(200);
      const body = operation.input?.body && sample(operation.input.body);
      const request = { headers: older, path: { id: someId(), name: 'goods' }, ...(body !== undefined && { body }) };
      const { status } = await office.exchange.send(operation, request);
      expect(status).toBe(401);
      expect(refusal(await office.exchange.send(getTeam, { headers: older, path: { teamId: office.teamId } }))).toEqual(
        refused('UNAUTHENTICATED'),
      );
    },
  );
});

describe('doors 3: the join code', () => {
  it('that an ended session has read is replaced in the transaction that ends the session', async () => {
    const office = await openOffice(world);
    const before = office.testContext.actions().length;
    await office.testContext.use(endSessions)(office.id, 'PASSWORD_RESET');
    const written = office.testContext.actions().slice(before);
    expect(written.filter((action) => action === 'TransactWriteItems')).toHaveLength(1);
    const newcomer = await office.stranger();
    const join = (joinCode: string) => newcomer.send(joinTeam, { body: { joinCode } });
    expect((await join(office.team.joinCode)).status).toBe(404);
    const team = await getItem(office.testContext.context, teamKey(office.teamId));
    expect((await join(team?.joinCode ?? '')).status).toBe(200);
  });

  it('that another member replaces at the same time delays the end of the session and does not prevent it', async () => {
    const office = await openOffice(world);
    const rotate = () =>
      office.testContext.use(rotateJoinCodeOf)({ id: office.id, teamId: office.teamId }, office.team);
    const late = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile: rotate }] });
    const from = await late.use(endSessions)(office.id, 'PASSWORD_RESET');
    const membership = await getItem(late.context, membershipKey(office.teamId, office.id));
    expect(membership).toMatchObject({ sessionsValidFrom: from });
  });

  it('that another member replaces again and again keeps no session alive in other teams, and none that can be renewed', async () => {
    const office = await openOffice(world);
    const { id, teamId, testContext } = office;
    const others = Array.from({ length: 12 }, () => someId());
    for (const other of others) await insertMembership(testContext, { teamId: other, userId: id });
    const startedAt = new Date(testContext.now().getTime() - 60_000).toISOString();
    const session = { id: someId(), startedAt, lastSeenAt: startedAt, device: 'Chrome', expires: 4_102_444_800 };
    await transact(testContext.context, [putItem(userSessionKey(id, session.id), session)]);
    const meanwhile = async () => {
      const team = await getItem(testContext.context, teamKey(teamId));
      if (team) await testContext.use(rotateJoinCodeOf)({ id, teamId }, team);
    };
    const late = table.testContext({ faults: [{ action: 'TransactWriteItems', meanwhile }] });
    await expect(late.use(endSessions)(id, 'PASSWORD_RESET')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const other of others)
      expect(await getItem(late.context, membershipKey(other, id))).toHaveProperty('sessionsValidFrom');
    expect(await getItem(late.context, userSessionKey(id, session.id))).toBeUndefined();
  });

  it('of a team whose membership the index does not show yet keeps no ended session alive, also beside a team that fails', async () => {
    const office = await openOffice(world);
    const { id, testContext } = office;
    for (const before of [undefined, connectionReset]) {
      const teamId = someId();
      const meanwhile = () => insertMembership(testContext, { teamId, userId: id });
      const fault = { action: 'TransactWriteItems', times: 1, meanwhile, ...(before && { before }) };
      const late = table.testContext({ faults: [fault] });
      const ended = late.use(endSessions)(id, 'PASSWORD_RESET');
      await (before ? expect(ended).rejects.toThrow() : ended);
      expect(await getItem(late.context, membershipKey(teamId, id))).toHaveProperty('sessionsValidFrom');
    }
  });

  it('lets no session join that ends while it joins', async () => {
    const office = await openOffice(world);
    const { id } = await office.stranger();
    const end = () => office.testContext.use(endSessions)(id, 'PASSWORD_RESET');
    const late = world.begin({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile: end }] });
    const headers = await late.bearer(office.testContext.now(), id);
    const { status } = await late.send(joinTeam, { body: { joinCode: office.team.joinCode }, headers });
    expect(status).toBe(401);
    expect(await getItem(late.testContext.context, membershipKey(office.teamId, id))).toBeUndefined();
  });

  it('is not in the list of a user’s teams', async () => {
    const office = await openOffice(world);
    const [team] = recordsOf(await office.send(listTeams), 'teams');
    expect([team?.teamId, Object.keys({ ...team }).includes('joinCode')]).toEqual([office.teamId, false]);
  });
});

describe('a driver’s access token', () => {
  const ofDrivers = EVERY.filter(({ auth }) => poolAuthOf(auth)?.pool === 'drivers');

  async function openCab(appAccessStatus: 'INVITED' | 'ACTIVE' = 'ACTIVE') {
    pool.onAnyCommand().resolves({});
    const office = await openOffice(world);
    const account = { sub: someId(), username: 'ines.mora', appAccessStatus };
    const driver = await insertDriver(office.testContext, { teamId: office.teamId, ...account });
    return { office, driver, cab: await office.cab(driver), path: { driverId: driver.id } };
  }

  it.each([
    ['disabled', changeDriverAccess, { action: 'DISABLE' }],
    ['BAJA', updateDriver, { status: 'BAJA' }],
  ])('does nothing at all once the driver is %s', async (_, operation, body) => {
    const { office, cab, path } = await openCab();
    expect((await cab.send(getOwnDriver)).status).toBe(200);
    expect((await office.send(operation, { path, body })).status).toBe(200);
    expect(ofDrivers.length).toBeGreaterThan(5);
    for (const own of ofDrivers) {
      const given = own.input?.body && sample(own.input.body);
      const trip = { path: { tripId: someId() }, ...(given !== undefined && { body: given }) };
      const { status } = await cab.send(own, trip);
      // A request for a missing trip or for another driver's trip may be answered 404 first. The tests of trips check those.
      expect([403, 404]).toContain(status);
      if (!own.route.includes('{tripId}')) expect(status).toBe(403);
    }
  });

  it.each([
    ['a new temporary password', ['RESEND']],
    ['an access that was closed and opened again', ['DISABLE', 'ENABLE']],
    ['a new temporary password while it was closed', ['DISABLE', 'RESEND', 'ENABLE']],
  ])('doors 8: does nothing at all after %s', async (_, actions) => {
    const { office, cab, path, driver } = await openCab();
    expect((await cab.send(getOwnDriver)).status).toBe(200);
    for (const action of actions) {
      expect((await office.send(changeDriverAccess, { path, body: { action } })).status).toBe(200);
    }
    for (const own of ofDrivers) {
      const given = own.input?.body && sample(own.input.body);
      const trip = { path: { tripId: someId() }, ...(given !== undefined && { body: given }) };
      expect(refusal(await cab.send(own, trip))).toEqual(refused('UNAUTHENTICATED'));
    }
    expect((await (await office.cab(driver)).send(getOwnDriver)).status).toBe(200);
  });
});
