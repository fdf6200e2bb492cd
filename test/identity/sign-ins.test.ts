import { auditOfTeam } from '../../shared/audit/audit-event';
import { getItem } from '../../shared/platform/table/read';
import { deleteIfPresent, putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { invitationIndexes, invitationKey, newInvitation } from '../../shared/teams/invitation';
import { membershipKey } from '../../shared/teams/team';
import { registrationKey } from '../../shared/teams/user';
import { noteRegistration, noteRegistrationOnce, welcomeUser } from '../../shared/teams/users';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertUser } from '../support/store-fleet';

const table = quickTable();

const NINETY_DAYS = 90 * 86_400;

async function insertInvitation(testContext: TestContext, email: string): Promise<string> {
  const { teamId, userId: invitedBy } = await insertMembership(testContext, { teamId: someId(), role: 'ADMIN' });
  const invitation = newInvitation({ teamId, email, invitedBy }, testContext.now());
  const key = invitationKey(teamId, email);
  await transact(testContext.context, [putItem(key, invitation, invitationIndexes(invitation))]);
  return teamId;
}

describe.each([
  ['the first time', noteRegistration],
  ['again, where nothing was noted', noteRegistrationOnce],
])('what is told by who registers %s', (_, note) => {
  test.each([
    [
      { name: 'Ana', phone: '81' },
      { name: 'Ana', phone: '81' },
    ],
    [{ name: 'Ana', phone: '' }, { name: 'Ana' }],
  ])('is kept ninety days: %j', async (told, noted) => {
    const testContext = table.testContext();
    const userId = someId();
    await testContext.use(note)(userId, told);
    const expires = testContext.now().getTime() / 1000 + NINETY_DAYS;
    expect(await getItem(testContext.context, registrationKey(userId))).toEqual({ ...noted, expires });
  });
});

test('who registers a waiting address again renames nobody, and keeps nothing longer', async () => {
  const testContext = table.testContext();
  const userId = someId();
  await testContext.use(noteRegistration)(userId, { name: 'Ana' });
  const first = await getItem(testContext.context, registrationKey(userId));
  testContext.pass(60_000);
  await testContext.use(noteRegistrationOnce)(userId, { name: 'Una Extraña', phone: '81' });
  expect(await getItem(testContext.context, registrationKey(userId))).toEqual(first);
});

describe('an invitation that a sign-in takes up', () => {
  test('leaves in the audit who joined, by whom and what', async () => {
    const testContext = table.testContext();
    const user = await insertUser(testContext);
    const teamId = await insertInvitation(testContext, user.email);
    await testContext.use(welcomeUser)(user);
    const entries = (await table.everything()).filter(({ gsi1pk }) => gsi1pk === auditOfTeam(teamId).gsi1pk);
    expect(entries).toMatchObject([
      { entityType: 'TEAM', entityId: teamId, action: 'UPDATE', actorId: user.id, changes: { joined: user.id } },
    ]);
  });

  test('and that was withdrawn between read and join makes no membership', async () => {
    const testContext = table.testContext();
    const user = await insertUser(testContext);
    const teamId = await insertInvitation(testContext, user.email);
    const meanwhile = () => transact(testContext.context, [deleteIfPresent(invitationKey(teamId, user.email))]);
    const late = table.interrupted(meanwhile);
    await late.use(welcomeUser)(user);
    expect(await getItem(testContext.context, membershipKey(teamId, user.id))).toBeUndefined();
    expect(await table.partition(membershipKey(teamId, user.id).pk)).toMatchObject([{ role: 'ADMIN' }]);
  });

  test('is one of 25; the next sign-in takes up the others', async () => {
    const testContext = table.testContext();
    const user = await insertUser(testContext);
    for (let made = 0; made < 26; made += 1) await insertInvitation(testContext, user.email);
    const joined = async () =>
      (await table.everything()).filter(({ userId, role }) => userId === user.id && role).length;
    await testContext.use(welcomeUser)(user);
    expect(await joined()).toBe(25);
    await testContext.use(welcomeUser)(user);
    expect(await joined()).toBe(26);
  });
});
