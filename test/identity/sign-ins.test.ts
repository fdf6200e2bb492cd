import { auditOfTeam } from '../../shared/audit/audit-event';
import { getItem } from '../../shared/platform/table/read';
import { discard, overwrite } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { invitationIndexes, invitationKey, membershipKey } from '../../shared/teams/team';
import { registrationKey } from '../../shared/teams/user';
import { noteRegistration, noteRegistrationOnce, welcomeUser } from '../../shared/teams/users';
import { type Scene, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { layUser } from '../support/store-fleet';

const table = quickTable();

const NINETY_DAYS = 90 * 86_400;

async function layInvitation(scene: Scene, email: string): Promise<string> {
  const teamId = someId();
  const invitation = { teamId, email, invitedBy: someId(), createdAt: scene.now().toISOString() };
  const key = invitationKey(teamId, email);
  await transact(scene.context, [overwrite(key, invitation, invitationIndexes(invitation))]);
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
    const scene = table.scene();
    const userId = someId();
    await scene.use(note)(userId, told);
    const expires = scene.now().getTime() / 1000 + NINETY_DAYS;
    expect(await getItem(scene.context, registrationKey(userId))).toEqual({ ...noted, expires });
  });
});

test('who registers a waiting address again renames nobody, and keeps nothing longer', async () => {
  const scene = table.scene();
  const userId = someId();
  await scene.use(noteRegistration)(userId, { name: 'Ana' });
  const first = await getItem(scene.context, registrationKey(userId));
  scene.pass(60_000);
  await scene.use(noteRegistrationOnce)(userId, { name: 'Una Extraña', phone: '81' });
  expect(await getItem(scene.context, registrationKey(userId))).toEqual(first);
});

describe('an invitation that a sign-in takes up', () => {
  test('leaves in the audit who joined, by whom and what', async () => {
    const scene = table.scene();
    const user = await layUser(scene);
    const teamId = await layInvitation(scene, user.email);
    await scene.use(welcomeUser)(user);
    const entries = (await table.everything()).filter(({ gsi1pk }) => gsi1pk === auditOfTeam(teamId).gsi1pk);
    expect(entries).toMatchObject([
      { entityType: 'TEAM', entityId: teamId, action: 'UPDATE', actorId: user.id, changes: { joined: user.id } },
    ]);
  });

  test('and that was withdrawn between read and join makes no membership', async () => {
    const scene = table.scene();
    const user = await layUser(scene);
    const teamId = await layInvitation(scene, user.email);
    const meanwhile = () => transact(scene.context, [discard(invitationKey(teamId, user.email))]);
    const late = table.interrupted(meanwhile);
    await late.use(welcomeUser)(user);
    expect(await getItem(scene.context, membershipKey(teamId, user.id))).toBeUndefined();
    expect(await table.partition(membershipKey(teamId, user.id).pk)).toEqual([]);
  });

  test('is one of 25; the next sign-in takes up the others', async () => {
    const scene = table.scene();
    const user = await layUser(scene);
    for (let made = 0; made < 26; made += 1) await layInvitation(scene, user.email);
    const joined = async () =>
      (await table.everything()).filter(({ userId, role }) => userId === user.id && role).length;
    await scene.use(welcomeUser)(user);
    expect(await joined()).toBe(25);
    await scene.use(welcomeUser)(user);
    expect(await joined()).toBe(26);
  });
});
