import type { DriverRecord } from '../../shared/fleet/driver';
import { poolAuthOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { hasRole, ROLES, type Role } from '../../shared/teams/team';
import type { User } from '../../shared/teams/user';
import { OTHER_TEAM_ID, SESSION_ID, STAFF_SUB, TEAM_ID } from '../support/user-pools';
import { CASES } from './cases';
import {
  admitDriver,
  admitMember,
  admittedRequest,
  admitUser,
  callsBesideReads,
  type Exchange,
  exchange,
  makeWorld,
  memberCaller,
  putEntity,
  sampleStatus,
  succeeding,
  teamPlace,
  type World,
} from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const READS = ['BatchGetItem'];

/** The write of the security event, which follows a success when the person is known. */
const eventWrites = ({ auth, securityEvent }: Operation): string[] =>
  securityEvent?.keep && (auth !== 'public' || securityEvent.person) ? ['UpdateItem'] : [];

/** The request was refused before `run`, and the operation only read. */
function expectRefused({ answer, testContext, ran }: Exchange, status: number, error: string): void {
  expect(answer).toMatchObject({ status, body: { error } });
  expect(ran).toEqual([]);
  expect(callsBesideReads(testContext)).toEqual([]);
}

function testPublic(operation: Operation): void {
  test('asks nobody for a right', async () => {
    const { answer, testContext } = await exchange(
      succeeding(operation),
      world,
      await admittedRequest(operation, world),
    );
    expect([answer.status, testContext.actions()]).toEqual([sampleStatus(operation), eventWrites(operation)]);
  });
}

function testAnyUser(operation: Operation): void {
  test('is for every signed-in user, with one read of the user', async () => {
    const { answer, testContext } = await exchange(
      succeeding(operation),
      world,
      await admittedRequest(operation, world),
    );
    expect([answer.status, testContext.actions()]).toEqual([
      sampleStatus(operation),
      [...READS, ...eventWrites(operation)],
    ]);
  });

  const ENDED: Readonly<Record<string, Partial<User>>> = {
    'all sessions': { sessionsValidFrom: new Date(Date.now() + 60_000).toISOString() },
    'this session': { endedSessions: [{ id: SESSION_ID, until: new Date(Date.now() + 60_000).toISOString() }] },
  };
  test.each(Object.entries(ENDED))('doors 3: answers 401 to a session after the end of %s', async (_, changes) => {
    const request = await admittedRequest(operation, world);
    admitUser(world.services, changes);
    expectRefused(await exchange(operation, world, request), 401, 'UNAUTHENTICATED');
  });

  test('doors 3: answers 401 to a user without a record, before it looks at the body', async () => {
    const request = await admittedRequest(operation, world);
    world.services.reset();
    const body = { unknown: true };
    expectRefused(await exchange(operation, world, { ...request, body }), 401, 'UNAUTHENTICATED');
  });
}

function testMembers(operation: Operation, needed: Role): void {
  test.each(ROLES.filter((role) => hasRole(role, needed)))('is for %s', async (role) => {
    const request = await admittedRequest(operation, world);
    admitMember(world.services, role);
    const { answer, testContext } = await exchange(succeeding(operation), world, request);
    expect([answer.status, testContext.actions()]).toEqual([sampleStatus(operation), READS]);
  });

  const tooLow = ROLES.filter((role) => !hasRole(role, needed));
  for (const role of tooLow) {
    test(`answers 403 to a ${role}`, async () => {
      const request = await admittedRequest(operation, world);
      admitMember(world.services, role);
      expectRefused(await exchange(operation, world, request), 403, 'FORBIDDEN');
    });
  }

  test('answers 403 to who is a member of another team', async () => {
    const request = inTeam(await admittedRequest(operation, world), operation, OTHER_TEAM_ID);
    putEntity(operation, world.services, request.path, memberCaller(OTHER_TEAM_ID, 'OWNER'));
    expectRefused(await exchange(operation, world, request), 403, 'FORBIDDEN');
  });

  test('answers 403 to another user of the pool', async () => {
    const request = await admittedRequest(operation, world);
    const sub = STAFF_SUB.replace(/.$/, 'f');
    const headers = { authorization: `Bearer ${await world.pools.staff.accessToken({ sub })}` };
    expectRefused(await exchange(operation, world, { ...request, headers }), 403, 'FORBIDDEN');
  });

  test('answers 403 before it looks at the body', async () => {
    const request = await admittedRequest(operation, world);
    world.services.reset();
    putEntity(operation, world.services, request.path, memberCaller(TEAM_ID, 'OWNER'));
    const body = { teamId: TEAM_ID, unknown: true };
    expectRefused(await exchange(operation, world, { ...request, body }), 403, 'FORBIDDEN');
  });

  test('answers 401 to a session that was ended since it began', async () => {
    const request = await admittedRequest(operation, world);
    const sessionsValidFrom = new Date(Date.now() + 60_000).toISOString();
    admitMember(world.services, 'OWNER', { sessionsValidFrom });
    expectRefused(await exchange(operation, world, request), 401, 'UNAUTHENTICATED');
  });

  if (operation.entity) {
    const [status, error] = operation.entityIsCertain ? [500, 'INTERNAL'] : [404, 'NOT_FOUND'];
    test(`answers ${status} where the team has no such record`, async () => {
      const request = await admittedRequest(operation, world);
      world.services.reset();
      admitMember(world.services, needed);
      expectRefused(await exchange(operation, world, request), Number(status), String(error));
    });
  }
}

type TeamRequest = Awaited<ReturnType<typeof admittedRequest>>;

function inTeam(request: TeamRequest, operation: Operation, teamId: string): TeamRequest {
  const place = teamPlace(operation);
  if (place === 'path.teamId') return { ...request, path: { ...request.path, teamId } };
  if (place === 'query.teamId') return { ...request, query: { ...request.query, teamId } };
  return { ...request, body: { ...request.body, teamId } };
}

const OUT: Readonly<Record<string, Partial<DriverRecord>>> = {
  'whose access is DISABLED': { appAccessStatus: 'DISABLED' },
  'who was never invited': { appAccessStatus: 'NONE' },
  'who is BAJA': { status: 'BAJA' },
  'whose record names another account': { sub: STAFF_SUB },
};

/** Invalid for every operation of a trip's driver. */
const WRONG_BODY = { lat: 'north', coordsLat: 'north' };

function testDrivers(operation: Operation, check: 'beforeRun' | 'onWrite'): void {
  if (check === 'onWrite') {
    test('is tried without a read: its own writes carry the condition', async () => {
      const { answer, testContext } = await exchange(
        succeeding(operation),
        world,
        await admittedRequest(operation, world),
      );
      expect([answer.status, testContext.calls]).toEqual([sampleStatus(operation), []]);
    });
    test.each(Object.entries(OUT))('answers 403 to a driver %s', async (_, changes) => {
      const request = await admittedRequest(operation, world);
      world.services.reset();
      admitDriver(world.services, changes);
      world.services.refuseWrites();
      const { answer } = await exchange(operation, world, request);
      expect(answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
      expectRefused(await exchange(operation, world, { ...request, body: WRONG_BODY }), 403, 'FORBIDDEN');
    });
    test('answers 400 to a wrong body of a driver who may work', async () => {
      const request = await admittedRequest(operation, world);
      expectRefused(await exchange(operation, world, { ...request, body: WRONG_BODY }), 400, 'VALIDATION_FAILED');
    });
    return;
  }
  test.each(Object.entries(OUT))('answers 403 to a driver %s', async (_, changes) => {
    const request = await admittedRequest(operation, world);
    admitDriver(world.services, changes);
    expectRefused(await exchange(operation, world, request), 403, 'FORBIDDEN');
  });
  test('answers 404 to a driver whose record is gone', async () => {
    const request = await admittedRequest(operation, world);
    world.services.reset();
    expectRefused(await exchange(operation, world, request), 404, 'NOT_FOUND');
  });
}

describe.each(CASES)('%s', (_, operation) => {
  const auth = poolAuthOf(operation.auth);
  if (auth === undefined) testPublic(operation);
  else if (auth.pool === 'drivers') testDrivers(operation, auth.check);
  else if (auth.team === undefined) testAnyUser(operation);
  else testMembers(operation, auth.role ?? 'MEMBER');
});
