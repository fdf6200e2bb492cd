import { getItem } from '../../shared/platform/table/read';
import { deleteIfPresent } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { changeOwnProfile } from '../../shared/teams/profiles';
import { membershipKey } from '../../shared/teams/team';
import { userKey } from '../../shared/teams/user';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertUser } from '../support/store-fleet';

const table = quickTable();

const PROFILE = { name: 'Ana Treviño', phone: '8112345678', photoUrl: 'https://cdn.example/ana.png' };

async function insertOwner() {
  const testContext = table.testContext();
  const user = await insertUser(testContext, PROFILE);
  const stored = () => getItem(testContext.context, userKey(user.id));
  return { testContext, user, stored };
}

test('an emptied field is gone from the item, beside one that is written', async () => {
  const { testContext, user, stored } = await insertOwner();
  testContext.pass(60_000);
  const answer = await testContext.use(changeOwnProfile)(user, {
    phone: null,
    photoUrl: 'https://cdn.example/otra.png',
  });
  const { phone: _, ...rest } = user;
  const expected = { ...rest, photoUrl: 'https://cdn.example/otra.png', updatedAt: testContext.now().toISOString() };
  expect(answer).toEqual(expected);
  expect(await stored()).toEqual(expected);
});

test('a field that is undefined is one that was not sent', async () => {
  const { testContext, user, stored } = await insertOwner();
  testContext.pass(60_000);
  expect(await testContext.use(changeOwnProfile)(user, { phone: undefined, photoUrl: PROFILE.photoUrl })).toEqual(user);
  expect(await stored()).toEqual(user);
  expect(testContext.actions()).not.toContain('UpdateItem');
});

describe('taken away between read and write', () => {
  test('a user is UNAUTHENTICATED, and is not made anew', async () => {
    const { testContext, user, stored } = await insertOwner();
    const meanwhile = () => transact(testContext.context, [deleteIfPresent(userKey(user.id))]);
    const late = table.testContext({ faults: [{ action: 'UpdateItem', times: 1, meanwhile }] });
    const change = late.use(changeOwnProfile)(user, { phone: '5512345678' });
    await expect(change).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await stored()).toBeUndefined();
  });

  test('a membership is passed over, and is not made anew; the others are renamed', async () => {
    const { testContext, user, stored } = await insertOwner();
    const [left, stayed] = [someId(), someId()];
    for (const teamId of [left, stayed])
      await insertMembership(testContext, { teamId, userId: user.id, name: user.name });
    const meanwhile = () => transact(testContext.context, [deleteIfPresent(membershipKey(left, user.id))]);
    const late = table.testContext({ faults: [{ action: 'UpdateItem', skip: 1, times: 1, meanwhile }] });
    await late.use(changeOwnProfile)(user, { name: 'Ana María' });
    expect(await stored()).toMatchObject({ name: 'Ana María' });
    expect(await getItem(testContext.context, membershipKey(left, user.id))).toBeUndefined();
    expect(await getItem(testContext.context, membershipKey(stayed, user.id))).toMatchObject({ name: 'Ana María' });
  });
});

describe('desk 1.6: names that are changed at once', () => {
  test('leave profile and memberships equal, also when the profile is written in another order than they are', async () => {
    const { testContext, user, stored } = await insertOwner();
    const teamId = someId();
    await insertMembership(testContext, { teamId, userId: user.id, name: user.name });
    const member = () => getItem(testContext.context, membershipKey(teamId, user.id));
    const meanwhile = () => table.testContext().use(changeOwnProfile)(user, { name: 'Ana María' });
    const overtaken = table.testContext({ faults: [{ action: 'UpdateItem', skip: 1, times: 1, meanwhile }] });
    await overtaken.use(changeOwnProfile)(user, { name: 'Ana Sofía' });
    expect([(await stored())?.name, (await member())?.name]).toEqual(['Ana María', 'Ana María']);
  });

  test('leave them equal after each of 50 races of three', async () => {
    const { testContext, user, stored } = await insertOwner();
    const teams = [someId(), someId(), someId()];
    for (const teamId of teams) await insertMembership(testContext, { teamId, userId: user.id, name: user.name });
    for (let race = 0; race < 50; race += 1) {
      const names = ['a', 'b', 'c'].map((letter) => `Ana ${letter}${race}`);
      await Promise.all(names.map((name) => table.testContext().use(changeOwnProfile)(user, { name })));
      const members = await Promise.all(teams.map((id) => getItem(testContext.context, membershipKey(id, user.id))));
      const name = (await stored())?.name;
      expect(names).toContain(name);
      expect(members.map((member) => member?.name)).toEqual(teams.map(() => name));
    }
  });
});
