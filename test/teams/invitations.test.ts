import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { InvitationRecord, invitationIndexes, invitationKey, newInvitation } from '../../shared/teams/invitation';
import { invitationMails } from '../../shared/teams/invitation-mails';
import { changeRole, type MemberActor, removeMember } from '../../shared/teams/members';
import { recordInvitations } from '../../shared/teams/record-invitations';
import { type Membership, membershipKey } from '../../shared/teams/team';
import { welcomeUser } from '../../shared/teams/users';
import { someId, type TestContext } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertTeam, insertUser } from '../support/store-fleet';

const table = quickTable();

const asActor = ({ teamId, userId, role }: Membership): MemberActor => ({ id: userId, teamId, role });

async function insertInvitation(testContext: TestContext, given: { teamId: string; email: string; invitedBy: string }) {
  const invitation = newInvitation(given, testContext.now());
  const key = invitationKey(given.teamId, given.email);
  await transact(testContext.context, [putItem(key, invitation, invitationIndexes(invitation))]);
  return key;
}

/** A team with an administrator who made this many invitations. */
async function insertInviter(invitations: number) {
  const testContext = table.testContext();
  const ownerId = someId();
  const { teamId } = await insertTeam(testContext, { ownerId });
  const owner = await insertMembership(testContext, { teamId, userId: ownerId, role: 'OWNER' });
  const admin = await insertMembership(testContext, { teamId, role: 'ADMIN' });
  for (let index = 0; index < invitations; index += 1)
    await insertInvitation(testContext, { teamId, email: `p${index}@${teamId}.mx`, invitedBy: admin.userId });
  return { teamId, owner, admin };
}

test.each(['ADDED', 'INVITED'] as const)(
  'doors 17: a mail about %s has names only where the notice says so',
  (about) => {
    const mailOf = (hasNames: boolean) =>
      invitationMails([{ email: 'luis@empresa.mx', about, hasNames }], { name: 'Ana López' }, { name: 'Norte' });
    expect(mailOf(true)).toMatchObject([{ to: 'luis@empresa.mx', text: expect.stringMatching(/Ana López\n.*Norte/) }]);
    expect(JSON.stringify(mailOf(false))).not.toMatch(/Ana|Norte|escribió/);
    expect(mailOf(true)[0]?.subject).toBe(
      about === 'ADDED' ? 'Lo agregaron a una empresa' : 'Lo invitaron a una empresa',
    );
  },
);

describe('the removal of an inviter', () => {
  test('doors 9: ends each invitation with one plain write, before the transaction, and the audit counts them', async () => {
    const { teamId, owner, admin } = await insertInviter(23);
    const testContext = table.testContext();
    await insertInvitation(table.testContext(), { teamId, email: 'ana@empresa.mx', invitedBy: owner.userId });
    await testContext.use(removeMember)(asActor(owner), admin);
    const writes = new Array(23).fill('UpdateItem');
    expect(testContext.actions()).toEqual(['Query', ...writes, 'GetItem', 'TransactWriteItems']);
    const now = testContext.now();
    const invitations = await table.partition(`TEAM#${teamId}`, 'INVITATION#');
    for (const item of invitations.filter(({ invitedBy }) => invitedBy === admin.userId))
      expect(item).toMatchObject({ expiresAt: now.toISOString(), expires: now.getTime() / 1000 });
    expect(await table.partition(`TEAM#${teamId}#TEAM#${teamId}`)).toMatchObject([
      { changes: { removed: admin.userId, withdrawnInvitations: 23 } },
    ]);
  });

  test('doors 9: interrupted at the membership leaves the member, and no invitation', async () => {
    const { teamId, owner, admin } = await insertInviter(1);
    const faults = [{ action: 'TransactWriteItems', before: connectionReset }];
    const removal = table.testContext({ faults }).use(removeMember)(asActor(owner), admin);
    await expect(removal).rejects.toBeDefined();
    const { context } = table.testContext();
    expect(await getItem(context, membershipKey(teamId, admin.userId))).toMatchObject({ role: 'ADMIN' });
    const user = await insertUser(table.testContext(), { email: `p0@${teamId}.mx` });
    await table.testContext().use(welcomeUser)(user);
    expect(await getItem(context, membershipKey(teamId, user.id))).toBeUndefined();
  });

  test.each(['OWNER', 'ADMIN', 'MEMBER', undefined] as const)(
    'doors 9: an invitation that was written meanwhile admits by the role of its inviter then: %s',
    async (role) => {
      const testContext = table.testContext();
      const teamId = someId();
      const inviter = role === undefined ? { userId: someId() } : await insertMembership(testContext, { teamId, role });
      const user = await insertUser(testContext);
      const key = await insertInvitation(testContext, { teamId, email: user.email, invitedBy: inviter.userId });
      await testContext.use(welcomeUser)(user);
      const membership = await getItem(testContext.context, membershipKey(teamId, user.id));
      expect(membership !== undefined).toBe(role === 'OWNER' || role === 'ADMIN');
      expect(await getItem(testContext.context, key)).toBeUndefined();
    },
  );

  test('doors 9: an invitation does not admit when its inviter gets a lower role at the moment of the sign-in', async () => {
    const { teamId, admin } = await insertInviter(1);
    const user = await insertUser(table.testContext(), { email: `p0@${teamId}.mx` });
    // The invitation was written after the ones of the inviter were withdrawn.
    const meanwhile = () => insertMembership(table.testContext(), { ...admin, role: 'MEMBER' });
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] });
    await testContext.use(welcomeUser)(user);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toBeUndefined();
    expect(await getItem(testContext.context, invitationKey(teamId, user.email))).toBeUndefined();
  });

  test.each([
    ['is removed', (owner: MemberActor, admin: Membership) => table.testContext().use(removeMember)(owner, admin)],
    [
      'gets a lower role',
      (owner: MemberActor, admin: Membership) => table.testContext().use(changeRole)(owner, admin, 'MEMBER'),
    ],
  ])('doors 9: adds no one by a call that was admitted before the inviter %s', async (_, act) => {
    const { teamId, owner, admin } = await insertInviter(0);
    const { id: userId, email } = await insertUser(table.testContext());
    const meanwhile = async () => void (await act(asActor(owner), admin));
    const faults = [{ action: 'TransactWriteItems', times: 1, meanwhile }];
    const call = table.testContext({ faults }).use(recordInvitations)(teamId, admin.userId, [{ email, userId }]);
    await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await getItem(table.testContext().context, membershipKey(teamId, userId))).toBeUndefined();
  });

  test('doors 9: an inviter whose earlier address is invited stays the member of before', async () => {
    const { teamId, admin } = await insertInviter(0);
    const testContext = table.testContext();
    const user = await insertUser(testContext, { id: admin.userId });
    const invites = [{ email: 'antes@empresa.mx', userId: user.id }];
    expect(await testContext.use(recordInvitations)(teamId, admin.userId, invites)).toEqual([]);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toMatchObject({ role: 'ADMIN' });
  });

  test('doors 9: leaves an invitation that another member renews at the same moment', async () => {
    const { teamId, owner, admin } = await insertInviter(1);
    const renew = () =>
      insertInvitation(table.testContext(), { teamId, email: `p0@${teamId}.mx`, invitedBy: owner.userId });
    const testContext = table.testContext({ faults: [{ action: 'UpdateItem', times: 1, meanwhile: renew }] });
    await testContext.use(removeMember)(asActor(owner), admin);
    const user = await insertUser(table.testContext(), { email: `p0@${teamId}.mx` });
    await table.testContext().use(welcomeUser)(user);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toMatchObject({ role: 'MEMBER' });
  });
});

describe('an ended invitation', () => {
  const invitedUser = async () => {
    const testContext = table.testContext();
    const user = await insertUser(testContext);
    const { teamId, userId: invitedBy } = await insertMembership(testContext, { teamId: someId(), role: 'ADMIN' });
    const given = { teamId, email: user.email, invitedBy };
    return { testContext, user, teamId: given.teamId, key: await insertInvitation(testContext, given) };
  };
  const WEEK = 7 * 24 * 60 * 60 * 1000;

  test('doors 9: is deleted by a sign-in, so that it takes no place of an open one', async () => {
    const { testContext, user, key, teamId } = await invitedUser();
    testContext.pass(WEEK);
    await testContext.use(welcomeUser)(user);
    expect(await getItem(testContext.context, key)).toBeUndefined();
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toBeUndefined();
  });

  test('doors 9: that is renewed during a sign-in stays for the next one', async () => {
    const { user, teamId } = await invitedUser();
    const later = () => {
      const testContext = table.testContext();
      testContext.pass(WEEK);
      return testContext;
    };
    const { userId: invitedBy } = await insertMembership(table.testContext(), { teamId, role: 'ADMIN' });
    const renew = () => insertInvitation(later(), { teamId, email: user.email, invitedBy });
    const testContext = table.testContext({
      faults: [{ action: 'TransactWriteItems', skip: 1, times: 1, meanwhile: renew }],
    });
    testContext.pass(WEEK);
    await testContext.use(welcomeUser)(user);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toBeUndefined();
    await later().use(welcomeUser)(user);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toMatchObject({ role: 'MEMBER' });
  });

  test('doors 9: is also one of an older release, which has no end', async () => {
    const { testContext, user, key, teamId } = await invitedUser();
    const { expiresAt: _, expires: __, ...old } = { ...(await getItem(testContext.context, key)) };
    const invitation = {
      ...old,
      teamId,
      email: user.email,
      invitedBy: someId(),
      createdAt: '2026-02-27T15:00:00.000Z',
    };
    expect(InvitationRecord.entries.expiresAt.default).toBe('1970-01-01T00:00:00.000Z');
    await transact(testContext.context, [putItem(key, invitation, invitationIndexes(invitation))]);
    await testContext.use(welcomeUser)(user);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toBeUndefined();
  });
});
