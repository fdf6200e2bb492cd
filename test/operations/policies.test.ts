import { OPERATIONS } from '../../functions/catalog';
import { operation as changePolicies } from '../../functions/teams/change-policies';
import { operation as createInvitations } from '../../functions/teams/create-invitations';
import { operation as getPolicies } from '../../functions/teams/get-policies';
import { operation as getTeam } from '../../functions/teams/get-team';
import { operation as joinTeam } from '../../functions/teams/join-team';
import { operation as rotateJoinCode } from '../../functions/teams/rotate-join-code';
import { operation as updateTeam } from '../../functions/teams/update-team';
import { getItem } from '../../shared/platform/table/read';
import { noteFactor } from '../../shared/teams/profiles';
import { membershipKey, ROLES } from '../../shared/teams/team';
import { welcomeUser } from '../../shared/teams/users';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { connectionReset, type Fault } from '../support/faults';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertUser } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const DEFAULTS = { recovery: 'PASSWORD', join: 'OPEN', joinCode: 'MEMBERS', mfa: 'OPTIONAL', recentSignIn: 'OFF' };
const choose = ({ send }: Pick<Office, 'send'>, body: object) => send(changePolicies, { body });
const membershipOf = ({ testContext, teamId }: Office, userId: string) =>
  getItem(testContext.context, membershipKey(teamId, userId));

/** A team whose owner has a second factor. */
async function openSafeOffice(): Promise<Office> {
  const office = await openOffice(world);
  await insertMembership(office.testContext, {
    ...{ teamId: office.teamId, userId: office.id, role: 'OWNER' as const },
    hasFactor: true,
  });
  return office;
}

describe('doors 0: the policies of a team', () => {
  it('are the defaults until the owner chooses others, one by one, and each change is in the audit', async () => {
    const office = await openOffice(world);
    expect((await office.send(getPolicies)).body).toEqual(DEFAULTS);
    const chosen = { ...DEFAULTS, join: 'CLOSED' };
    expect(await choose(office, { join: 'CLOSED' })).toMatchObject({ status: 200, body: chosen });
    expect((await choose(office, { recentSignIn: 'MINUTES_10' })).body).toEqual({
      ...chosen,
      recentSignIn: 'MINUTES_10',
    });
    expect((await office.send(getPolicies)).body).toEqual({ ...chosen, recentSignIn: 'MINUTES_10' });
    const entries = await table.partition(`TEAM#${office.teamId}#TEAM#${office.teamId}`);
    expect(entries.map(({ changes }) => changes)).toEqual([
      { policies: chosen },
      { policies: { ...chosen, recentSignIn: 'MINUTES_10' } },
    ]);
  });

  it('find the second factor of a member whose team the index does not show yet, or who joins while it is noted', async () => {
    const office = await openSafeOffice();
    const { id: userId, testContext } = office;
    const teamId = someId();
    const meanwhile = () => insertMembership(testContext, { teamId, userId, hasFactor: true });
    const late = table.testContext({ faults: [{ action: 'UpdateItem', times: 1, skip: 1, meanwhile }] });
    await late.use(noteFactor)(userId, false);
    expect(await getItem(late.context, membershipKey(teamId, userId))).toMatchObject({ hasFactor: false });
    expect(await membershipOf(office, userId)).toMatchObject({ hasFactor: false });
  });

  it('are those of the later change at each member, although the copies of an earlier one are written last', async () => {
    const office = await openSafeOffice();
    const later = async () => void (await choose(office, { mfa: 'REQUIRED' }));
    const slow = world.begin({ faults: [{ action: 'UpdateItem', times: 1, meanwhile: later }] });
    const headers = await slow.bearer(office.testContext.now(), office.id);
    const { teamId } = office;
    const earlier = { path: { teamId }, body: { joinCode: 'ADMINS' }, headers };
    expect((await slow.send(changePolicies, earlier)).status).toBe(200);
    expect((await office.send(getPolicies)).body).toMatchObject({ mfa: 'REQUIRED', joinCode: 'ADMINS' });
    expect((await membershipOf(office, office.id))?.policies).toMatchObject({ mfa: 'REQUIRED' });
  });

  it('are read by administrators and written by the owner', async () => {
    const office = await openOffice(world);
    const [admin, member] = [await office.hire('ADMIN'), await office.hire('MEMBER')];
    expect((await admin.send(getPolicies)).status).toBe(200);
    expect(refusal(await choose(admin, { join: 'CLOSED' }))).toEqual(refused('FORBIDDEN'));
    expect(refusal(await member.send(getPolicies))).toEqual(refused('FORBIDDEN'));
    expect((await office.send(getPolicies)).body).toEqual(DEFAULTS);
  });

  it.each(Object.keys(DEFAULTS))('have known values alone: another %s is 400', async (field) => {
    const office = await openOffice(world);
    expect(refusal(await choose(office, { [field]: 'NEVER' }))).toMatchObject(refused('VALIDATION_FAILED', field));
  });

  it('add no key to the answers of the team', async () => {
    const office = await openOffice(world);
    await choose(office, { recentSignIn: 'MINUTES_10' });
    expect((await office.send(getTeam)).body).toEqual({ team: { ...office.team, userRole: 'OWNER' } });
  });

  it('of two changes at once one counts, and the other is told', async () => {
    const office = await openOffice(world);
    const answers = await Promise.all([
      choose(office, { join: 'CLOSED' }),
      choose(office, { joinCode: 'ADMINS' }),
      choose(office, { recentSignIn: 'MINUTES_10' }),
    ]);
    const good = answers.filter(({ status }) => status === 200);
    const { body } = await office.send(getPolicies);
    const changed = Object.entries(DEFAULTS).filter(([field, value]) => body[field] !== value);
    expect(changed).toHaveLength(good.length);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  it('that were cut off before the members got their copies are completed by the same request', async () => {
    const faults: Fault[] = [];
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    faults.push({ action: 'UpdateItem', before: connectionReset });
    expect((await choose(office, { recentSignIn: 'MINUTES_10' })).status).toBe(503);
    faults.splice(0);
    expect((await membershipOf(office, office.id))?.policies).toBeUndefined();
    expect((await choose(office, { recentSignIn: 'MINUTES_10' })).status).toBe(200);
    expect((await membershipOf(office, office.id))?.policies).toEqual({ mfa: 'OPTIONAL', recentSignIn: 'MINUTES_10' });
  });
});

describe('doors 0: join: CLOSED', () => {
  it('makes every code unknown, also one that is made meanwhile, until joining is open again', async () => {
    const office = await openOffice(world);
    const stranger = await office.stranger();
    const join = async () => stranger.send(joinTeam, { body: { joinCode: (await codeOf(office)) ?? '' } });
    await choose(office, { join: 'CLOSED' });
    expect(refusal(await join())).toEqual(refused('NOT_FOUND'));
    await office.send(rotateJoinCode);
    expect(refusal(await join())).toEqual(refused('NOT_FOUND'));
    await choose(office, { join: 'OPEN' });
    expect((await join()).status).toBe(200);
  });
});

async function codeOf(office: Office): Promise<string | undefined> {
  const { body } = await office.send(getTeam);
  return Object(body.team).joinCode;
}

describe('doors 0: joinCode: ADMINS', () => {
  it.each(ROLES)('is what a %s reads', async (role) => {
    const office = await openOffice(world);
    await choose(office, { joinCode: 'ADMINS' });
    const reader = role === 'OWNER' ? office : await office.hire(role);
    const { body } = await reader.send(getTeam);
    expect(Object(body.team).joinCode).toBe(role === 'MEMBER' ? '' : office.team.joinCode);
  });

  it('hides the code from the person who joins with it, too', async () => {
    const office = await openOffice(world);
    await choose(office, { joinCode: 'ADMINS' });
    const { status, body } = await (await office.stranger()).send(joinTeam, {
      body: { joinCode: office.team.joinCode },
    });
    expect([status, Object(body.team).joinCode]).toEqual([200, '']);
  });
});

describe('doors 0: mfa: REQUIRED', () => {
  it('lets members without a factor read and change nothing, until they have one', async () => {
    const office = await openSafeOffice();
    const admin = await office.hire('ADMIN');
    expect((await choose(office, { mfa: 'REQUIRED' })).status).toBe(200);
    expect((await admin.send(getTeam)).status).toBe(200);
    expect(refusal(await admin.send(updateTeam, { body: { name: 'Otro nombre' } }))).toEqual(refused('MFA_REQUIRED'));
    expect((await office.send(updateTeam, { body: { name: 'Otro nombre' } })).status).toBe(200);
    await insertMembership(office.testContext, {
      ...{ teamId: office.teamId, userId: admin.id, role: 'ADMIN' as const, hasFactor: true },
      policies: { mfa: 'REQUIRED', recentSignIn: 'OFF' },
    });
    expect((await admin.send(updateTeam, { body: { name: 'Nombre nuevo' } })).status).toBe(200);
  });

  it('cannot be chosen by an owner without a factor, who could not withdraw it', async () => {
    const office = await openOffice(world);
    expect(refusal(await choose(office, { mfa: 'REQUIRED' }))).toEqual(refused('MFA_REQUIRED'));
    expect((await office.send(getPolicies)).body).toEqual(DEFAULTS);
  });

  it('holds for a person who joins later', async () => {
    const office = await openSafeOffice();
    await choose(office, { mfa: 'REQUIRED' });
    const stranger = await office.stranger();
    await stranger.send(joinTeam, { body: { joinCode: office.team.joinCode } });
    expect((await membershipOf(office, stranger.id))?.policies).toEqual({ mfa: 'REQUIRED', recentSignIn: 'OFF' });
  });

  it('holds for a user whom an administrator adds', async () => {
    const office = await openSafeOffice();
    await choose(office, { mfa: 'REQUIRED' });
    const colleague = await insertUser(office.testContext);
    await office.send(createInvitations, { body: { invites: [colleague.email] } });
    expect((await membershipOf(office, colleague.id))?.policies).toEqual({ mfa: 'REQUIRED', recentSignIn: 'OFF' });
  });

  it('holds for a person who takes up an invitation', async () => {
    const office = await openSafeOffice();
    await choose(office, { mfa: 'REQUIRED' });
    const email = 'nueva@fletes.mx';
    await office.send(createInvitations, { body: { invites: [email] } });
    const user = { id: someId(), email };
    await office.testContext.use(welcomeUser)(user);
    expect((await membershipOf(office, user.id))?.policies).toEqual({ mfa: 'REQUIRED', recentSignIn: 'OFF' });
  });
});

describe('doors 0: recentSignIn: MINUTES_10', () => {
  const guarded = Object.values(OPERATIONS).filter(({ auth }) => auth !== 'public' && 'needsRecentSignIn' in auth);

  it('guards the signing certificate, the organization, the stamp, and new API keys', () => {
    const ids = ['configureOrganization', 'createApiKey', 'stampInvoice', 'uploadCertificate'];
    expect(guarded.map(({ id }) => id).sort()).toEqual(ids);
  });

  const UNKNOWN: Readonly<Record<string, string>> = { stampInvoice: 'NOT_FOUND' };

  describe.each(guarded)('$id', (operation) => {
    const path = operation.route.includes('{id}') ? { path: { id: someId() } } : {};

    it.each([
      ['nine minutes and 59 seconds ago', 599, false],
      ['more than ten minutes ago', 601, true],
    ])('is asked by a member who signed in %s', async (_, seconds, isRefused) => {
      const office = await openOffice(world);
      await choose(office, { recentSignIn: 'MINUTES_10' });
      office.testContext.pass(seconds * 1000);
      const { body } = await office.send(operation, path);
      expect(body.error).toBe(isRefused ? 'SIGN_IN_AGAIN' : (UNKNOWN[operation.id] ?? 'VALIDATION_FAILED'));
      expect((await office.send(updateTeam, { body: { name: 'Otro nombre' } })).status).toBe(200);
    });
  });
});
