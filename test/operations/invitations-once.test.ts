import { operation as createInvitations } from '../../functions/teams/create-invitations';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { getItem } from '../../shared/platform/table/read';
import { membershipKey } from '../../shared/teams/team';
import { accounts, someEmail } from '../support/accounts';
import { connectionReset, type Fault } from '../support/faults';
import { type Desk, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertUser } from '../support/store-fleet';

const world = accounts(quickTable());

const inviteOnce = ({ send }: Desk, invites: readonly string[]) =>
  send(createInvitations, { body: { invites }, headers: { 'idempotency-key': 'k' } });

describe('integrations 4: invitations with an Idempotency-Key', () => {
  test('that were cut off are carried out when they are sent again, and no more after that', async () => {
    const faults: Fault[] = [];
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    const colleague = await insertUser(office.testContext);
    const invites = [colleague.email, 'nueva@fletes.mx', 'nadie'];
    const membership = () => getItem(office.testContext.context, membershipKey(office.teamId, colleague.id));
    faults.push({ action: 'TransactWriteItems', skip: 1, before: connectionReset });
    expect(await inviteOnce(office, invites)).toMatchObject({ status: 503 });
    expect(await membership()).toBeUndefined();
    faults.splice(0);
    const answer = await inviteOnce(office, invites);
    const outcomes = invites.map((email, index) => ({ email, status: ['added', 'invited', 'invalid'][index] }));
    expect(answer).toMatchObject({ status: 200, body: { invitations: outcomes } });
    expect(await membership()).toMatchObject({ role: 'MEMBER' });
    expect(world.mailed()).toEqual([colleague.email, 'nueva@fletes.mx']);

    // A member who was removed meanwhile is not added again.
    expect((await office.send(removeMember, { path: { userId: colleague.id } })).status).toBe(200);
    expect(await inviteOnce(office, invites)).toEqual(answer);
    expect(await membership()).toBeUndefined();
    expect(world.mailed()).toEqual([colleague.email, 'nueva@fletes.mx']);
  });

  test('count once against the limits of a day, also ten times at once', async () => {
    const office = await openOffice(world);
    const invites = Array.from({ length: 40 }, someEmail);
    const answers = await Promise.all(Array.from({ length: 10 }, () => inviteOnce(office, invites)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const others = Array.from({ length: 60 }, someEmail);
    expect((await office.send(createInvitations, { body: { invites: others } })).status).toBe(200);
    expect((await office.send(createInvitations, { body: { invites: [someEmail()] } })).status).toBe(429);
  });

  test('of other addresses under the same key are 409', async () => {
    const office = await openOffice(world);
    await inviteOnce(office, ['una@fletes.mx']);
    expect(await inviteOnce(office, ['otra@fletes.mx'])).toMatchObject({
      status: 409,
      body: { error: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(world.mailed()).toEqual(['una@fletes.mx']);
  });
});
