import * as v from 'valibot';
import { auditOfTeam } from '../../shared/audit/audit-event';
import { createDriver } from '../../shared/fleet/drivers';
import { createVehicle } from '../../shared/fleet/vehicles';
import { authorisePerson } from '../../shared/identity/access';
import { getItem } from '../../shared/platform/table/read';
import { create, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { acceptMembership } from '../../shared/teams/accept-membership';
import { invitationKey } from '../../shared/teams/invitation';
import { joinCodeKey } from '../../shared/teams/join-code';
import { recordInvitations } from '../../shared/teams/record-invitations';
import { membershipKey } from '../../shared/teams/team';
import { createTeam, listTeams } from '../../shared/teams/teams';
import { type SignedInUser, User, userKey } from '../../shared/teams/user';
import { welcomeUser } from '../../shared/teams/users';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertTeam, insertUser } from '../support/store-fleet';
import { storedDriver, TEAM_ADDRESS } from '../support/store-records';

const table = quickTable();

const newActor = () => ({ id: someId(), teamId: someId() });
const itemsOf = (teamId: string, kind: string) => table.partition(`TEAM#${teamId}`, kind);
const auditOf = async (teamId: string) =>
  (await table.everything()).filter(({ gsi1pk }) => gsi1pk === auditOfTeam(teamId).gsi1pk);

describe('creating a driver', () => {
  test('makes one who is DISPONIBLE without app access, and writes it into the audit', async () => {
    const actor = newActor();
    const { name, phone } = storedDriver();
    const testContext = table.testContext();
    const driver = await testContext.use(createDriver)(actor, storedDriver({ name, phone }), undefined);
    expect(driver).toMatchObject({
      teamId: actor.teamId,
      name,
      phone,
      status: 'DISPONIBLE',
      appAccessStatus: 'NONE',
      username: null,
      createdAt: testContext.now().toISOString(),
    });
    expect(await auditOf(actor.teamId)).toEqual([
      expect.objectContaining({ entityType: 'DRIVER', entityId: driver.id, action: 'CREATE', actorId: actor.id }),
    ]);
  });
});

describe('creating a vehicle', () => {
  test.each(['AB-123-C', 'ab123c', ' Ab 123-C '])(
    'is refused when the team has the plate, written as %j',
    async (plate) => {
      const actor = newActor();
      const vehicle = await table.testContext().use(createVehicle)(actor, { plate: 'AB 123 C' }, undefined);
      expect(vehicle).toMatchObject({ plate: 'AB 123 C', status: 'DISPONIBLE' });
      const twin = table.testContext().use(createVehicle)(actor, { plate }, undefined);
      await expect(twin).rejects.toMatchObject({ code: 'PLATE_TAKEN', field: 'plate' });
      expect(await itemsOf(actor.teamId, 'VEHICLE#')).toHaveLength(1);
      expect(await auditOf(actor.teamId)).toHaveLength(1);
    },
  );

  test('with that plate is another team’s right', async () => {
    for (const actor of [newActor(), newActor()]) {
      await table.testContext().use(createVehicle)(actor, { plate: 'ZZ-1' }, undefined);
    }
  });

  test('with one plate twenty times at once makes one', async () => {
    const actor = newActor();
    const sent = Array.from({ length: 20 }, () =>
      table.testContext().use(createVehicle)(actor, { plate: 'AB-9' }, undefined),
    );
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await itemsOf(actor.teamId, 'VEHICLE#')).toHaveLength(1);
    expect(await itemsOf(actor.teamId, 'PLATE#')).toHaveLength(1);
  });
});

/** The user's record, as the check of the caller reads it. */
async function signedInUser({ context, now }: TestContext, id: string): Promise<User> {
  const session = { signedInAt: now().toISOString(), sessionId: '' };
  const identity = { pool: 'staff', id, accessToken: '', ...session } as const;
  const { caller } = await authorisePerson(
    context,
    { pool: 'staff', keys: 'never' },
    identity,
    undefined,
    () => undefined,
    false,
  );
  return v.parse(v.object({ user: User }), caller).user;
}

/** Creates a team and carries out its invitations, as the operation does. `mailed` are the addresses with a mail. */
async function makeTeam(testContext: TestContext, userId: string, invites: string[] = []) {
  const body = { name: 'Fletes del Norte', address: TEAM_ADDRESS, invites };
  const user = await signedInUser(testContext, userId);
  const { created, invites: planned } = await testContext.use(createTeam)(user, body, undefined);
  const notices = await testContext.use(recordInvitations)(created.team.teamId, userId, planned);
  return { teamId: created.team.teamId, created, notices, mailed: notices.map(({ email }) => email) };
}

describe('creating a team', () => {
  test('makes it with its owner and join code at once', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext, { name: 'Ana' });
    const { teamId } = await makeTeam(testContext, owner.id);
    const [team] = await itemsOf(teamId, 'TEAM');
    expect(team).toMatchObject({ ownerId: owner.id, status: 'ACTIVE', timeZone: 'America/Mexico_City' });
    expect(await getItem(testContext.context, joinCodeKey(String(team?.joinCode)))).toEqual({ teamId });
    expect(await getItem(testContext.context, membershipKey(teamId, owner.id))).toMatchObject({
      role: 'OWNER',
      email: owner.email,
      name: 'Ana',
    });
    expect(JSON.stringify(await auditOf(teamId))).not.toContain(String(team?.joinCode));
  });

  test('is not for somebody who never signed in', async () => {
    await expect(makeTeam(table.testContext(), someId())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('says of each address whether it was added, invited or invalid, a repeated one once', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext);
    const user = await insertUser(testContext);
    const addresses = [
      user.email.toUpperCase(),
      'nueva@empresa.mx',
      ' Nueva@Empresa.mx ',
      'no es un correo',
      owner.email.toUpperCase(),
      '',
    ];
    const { created, teamId, mailed } = await makeTeam(testContext, owner.id, addresses);
    expect(created.invitations.map(({ email, status }) => [email, status])).toEqual([
      [user.email, 'added'],
      ['nueva@empresa.mx', 'invited'],
      ['no es un correo', 'invalid'],
      [owner.email, 'invalid'],
      ['', 'invalid'],
    ]);
    expect(mailed).toEqual([user.email, 'nueva@empresa.mx']);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toMatchObject({ role: 'MEMBER' });
    expect(await getItem(testContext.context, invitationKey(teamId, 'nueva@empresa.mx'))).toMatchObject({
      invitedBy: owner.id,
    });
    expect(await itemsOf(teamId, 'MEMBER#')).toHaveLength(2);
    expect(await itemsOf(teamId, 'INVITATION#')).toHaveLength(1);
  });

  test('mails again who is invited again, three times a day at most, and renews the invitation', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext);
    const { teamId, mailed } = await makeTeam(testContext, owner.id, ['again@empresa.mx']);
    const invites = [{ email: 'again@empresa.mx', userId: undefined }];
    const colleague = someId();
    testContext.pass(60_000);
    const invite = async () => {
      const notices = await testContext.use(recordInvitations)(teamId, colleague, invites);
      return notices.map(({ email }) => email);
    };
    expect([mailed, await invite(), await invite(), await invite()]).toEqual([
      ...new Array(3).fill(['again@empresa.mx']),
      [],
    ]);
    expect(await getItem(testContext.context, invitationKey(teamId, 'again@empresa.mx'))).toMatchObject({
      invitedBy: colleague,
      createdAt: testContext.now().toISOString(),
    });
  });
});

describe('mails of invitations', () => {
  test('are at most a hundred a day by one inviter: 97 at one creation and three more, then 429 until midnight', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext);
    const some = (count: number, mark: string) =>
      Array.from({ length: count }, (_, index) => `${mark}${index}@${owner.id.slice(-8)}.mx`);
    const { created, mailed, teamId } = await makeTeam(testContext, owner.id, some(97, 'a'));
    expect(created.invitations.map(({ status }) => status)).toEqual(new Array(97).fill('invited'));
    expect(mailed).toEqual(some(97, 'a'));
    expect(await itemsOf(teamId, 'INVITATION#')).toHaveLength(97);
    await makeTeam(testContext, owner.id, some(3, 'b'));
    const before = await table.everything();
    const past = { code: 'TOO_MANY_REQUESTS', retryAfter: 9 * 60 * 60 };
    await expect(makeTeam(testContext, owner.id, some(1, 'c'))).rejects.toMatchObject(past);
    expect(await table.everything()).toHaveLength(before.length);
    await makeTeam(testContext, owner.id);
    testContext.pass(9 * 60 * 60 * 1000);
    await makeTeam(testContext, owner.id, some(1, 'd'));
  });

  test('to users who are added at once are one, and count for the recipient alone', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext);
    const user = await insertUser(testContext);
    const { mailed } = await makeTeam(testContext, owner.id, [user.email]);
    expect(mailed).toEqual([user.email]);
    const quotaOf = async (who: string) => (await table.everything()).filter(({ pk }) => pk === `MAIL_QUOTA#${who}`);
    const [byInviter] = await quotaOf(`USER#${owner.id}`);
    expect(byInviter).toMatchObject({ added: 1 });
    expect(byInviter).not.toHaveProperty('mails');
    expect(await quotaOf(`EMAIL#${user.email}`)).toMatchObject([{ mails: 1 }]);
  });

  test('doors 13: to a person who is added are repeated until the person accepts, three a day at most', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext);
    const user = await insertUser(testContext);
    const { teamId, notices } = await makeTeam(testContext, owner.id, [user.email]);
    const again = () => testContext.use(recordInvitations)(teamId, owner.id, [{ email: user.email, userId: user.id }]);
    const notice = { email: user.email, about: 'ADDED', hasNames: true };
    expect([notices, await again()]).toEqual([[notice], [notice]]);
    await testContext.use(acceptMembership)({ teamId, id: user.id });
    expect(await again()).toEqual([]);
    await insertMembership(testContext, { teamId, userId: user.id, email: user.email, accepted: false });
    expect([await again(), await again()]).toEqual([[notice], []]);
  });

  test('doors 17: to a person who got three that day have no names, and the person is added', async () => {
    const testContext = table.testContext();
    const user = await insertUser(testContext);
    const addedBy = async () => {
      const owner = await insertUser(testContext);
      return makeTeam(testContext, owner.id, [user.email]);
    };
    const teams = [await addedBy(), await addedBy(), await addedBy(), await addedBy()];
    expect(teams.flatMap(({ notices }) => notices.map(({ hasNames }) => hasNames))).toEqual([true, true, true, false]);
    for (const { teamId } of teams)
      expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toMatchObject({ accepted: false });
  });

  test('to one recipient are at most three a day: the fourth is invited without one', async () => {
    const testContext = table.testContext();
    const mailedBy = async () => {
      const owner = await insertUser(testContext);
      return makeTeam(testContext, owner.id, ['popular@empresa.mx']);
    };
    const teams = [await mailedBy(), await mailedBy(), await mailedBy(), await mailedBy()];
    expect(teams.map(({ mailed }) => mailed.length)).toEqual([1, 1, 1, 0]);
    for (const { teamId } of teams) expect(await itemsOf(teamId, 'INVITATION#')).toHaveLength(1);
    testContext.pass(24 * 60 * 60 * 1000);
    expect((await mailedBy()).mailed).toHaveLength(1);
  });
});

describe('signing in', () => {
  const signedIn = (email: string, given: Partial<SignedInUser> = {}): SignedInUser => ({
    id: someId(),
    email,
    ...given,
  });

  test('for the first time makes the profile, and finds the address from then on', async () => {
    const testContext = table.testContext();
    const user = signedIn('first@empresa.mx', { name: 'Luis', phone: '81' });
    await testContext.use(welcomeUser)(user);
    expect(await getItem(testContext.context, userKey(user.id))).toMatchObject({
      ...user,
      createdAt: testContext.now().toISOString(),
    });
    const owner = await insertUser(testContext);
    const { created } = await makeTeam(testContext, owner.id, [user.email]);
    expect(created.invitations).toMatchObject([{ status: 'added' }]);
  });

  test('again changes nothing of the profile', async () => {
    const testContext = table.testContext();
    const user = signedIn('again@empresa.mx', { name: 'Luis' });
    await testContext.use(welcomeUser)(user);
    const before = await getItem(testContext.context, userKey(user.id));
    testContext.pass(60_000);
    await testContext.use(welcomeUser)({ ...user, name: 'Otro' });
    expect(await getItem(testContext.context, userKey(user.id))).toEqual(before);
  });

  test('joins every team that waits for the address, as MEMBER, and takes the invitations away', async () => {
    const testContext = table.testContext();
    const teams = [];
    for (let index = 0; index < 2; index += 1) {
      const owner = await insertUser(testContext);
      teams.push(await makeTeam(testContext, owner.id, ['waited@empresa.mx']));
    }
    const user = signedIn('waited@empresa.mx', { name: 'Luis' });
    await testContext.use(welcomeUser)(user);
    for (const { teamId } of teams) {
      expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toMatchObject({
        role: 'MEMBER',
        name: 'Luis',
        email: user.email,
      });
      expect(await itemsOf(teamId, 'INVITATION#')).toEqual([]);
      expect(await auditOf(teamId)).toHaveLength(2);
    }
  });

  test('ten times at once makes one profile and joins once', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext);
    const { teamId } = await makeTeam(testContext, owner.id, ['eager@empresa.mx']);
    const user = signedIn('eager@empresa.mx');
    await Promise.all(Array.from({ length: 10 }, () => table.testContext().use(welcomeUser)(user)));
    expect(await itemsOf(teamId, 'MEMBER#')).toHaveLength(2);
    const joined = (await auditOf(teamId)).filter(({ changes }) => JSON.stringify(changes)?.includes(user.id));
    expect(joined).toHaveLength(1);
  });

  test('takes an invitation away to a team that one is in already', async () => {
    const testContext = table.testContext();
    const owner = await insertUser(testContext);
    const { teamId } = await makeTeam(testContext, owner.id, ['inside@empresa.mx']);
    const user = signedIn('inside@empresa.mx');
    await insertMembership(testContext, { teamId, userId: user.id, email: user.email, role: 'ADMIN' });
    await testContext.use(welcomeUser)(user);
    expect(await itemsOf(teamId, 'INVITATION#')).toEqual([]);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toMatchObject({ role: 'ADMIN' });
  });
});

describe('the teams of a user', () => {
  const list = (userId: string, limit: number, cursor?: string) =>
    table.testContext().use(listTeams)(userId, { limit, cursor });

  /** Follows the cursors to the end. */
  async function pages(userId: string, limit: number) {
    const found = [];
    let cursor: string | undefined;
    do {
      const page = await list(userId, limit, cursor);
      expect(page.count).toBe(page.records.length);
      found.push(page.records.map(({ teamId }) => teamId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  async function insertTeams(count: number) {
    const testContext = table.testContext();
    const userId = someId();
    const teamIds = [];
    for (let index = 0; index < count; index += 1) {
      const { teamId } = await insertTeam(testContext, {});
      await insertMembership(testContext, { teamId, userId, role: index === 0 ? 'ADMIN' : 'MEMBER' });
      teamIds.push(teamId);
    }
    return { userId, teamIds };
  }

  test.each([1, 2, 3, 4, 7, 8])('are all covered, the oldest first, by pages of %p', async (limit) => {
    const { userId, teamIds } = await insertTeams(7);
    const found = await pages(userId, limit);
    expect(found.flat()).toEqual(teamIds);
    for (const page of found) expect(page.length).toBeLessThanOrEqual(limit);
  });

  test('each come with one’s role in it, and other people’s do not come', async () => {
    const { userId } = await insertTeams(2);
    await insertTeams(1);
    const { records, nextCursor } = await list(userId, 50);
    expect(records.map(({ userRole }) => userRole)).toEqual(['ADMIN', 'MEMBER']);
    expect(nextCursor).toBeNull();
  });

  test('are none for somebody who is in none', async () => {
    expect(await list(someId(), 50)).toEqual({ records: [], count: 0, nextCursor: null, total: 0 });
  });

  test('do not take an altered cursor, or another list’s', async () => {
    const { userId } = await insertTeams(3);
    const other = await insertTeams(3);
    const { nextCursor } = await list(userId, 1);
    const cursor = nextCursor ?? '';
    const altered = [
      `${cursor}x`,
      cursor.slice(0, -1),
      cursor.slice(1),
      `A${cursor.slice(1)}`,
      Buffer.from(cursor, 'base64url').toString('base64'),
      ` ${cursor}`,
      'x',
      '=',
      'a'.repeat(2000),
      `${cursor.slice(0, 10)}\0`,
    ].filter((text) => text !== cursor);
    for (const text of altered) {
      await expect(list(userId, 1, text)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'cursor' });
    }
    await expect(list(other.userId, 1, cursor)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'cursor' });
    expect((await list(userId, 1, cursor)).count).toBe(1);
  });

  test('leave out a membership that an index still shows', async () => {
    const { userId } = await insertTeams(1);
    const testContext = table.testContext();
    const ghost = {
      teamId: someId(),
      userId,
      role: 'MEMBER',
      email: 'x@empresa.mx',
      joinedAt: testContext.now().toISOString(),
    } as const;
    const key = membershipKey(ghost.teamId, userId);
    await transact(testContext.context, [
      create(key, ghost, unexpectedConflict('A ghost'), { gsi1pk: `USER#${userId}#TEAMS`, gsi1sk: ghost.teamId }),
    ]);
    expect((await list(userId, 50)).count).toBe(1);
  });
});
