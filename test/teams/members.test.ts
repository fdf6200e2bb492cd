import { getItem } from '../../shared/platform/table/read';
import { editTeam, joinTeam, rotateJoinCode } from '../../shared/teams/edit-team';
import { joinCodeFrom, joinCodeKey } from '../../shared/teams/join-code';
import { changeRole, listMembers, type MemberActor, removeMember } from '../../shared/teams/members';
import { hasRole, type Membership, membershipKey, ROLES, type Role, teamKey } from '../../shared/teams/team';
import { createTeam } from '../../shared/teams/teams';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertTeam, insertUser } from '../support/store-fleet';
import { TEAM_ADDRESS } from '../support/store-records';

const table = quickTable();

const asActor = ({ teamId, userId, role }: Membership): MemberActor => ({ id: userId, teamId, role });

/** A team with its owner and members with these roles. */
async function insertPeople(...roles: Role[]) {
  const testContext = table.testContext();
  const ownerId = someId();
  const team = await insertTeam(testContext, { ownerId });
  const { teamId } = team;
  const owner = await insertMembership(testContext, { teamId, userId: ownerId, role: 'OWNER' });
  const members = [];
  for (const role of roles) members.push(await insertMembership(testContext, { teamId, role }));
  return { team, owner, members };
}

const membersOf = async (teamId: string) =>
  (await table.testContext().use(listMembers)(teamId, { limit: 200 })).records;
const roleOf = async ({ teamId, userId }: Membership) =>
  (await getItem(table.testContext().context, membershipKey(teamId, userId)))?.role;
const codesOf = async (teamId: string) =>
  (await table.everything()).filter((item) => item.sk === 'JOIN_CODE' && item.teamId === teamId);

/** The codes of the failed calls, and the number of calls that succeeded. */
async function outcomesOf(all: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(all);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason.code)] : []));
  return { done: outcomes.length - refusals.length, refusals };
}

/** Every team has one owner (the team stores the id), and one join code, which leads to the team. */
async function expectSound(teamId: string) {
  const context = table.testContext().context;
  const team = await getItem(context, teamKey(teamId));
  const owners = (await membersOf(teamId)).filter(({ role }) => role === 'OWNER');
  expect(owners.map(({ userId }) => userId)).toEqual([team?.ownerId]);
  expect(await codesOf(teamId)).toEqual([expect.objectContaining({ pk: joinCodeKey(team?.joinCode ?? '').pk })]);
}

describe('at once', () => {
  test('of five hand-overs one wins', async () => {
    const { team, owner, members } = await insertPeople('ADMIN', 'ADMIN', 'MEMBER', 'MEMBER', 'MEMBER');
    const sent = members.map((member) => table.testContext().use(changeRole)(asActor(owner), member, 'OWNER'));
    expect(await outcomesOf(sent)).toEqual({ done: 1, refusals: new Array(4).fill('CONFLICT') });
    await expectSound(team.teamId);
    expect(await roleOf(owner)).toBe('ADMIN');
  });

  test('of five removals one wins, and the join code is the winner’s', async () => {
    const { team, owner, members } = await insertPeople('MEMBER', 'MEMBER', 'MEMBER', 'MEMBER', 'MEMBER');
    const faults = () => [{ action: 'TransactWriteItems', times: 1, meanwhile: allHaveRead }];
    const allHaveRead = gathering(members.length);
    const sent = members.map((member) =>
      table.testContext({ faults: faults() }).use(removeMember)(asActor(owner), member),
    );
    expect(await outcomesOf(sent)).toEqual({ done: 1, refusals: new Array(4).fill('CONFLICT') });
    expect(await membersOf(team.teamId)).toHaveLength(5);
    await expectSound(team.teamId);
  });

  test('who has just handed the team over changes no role any more', async () => {
    const { team, owner, members } = await insertPeople('ADMIN', 'MEMBER');
    const [heir = owner, other = owner] = members;
    await table.testContext().use(changeRole)(asActor(owner), heir, 'OWNER');
    const late = table.testContext().use(changeRole)(asActor(owner), other, 'ADMIN');
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await roleOf(other)).toBe('MEMBER');
    await expectSound(team.teamId);
  });

  test('a hand-over to who is removed leaves a team with an owner', async () => {
    const { team, owner, members } = await insertPeople('ADMIN');
    const [heir = owner] = members;
    const handOver = table.testContext().use(changeRole)(asActor(owner), heir, 'OWNER');
    const leave = table.testContext().use(removeMember)(asActor(heir), heir);
    expect((await outcomesOf([handOver, leave])).done).toBe(1);
    await expectSound(team.teamId);
  });

  test('joining by a code that is changed meanwhile lets nobody in', async () => {
    const { team, owner } = await insertPeople();
    const newcomer = await insertUser(table.testContext());
    const rotate = () => table.testContext().use(rotateJoinCode)(asActor(owner), team);
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', meanwhile: rotate }] });
    await expect(testContext.use(joinTeam)(newcomer, team.joinCode)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await membersOf(team.teamId)).toHaveLength(1);
    await expectSound(team.teamId);
  });

  test('of two new codes one is given', async () => {
    const { team, owner } = await insertPeople();
    const sent = [1, 2].map(() => table.testContext().use(rotateJoinCode)(asActor(owner), team));
    expect(await outcomesOf(sent)).toEqual({ done: 1, refusals: ['CONFLICT'] });
    await expectSound(team.teamId);
  });

  test('joining twenty times makes one member', async () => {
    const { team } = await insertPeople();
    const newcomer = await insertUser(table.testContext(), {
      name: 'Luis',
      sessionsValidFrom: '2026-03-02T14:00:00.000Z',
    });
    const sent = Array.from({ length: 20 }, () => table.testContext().use(joinTeam)(newcomer, team.joinCode));
    expect(await outcomesOf(sent)).toEqual({ done: 1, refusals: new Array(19).fill('ALREADY_MEMBER') });
    const joined = (await membersOf(team.teamId)).filter(({ userId }) => userId === newcomer.id);
    expect(joined).toMatchObject([{ name: 'Luis', sessionsValidFrom: newcomer.sessionsValidFrom, role: 'MEMBER' }]);
  });
});

/** Waits until this many have arrived, so that all of them have read before the first one writes. */
function gathering(many: number): () => Promise<void> {
  let come = 0;
  let open = () => {};
  const full = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === many) open();
    return full;
  };
}

describe('who removes whom', () => {
  const pairs = ROLES.flatMap((by) => ROLES.map((of) => ({ by, of })));

  test.each(pairs)('$by removes another $of as is ruled', async ({ by, of }) => {
    const { team, members } = await insertPeople(by, of);
    const [one, other] = members;
    if (one === undefined || other === undefined) throw new Error('Two were laid.');
    const testContext = table.testContext();
    const expected = !hasRole(by, 'ADMIN') ? 'FORBIDDEN' : of === 'OWNER' ? 'TEAM_OWNER' : undefined;
    const { done, refusals } = await outcomesOf([testContext.use(removeMember)(asActor(one), other)]);
    expect([done, refusals]).toEqual(expected ? [0, [expected]] : [1, []]);
    const rotated = (await getItem(testContext.context, teamKey(team.teamId)))?.joinCode !== team.joinCode;
    expect(rotated).toBe(expected === undefined);
  });

  test('a member who became the owner meanwhile stays', async () => {
    const { team, owner, members } = await insertPeople('MEMBER');
    const [heir = owner] = members;
    const handOver = () => table.testContext().use(changeRole)(asActor(owner), heir, 'OWNER');
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', meanwhile: handOver }] });
    await expect(testContext.use(removeMember)(asActor(owner), heir)).rejects.toMatchObject({ code: 'TEAM_OWNER' });
    await expectSound(team.teamId);
  });

  test('a removal is two reads and one transaction, and leaves who and whom in the audit', async () => {
    const { team, owner, members } = await insertPeople('MEMBER');
    const [member = owner] = members;
    const testContext = table.testContext();
    await testContext.use(removeMember)(asActor(owner), member);
    expect(testContext.actions()).toEqual(['Query', 'GetItem', 'TransactWriteItems']);
    expect(await table.partition(`TEAM#${team.teamId}#TEAM#${team.teamId}`)).toMatchObject([
      { action: 'UPDATE', actorId: owner.userId, changes: { removed: member.userId } },
    ]);
  });
});

test('an edit of a team with its old values is written, and one with none is no call', async () => {
  const { team, owner } = await insertPeople();
  const testContext = table.testContext();
  expect(await testContext.use(editTeam)(asActor(owner), team, {})).toEqual(team);
  expect(testContext.calls).toEqual([]);
  testContext.pass(1000);
  const edited = await testContext.use(editTeam)(asActor(owner), team, { name: team.name });
  expect(edited).toEqual({ ...team, updatedAt: testContext.now().toISOString() });
});

test('the members are listed in an order that does not change, each once, by whatever page', async () => {
  const { team } = await insertPeople('ADMIN', 'MEMBER', 'MEMBER', 'ADMIN');
  const all = await membersOf(team.teamId);
  expect(all).toHaveLength(5);
  const { records, nextCursor } = await table.testContext().use(listMembers)(team.teamId, { limit: 3 });
  const rest = await table.testContext().use(listMembers)(team.teamId, { limit: 3, cursor: nextCursor ?? '' });
  expect([...records, ...rest.records]).toEqual(all);
});

describe('a join code that another team has', () => {
  /** A team, and a test context whose random numbers repeat the team's join code. */
  async function insertUnlucky() {
    const bytes = Uint8Array.from({ length: 40 }, (_, index) => index + 100);
    const { teamId, joinCode } = await insertTeam(table.testContext(), { joinCode: joinCodeFrom(bytes) });
    const context = { ...table.testContext().context, randomBytes: () => bytes };
    const holder = () => getItem(context, joinCodeKey(joinCode));
    return { context, teamId, holder };
  }

  test('is not taken from it by a new code', async () => {
    const { context, teamId, holder } = await insertUnlucky();
    const { team, owner } = await insertPeople();
    await expect(rotateJoinCode.make(context)(asActor(owner), team)).rejects.toThrow('A join code exists already');
    expect(await holder()).toEqual({ teamId });
    await expectSound(team.teamId);
  });

  test('is not taken from it by a new team, which is not made', async () => {
    const { context, teamId, holder } = await insertUnlucky();
    const owner = await insertUser(table.testContext());
    const before = await table.everything();
    const body = { name: 'Fletes del Norte', address: TEAM_ADDRESS, invites: [] };
    await expect(createTeam.make(context)(owner, body, undefined)).rejects.toThrow('A join code exists already');
    expect(await holder()).toEqual({ teamId });
    // The quota of teams counts each try.
    const uncounted = (items: typeof before) => items.filter(({ pk }) => !String(pk).startsWith('QUOTA#'));
    expect(uncounted(await table.everything())).toEqual(uncounted(before));
  });
});
