import { vehicleKey } from '../../shared/fleet/vehicle';
import { authPermissions, checksOnWrite } from '../../shared/identity/access';
import { type Auth, poolAuthOf, signatureOf, teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { capability } from '../../shared/platform/runtime/capability';
import { bearer } from '../every-operation/unauthenticated';
import { admitDriver, admitMember, admitUser, exchange, makeWorld, type World } from '../every-operation/world';
import { bodyTeamToy, createToy, driverToy, memberToy, teamToy, writingToy } from '../operation/sample-operations';
import type { TestRequest } from '../support/http-event';
import { storedVehicle } from '../support/store-records';
import { DRIVER_ID, DRIVER_SUB, SESSION_ID, STAFF_SUB, TEAM_ID } from '../support/user-pools';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

beforeEach(() => world.services.reset());

const TOY_ID = '01890a5d-ac96-774b-bcce-b302099a8060';

const asStaff = (operation: Operation, request: TestRequest = {}) =>
  exchange(operation, world, { headers: bearer(world.tokens.staff), ...request });
const asDriver = (operation: Operation, request: TestRequest = {}) =>
  exchange(operation, world, { headers: bearer(world.tokens.drivers), ...request });

const checkSignature = capability({}, () => async () => undefined);
const READS_AND_KEY_USES = { table: ['BatchGetItem'], apiKeyUses: ['PutItem'], apiKeyUsesKeys: ['API_KEY_USE#'] };
const SIGNED: Auth = { signature: checkSignature };

test.each<[Auth, boolean, string | undefined, object, boolean]>([
  ['public', false, undefined, {}, false],
  [SIGNED, false, undefined, {}, false],
  [{ pool: 'staff', keys: 'never' }, true, undefined, { table: ['BatchGetItem'] }, false],
  [{ pool: 'staff', team: 'body.teamId', keys: 'never' }, true, 'body.teamId', { table: ['BatchGetItem'] }, false],
  [{ pool: 'staff', team: 'path.teamId', keys: 'clients:read' }, true, 'path.teamId', READS_AND_KEY_USES, false],
  [{ pool: 'drivers', check: 'beforeRun', keys: 'never' }, true, undefined, { table: ['BatchGetItem'] }, false],
  [{ pool: 'drivers', check: 'onWrite', keys: 'never' }, true, undefined, { table: ['GetItem'] }, true],
])('%j asks for a token: %p; for a team at %p; reads %j', (auth, asks, place, permissions, conditioned) => {
  expect(poolAuthOf(auth)).toBe(asks ? auth : undefined);
  expect(signatureOf(auth)).toBe(auth === SIGNED ? checkSignature : undefined);
  expect(teamPlaceOf(auth)).toBe(place);
  const isUser = asks && place === undefined && 'pool' in Object(auth) && Object(auth).pool === 'staff';
  const families = 'table' in permissions ? { tableKeys: isUser ? ['USER#'] : ['TEAM#'] } : {};
  expect(authPermissions(auth)).toEqual({ ...permissions, ...families });
  expect(checksOnWrite(auth)).toBe(conditioned);
});

test('who is signed in is enough where no team is named, and costs one read', async () => {
  admitUser(world.services);
  const { answer, ran, testContext } = await asStaff(createToy);
  expect(answer.status).toBe(201);
  const signedInAt = expect.stringMatching(/^20.*Z$/);
  expect(ran[0]?.caller).toEqual({
    ...{ pool: 'staff', id: STAFF_SUB, signedInAt, sessionId: SESSION_ID },
    accessToken: world.tokens.staff,
    user: expect.objectContaining({ id: STAFF_SUB }),
  });
  expect(ran[0]?.entity).toBeUndefined();
  expect(testContext.actions()).toEqual(['BatchGetItem']);
});

test.each<[string, () => ReturnType<typeof exchange>, string]>([
  ['a driver where staff is asked for', () => asDriver(createToy), 'office staff'],
  ['a driver where a member is asked for', () => asDriver(memberToy, { query: { teamId: TEAM_ID } }), 'office staff'],
  ['staff where a driver is asked for', () => asStaff(driverToy, { path: { toyId: TOY_ID } }), 'drivers'],
  ['staff where a driver is asked for whose writes are conditioned', () => asStaff(writingToy), 'drivers'],
])('%s is refused, and nothing read', async (_, send, people) => {
  const { answer, ran, testContext } = await send();
  const message = `This operation is for ${people}. Sign in with such an account.`;
  expect(answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN', message } });
  expect([ran, testContext.actions()]).toEqual([[], []]);
});

const DRIVER = {
  ...{ pool: 'drivers', id: DRIVER_ID, teamId: TEAM_ID, sub: DRIVER_SUB },
  ...{ signedInAt: expect.stringMatching(/^20.*Z$/), sessionId: SESSION_ID },
};

describe('a member', () => {
  const query = { teamId: TEAM_ID };

  test('of the team of the query is told with the role', async () => {
    admitMember(world.services, 'ADMIN');
    const { answer, ran, testContext } = await asStaff(memberToy, { query });
    expect(answer.status).toBe(200);
    expect(ran[0]?.caller).toMatchObject({ pool: 'staff', id: STAFF_SUB, teamId: TEAM_ID, role: 'ADMIN' });
    expect(testContext.actions()).toEqual(['BatchGetItem']);
  });

  test('of the lowest role is taken where none is named', async () => {
    admitMember(world.services, 'MEMBER');
    expect((await asStaff(memberToy, { query })).answer.status).toBe(200);
    expect((await asStaff(bodyTeamToy, { body: query })).answer.status).toBe(200);
  });

  test.each([
    ['after', 1_000, 401],
    ['before', -1_000, 200],
  ])('whose sessions were ended %s the sign-in', async (_, milliseconds, status) => {
    const token = await world.pools.staff.accessToken({ auth_time: 1_700_000_000 });
    const sessionsValidFrom = new Date(1_700_000_000_000 + milliseconds).toISOString();
    admitMember(world.services, 'OWNER', { sessionsValidFrom });
    expect((await asStaff(memberToy, { query, headers: bearer(token) })).answer.status).toBe(status);
  });

  test.each<[string, TestRequest, Operation]>([
    ['the query', {}, memberToy],
    ['the query', { query: { teamId: '7' } }, memberToy],
    ['the body', { body: { name: 'Ana' } }, bodyTeamToy],
    ['the body', {}, bodyTeamToy],
  ])('whose team in %s is none is told before anything is read', async (_, request, operation) => {
    const { answer, testContext } = await asStaff(operation, request);
    expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_FAILED', field: 'teamId' } });
    expect(testContext.actions()).toEqual([]);
  });
});

describe('an entity', () => {
  const path = { teamId: TEAM_ID, toyId: TOY_ID };
  const vehicle = storedVehicle({ id: TOY_ID, teamId: TEAM_ID });
  const insert = () => world.services.put(vehicleKey(TEAM_ID, TOY_ID), vehicle);

  test('is read with the right to it, in one call', async () => {
    admitMember(world.services, 'OWNER');
    insert();
    const seen: unknown[] = [];
    const { answer, ran, testContext } = await asStaff(
      teamToy((caller) => seen.push(caller)),
      { path },
    );
    expect(answer.status).toBe(200);
    expect(ran[0]?.entity).toMatchObject({ id: TOY_ID });
    expect(testContext.actions()).toEqual(['BatchGetItem']);
    // The pipeline asks before it knows the role, so it passes the lowest one.
    expect(seen).toEqual([expect.objectContaining({ id: STAFF_SUB, teamId: TEAM_ID, role: 'MEMBER' })]);
  });

  test.each([
    ['there', true, true, 403],
    ['not there', false, true, 404],
    ['not there', false, undefined, 403],
  ] as const)(
    'that is %s tells nobody else anything, unless the operation says so',
    async (_, isThere, tells, status) => {
      if (isThere) insert();
      const toy = teamToy(() => {}, tells && { tellsUnknownTeam: tells });
      expect((await asStaff(toy, { path })).answer.status).toBe(status);
    },
  );

  test('that must be there and is not is a fault of ours', async () => {
    admitMember(world.services, 'OWNER');
    const certain: Operation = { ...teamToy(() => {}), entityIsCertain: true };
    expect((await asStaff(certain, { path })).answer.status).toBe(500);
    insert();
    expect((await asStaff(certain, { path })).answer.status).toBe(200);
  });
});

describe('a driver', () => {
  const path = { toyId: TOY_ID };

  test('at work is told with the record, read in one call with the entity', async () => {
    const { record } = admitDriver(world.services);
    world.services.put(vehicleKey(TEAM_ID, TOY_ID), storedVehicle({ id: TOY_ID, teamId: TEAM_ID }));
    const { answer, ran, testContext } = await asDriver(driverToy, { path });
    expect(answer.status).toBe(200);
    expect(ran[0]?.caller).toEqual({ ...DRIVER, record: expect.objectContaining({ id: record.id }) });
    expect(ran[0]?.entity).toMatchObject({ id: TOY_ID });
    expect(testContext.actions()).toEqual(['BatchGetItem']);
  });

  test('without an entity reads the record alone', async () => {
    admitDriver(world.services);
    const { entity: _, ...toy }: Operation = driverToy;
    const { answer, ran } = await asDriver(toy, { path });
    expect([answer.status, ran[0]?.entity]).toEqual([200, undefined]);
  });

  test('whose record is gone is told so', async () => {
    const { answer } = await asDriver(driverToy, { path });
    const message = 'Your driver record does not exist any more. Ask your dispatcher.';
    expect(answer).toMatchObject({ status: 404, body: { error: 'NOT_FOUND', message } });
  });

  test.each([{ appAccessStatus: 'DISABLED' }, { status: 'BAJA' }, { sub: STAFF_SUB }] as const)(
    'who is out is refused: %j',
    async (changes) => {
      admitDriver(world.services, changes);
      expect((await asDriver(driverToy, { path })).answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    },
  );

  test('whose writes are conditioned is not read before them', async () => {
    const { answer, ran, testContext } = await asDriver(writingToy, { body: {} });
    expect([answer.status, testContext.actions()]).toEqual([200, []]);
    expect(ran[0]?.caller).toEqual(DRIVER);
  });

  const body = { name: 7 };

  test('whose writes are conditioned is told to be out before a bad body is told of', async () => {
    expect((await asDriver(writingToy, { body })).answer).toMatchObject({ status: 403 });
    admitDriver(world.services);
    const { answer, testContext } = await asDriver(writingToy, { body });
    expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
    expect(testContext.actions()).toEqual(['GetItem']);
  });

  test('whose record was read is not read again for a bad body', async () => {
    admitDriver(world.services);
    const { answer, testContext } = await asDriver(driverToy, { path, body });
    expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
    expect(testContext.actions()).toEqual(['BatchGetItem']);
  });
});
