import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { operation as login } from '../../functions/auth/login';
import { operation as acceptMembership } from '../../functions/teams/accept-membership';
import { operation as changeMemberRole } from '../../functions/teams/change-member-role';
import { operation as createInvitations } from '../../functions/teams/create-invitations';
import { operation as createTeam } from '../../functions/teams/create-team';
import { operation as getTeam } from '../../functions/teams/get-team';
import { operation as joinTeam } from '../../functions/teams/join-team';
import { operation as listInvitations } from '../../functions/teams/list-invitations';
import { operation as listMembers } from '../../functions/teams/list-members';
import { operation as listTeams } from '../../functions/teams/list-teams';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { operation as rotateJoinCode } from '../../functions/teams/rotate-join-code';
import { operation as updateTeam } from '../../functions/teams/update-team';
import { operation as withdrawInvitation } from '../../functions/teams/withdraw-invitation';
import { getItem } from '../../shared/platform/table/read';
import { invitationKey } from '../../shared/teams/invitation';
import { joinCodeKey } from '../../shared/teams/join-code';
import { membershipKey, ROLES, teamKey } from '../../shared/teams/team';
import { accounts, PASSWORD, refusal, refused, someEmail } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { connectionReset, type Fault } from '../support/faults';
import type { TestAnswer } from '../support/http-event';
import { type Desk, type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertUser } from '../support/store-fleet';
import { TEAM_ADDRESS } from '../support/store-records';

const table = quickTable();
const world = accounts(table);

const storedTeamOf = ({ testContext, teamId }: Office) => getItem(testContext.context, teamKey(teamId));
const membershipOf = ({ testContext, teamId }: Office, { id }: Pick<Desk, 'id'>) =>
  getItem(testContext.context, membershipKey(teamId, id));
const auditOf = async ({ teamId }: Office) => table.partition(`TEAM#${teamId}#TEAM#${teamId}`);
const member = ({ id: userId }: Pick<Desk, 'id'>) => ({ path: { userId } });

describe('a team', () => {
  it('is answered without its join code when it is made: members read it', async () => {
    const office = await openOffice(world);
    const { status, body } = await office.send(createTeam, {
      body: { name: 'Fletes del Norte', address: TEAM_ADDRESS },
    });
    const fields = ['address', 'createdAt', 'name', 'ownerId', 'status', 'teamId'];
    expect([status, Object.keys(Object(body.team)).sort(), body.invitations]).toEqual([201, fields, []]);
  });

  it('that was cut off before its invitations carries them out when it is sent again, and no more after that', async () => {
    const faults: Fault[] = [];
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    const colleague = await insertUser(office.testContext);
    const invites = [colleague.email, 'nueva@fletes.mx'];
    const body = { name: 'Fletes del Norte', address: TEAM_ADDRESS, invites };
    const create = () => office.send(createTeam, { body, headers: { 'idempotency-key': 'cut-off' } });
    faults.push({ action: 'TransactWriteItems', skip: 1, before: connectionReset });
    expect(refusal(await create())).toEqual(refused('UNAVAILABLE'));
    faults.splice(0);
    const { status, body: created } = await create();
    const { teamId } = v.parse(v.object({ team: v.object({ teamId: v.string() }) }), created).team;
    const membership = () => getItem(office.testContext.context, membershipKey(teamId, colleague.id));
    expect([status, (await membership())?.role]).toEqual([201, 'MEMBER']);
    expect(world.mailed()).toEqual([colleague.email, 'nueva@fletes.mx']);

    const removed = await office.send(removeMember, { path: { teamId, userId: colleague.id } });
    expect([removed.status, (await create()).status, await membership()]).toEqual([200, 201, undefined]);
    expect(world.mailed()).toEqual([colleague.email, 'nueva@fletes.mx']);
  });

  it.each(ROLES)('shows a %s its join code and the role', async (role) => {
    const office = await openOffice(world, { role });
    const { status, body } = await office.send(getTeam);
    expect([status, body]).toEqual([200, { team: { ...office.team, userRole: role } }]);
  });

  it('is 404 when there is none, and 403 to who is not in it', async () => {
    const office = await openOffice(world);
    expect(refusal(await office.send(getTeam, { path: { teamId: someId() } }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await (await office.stranger()).send(getTeam))).toEqual(refused('FORBIDDEN'));
  });
});

describe('a change of a team', () => {
  const changes = {
    name: 'Transportes Ñandú',
    logo: 'https://cdn.example/logo.png',
    address: { ...TEAM_ADDRESS, interiorNumber: '4B' },
    timeZone: 'America/Tijuana',
  };

  it.each(Object.entries(changes))('of its %s keeps the rest', async (field, value) => {
    const office = await openOffice(world, { role: 'ADMIN' });
    office.testContext.pass(60_000);
    const { status, body } = await office.send(updateTeam, { body: { [field]: value } });
    const expected = { ...office.team, [field]: value, updatedAt: office.testContext.now().toISOString() };
    expect([status, body]).toEqual([200, { team: { ...expected, userRole: 'ADMIN' } }]);
    expect(await storedTeamOf(office)).toEqual(expected);
    expect(await auditOf(office)).toEqual([expect.objectContaining({ action: 'UPDATE', actorId: office.id })]);
  });

  it.each([undefined, {}, { ownerId: someId(), joinCode: 'AAAAAAAAAA', status: 'GONE', teamName: 'x' }])(
    'of nothing it knows changes and writes nothing: %j',
    async (body) => {
      const office = await openOffice(world);
      office.testContext.pass(60_000);
      const before = office.testContext.actions().length;
      const answer = await office.send(updateTeam, { body });
      expect([answer.status, answer.body]).toEqual([200, { team: { ...office.team, userRole: 'OWNER' } }]);
      expect(await storedTeamOf(office)).toEqual(office.team);
      expect(office.testContext.actions().slice(before, -1)).toEqual(['BatchGetItem']);
      expect(await auditOf(office)).toEqual([]);
    },
  );

  it.each([
    [{ name: 'ab' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: null }, 'name'],
    [{ address: null }, 'address'],
    [{ address: { ...TEAM_ADDRESS, postalCode: '12345678901' } }, 'address.postalCode'],
    [{ address: { street: 'Av. Ruiz Cortines' } }, 'address.exteriorNumber'],
    [{ timeZone: null }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
    // The name of the Mexican zone is spelled America/Monterrey.
    [{ timeZone: 'America/Monterey' }, 'timeZone'],
    [{ timeZone: '-06:00' }, 'timeZone'],
    [{ timeZone: '+0530' }, 'timeZone'],
  ])('is refused for %j', async (body, field) => {
    const office = await openOffice(world);
    expect(refusal(await office.send(updateTeam, { body }))).toEqual(refused('VALIDATION_FAILED', field));
    expect(await storedTeamOf(office)).toEqual(office.team);
  });

  it.each([{ name: 'abc' }, { name: 'x'.repeat(100) }, { timeZone: 'America/Cancun' }, { timeZone: 'UTC' }])(
    'takes %j',
    async (body) => {
      expect((await (await openOffice(world)).send(updateTeam, { body })).body).toMatchObject({ team: body });
    },
  );
});

describe('joining by the code', () => {
  it.each([
    ['as it is', (code: string) => code],
    ['in lower case', (code: string) => code.toLowerCase()],
    ['with hyphens', (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`],
    ['with blanks around and between', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3).toLowerCase()} `],
  ])('takes it %s', async (_, written) => {
    const office = await openOffice(world);
    const newcomer = await office.stranger();
    const answer = await newcomer.send(joinTeam, { body: { joinCode: written(office.team.joinCode) } });
    expect([answer.status, answer.body]).toEqual([200, { team: { ...office.team, userRole: 'MEMBER' } }]);
    expect(await membershipOf(office, newcomer)).toMatchObject({ role: 'MEMBER', userId: newcomer.id });
    expect((await newcomer.send(getTeam)).status).toBe(200);
  });

  it('is 404 for a code that is none, and 400 for what cannot be one', async () => {
    const { send } = await openOffice(world);
    const tryCode = async (joinCode: unknown) => refusal(await send(joinTeam, { body: { joinCode } }));
    expect(await tryCode('ZZZZZZZZZZ')).toEqual(refused('NOT_FOUND'));
    expect(await tryCode('---')).toEqual(refused('NOT_FOUND'));
    for (const nonsense of ['', null, 7, 'x'.repeat(41), undefined]) {
      expect(await tryCode(nonsense)).toEqual(refused('VALIDATION_FAILED', 'joinCode'));
    }
  });

  it('is 409 for a member, whose role it leaves', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const { joinCode } = office.team;
    for (const desk of [office, admin]) {
      expect(refusal(await desk.send(joinTeam, { body: { joinCode } }))).toEqual(refused('ALREADY_MEMBER'));
    }
    expect(await membershipOf(office, admin)).toMatchObject({ role: 'ADMIN' });
  });

  it('takes twenty tries an hour: with the twenty-first even the right code is 429', async () => {
    const office = await openOffice(world);
    const { send } = await office.stranger();
    const { joinCode } = office.team;
    for (let nth = 1; nth <= 20; nth += 1) {
      expect((await send(joinTeam, { body: { joinCode: 'ZZZZZZZZZZ' } })).status).toBe(404);
    }
    office.testContext.pass(60_000);
    const late = await send(joinTeam, { body: { joinCode } });
    expect([...refusal(late), late.headers['retry-after']]).toEqual([...refused('TOO_MANY_REQUESTS'), '3540']);
    expect((await (await office.stranger()).send(joinTeam, { body: { joinCode } })).status).toBe(200);
    office.testContext.pass(3_540_000);
    expect((await send(joinTeam, { body: { joinCode } })).status).toBe(200);
  });
});

describe('a new join code', () => {
  it.each(['OWNER', 'ADMIN'] as const)('is given by an %s, and the old one is 404 at once', async (role) => {
    const office = await openOffice(world, { role });
    const { status, body } = await office.send(rotateJoinCode);
    expect([status, body]).toEqual([200, { joinCode: expect.stringMatching(/^[A-HJKMNP-TV-Z2-9]{10}$/) }]);
    const { joinCode } = body;
    expect(joinCode).not.toBe(office.team.joinCode);
    const newcomer = await office.stranger();
    const old = await newcomer.send(joinTeam, { body: { joinCode: office.team.joinCode } });
    expect(refusal(old)).toEqual(refused('NOT_FOUND'));
    expect((await newcomer.send(joinTeam, { body: { joinCode } })).status).toBe(200);
    expect(JSON.stringify([await auditOf(office), office.testContext.logs])).not.toContain(joinCode);
  });

  it('is not a MEMBER’s to give', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    expect(refusal(await office.send(rotateJoinCode))).toEqual(refused('FORBIDDEN'));
    expect(await storedTeamOf(office)).toEqual(office.team);
  });
});

describe('the members', () => {
  it('are listed with their roles, by pages, to every member', async () => {
    const office = await openOffice(world);
    const desks = [office, await office.hire('ADMIN'), await office.hire('MEMBER'), await office.hire('MEMBER')];
    const found = await pagesOf(await office.hire('MEMBER'), listMembers, 'members', { limit: '2' });
    const members = found.flat();
    expect(members.slice(0, 4).map(({ userId, role }) => [userId, role])).toEqual(
      desks.map(({ id }, index) => [id, ['OWNER', 'ADMIN', 'MEMBER', 'MEMBER'][index]]),
    );
    expect(members).toHaveLength(5);
    const [owner] = members;
    expect(owner).toEqual({
      userId: office.id,
      email: expect.stringContaining('@'),
      name: 'Ana Treviño',
      role: 'OWNER',
      joinedAt: expect.any(String),
      accepted: true,
    });
  });
});

describe('a change of role', () => {
  it.each([
    ['ADMIN', 'MEMBER'],
    ['MEMBER', 'ADMIN'],
    ['MEMBER', 'MEMBER'],
  ] as const)('makes an %s a %s, who may at once what the role may', async (from, role) => {
    const office = await openOffice(world);
    const colleague = await office.hire(from);
    const { status, body } = await office.send(changeMemberRole, { ...member(colleague), body: { role } });
    expect([status, body]).toEqual([200, expect.objectContaining({ userId: colleague.id, role })]);
    expect(body).not.toHaveProperty('teamId');
    expect((await colleague.send(rotateJoinCode)).status).toBe(role === 'ADMIN' ? 200 : 403);
  });

  it.each(['ADMIN', 'MEMBER'] as const)('is not an %s’s to make', async (role) => {
    const office = await openOffice(world, { role });
    const colleague = await office.hire('MEMBER');
    const request = { ...member(colleague), body: { role: 'ADMIN' } };
    expect(refusal(await office.send(changeMemberRole, request))).toEqual(refused('FORBIDDEN'));
    const own = { ...member(office), body: { role: 'OWNER' } };
    expect(refusal(await office.send(changeMemberRole, own))).toEqual(refused('FORBIDDEN'));
  });

  it.each([{}, { role: null }, { role: 'BOSS' }, { role: 'owner' }])('is refused for %j', async (body) => {
    const office = await openOffice(world);
    const colleague = await office.hire('MEMBER');
    const answer = await office.send(changeMemberRole, { ...member(colleague), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'role'));
  });

  it('of who is not in the team is 404', async () => {
    const office = await openOffice(world);
    const answer = await office.send(changeMemberRole, { path: { userId: someId() }, body: { role: 'ADMIN' } });
    expect(refusal(answer)).toEqual(refused('NOT_FOUND'));
  });

  it.each(['ADMIN', 'MEMBER'] as const)('of the owner to %s is 409, and changes nothing', async (role) => {
    const office = await openOffice(world);
    expect(refusal(await office.send(changeMemberRole, { ...member(office), body: { role } }))).toEqual(
      refused('TEAM_OWNER'),
    );
    expect(await membershipOf(office, office)).toMatchObject({ role: 'OWNER' });
  });

  it('to OWNER hands the team over: one owner, and the old one is ADMIN', async () => {
    const office = await openOffice(world);
    const heir = await office.hire('MEMBER');
    const answer = await office.send(changeMemberRole, { ...member(heir), body: { role: 'OWNER' } });
    expect(answer.body).toMatchObject({ userId: heir.id, role: 'OWNER' });
    expect(await membershipOf(office, heir)).toMatchObject({ role: 'OWNER' });
    expect(await membershipOf(office, office)).toMatchObject({ role: 'ADMIN' });
    expect(await storedTeamOf(office)).toMatchObject({ ownerId: heir.id });
    const back = { ...member(office), body: { role: 'OWNER' } };
    expect(refusal(await office.send(changeMemberRole, back))).toEqual(refused('FORBIDDEN'));
    expect((await heir.send(changeMemberRole, back)).status).toBe(200);
    const owners = (await table.partition(`TEAM#${office.teamId}`, 'MEMBER#')).filter(({ role }) => role === 'OWNER');
    expect(owners).toEqual([expect.objectContaining({ userId: office.id })]);
  });
});

describe('a removal', () => {
  it.each([
    ['OWNER', 'ADMIN'],
    ['OWNER', 'MEMBER'],
    ['ADMIN', 'ADMIN'],
    ['ADMIN', 'MEMBER'],
  ] as const)('by an %s puts an %s out at once, with a new join code', async (role, of) => {
    const office = await openOffice(world, { role });
    const colleague = await office.hire(of);
    expect((await colleague.send(getTeam)).status).toBe(200);
    const answer = await office.send(removeMember, member(colleague));
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }]);
    expect(refusal(await colleague.send(getTeam))).toEqual(refused('FORBIDDEN'));
    expect(recordsOf(await colleague.send(listTeams), 'teams')).toEqual([]);
    const old = await colleague.send(joinTeam, { body: { joinCode: office.team.joinCode } });
    expect(refusal(old)).toEqual(refused('NOT_FOUND'));
    const joinCode = (await storedTeamOf(office))?.joinCode ?? '';
    expect(await getItem(office.testContext.context, joinCodeKey(joinCode))).toEqual({ teamId: office.teamId });
  });

  it.each(['ADMIN', 'MEMBER'] as const)('of oneself is every %s’s right', async (role) => {
    const office = await openOffice(world, { role });
    expect((await office.send(removeMember, member(office))).status).toBe(200);
    expect(refusal(await office.send(getTeam))).toEqual(refused('FORBIDDEN'));
    expect((await storedTeamOf(office))?.joinCode).not.toBe(office.team.joinCode);
  });

  it.each(ROLES)('of an %s is not a MEMBER’s right', async (of) => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const colleague = await office.hire(of);
    expect(refusal(await office.send(removeMember, member(colleague)))).toEqual(refused('FORBIDDEN'));
    expect(await membershipOf(office, colleague)).toBeDefined();
  });

  it('of the owner is 409, by whom it may be', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    for (const desk of [office, admin]) {
      expect(refusal(await desk.send(removeMember, member(office)))).toEqual(refused('TEAM_OWNER'));
    }
    expect(await storedTeamOf(office)).toEqual(office.team);
  });

  it('of who is not in the team is 404 to an administrator', async () => {
    const office = await openOffice(world, { role: 'ADMIN' });
    expect(refusal(await office.send(removeMember, { path: { userId: someId() } }))).toEqual(refused('NOT_FOUND'));
  });
});

const someEmails = (count: number) => Array.from({ length: count }, someEmail);

describe('invitations', () => {
  const invite = ({ send }: Desk, invites: unknown) => send(createInvitations, { body: { invites } });

  it('tell of each address what became of it, a repeated one once', async () => {
    const office = await openOffice(world, { role: 'ADMIN' });
    const user = await insertUser(office.testContext, { name: 'Luis' });
    const [fresh = ''] = someEmails(1);
    const own = (await membershipOf(office, office))?.email ?? '';
    const answer = await invite(office, [user.email.toUpperCase(), fresh, ` ${fresh.toUpperCase()} `, 'nadie', own]);
    const told = (email: string, status: string) => ({ email, status, message: expect.any(String) });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        invitations: [
          told(user.email, 'added'),
          told(fresh, 'invited'),
          told('nadie', 'invalid'),
          told(own, 'invalid'),
        ],
      },
    ]);
    expect(world.mailed()).toEqual([user.email, fresh]);
    expect(await membershipOf(office, user)).toMatchObject({ role: 'MEMBER', email: user.email });
    const createdAt = office.testContext.now().toISOString();
    expect(recordsOf(await office.send(listInvitations), 'invitations')).toEqual([
      { teamId: office.teamId, email: fresh, invitedBy: office.id, createdAt, expiresAt: '2026-03-09T15:00:00.000Z' },
    ]);
  });

  it('doors 24: call an address invalid that is not ASCII, and mail nothing to it', async () => {
    const office = await openOffice(world, { role: 'ADMIN' });
    const addresses = ['ñandú@empresa.mx', 'ana@camión.mx', '\u212aarla@empresa.mx'];
    const answer = await invite(office, addresses);
    expect(recordsOf(answer, 'invitations')).toMatchObject(addresses.map((email) => ({ email, status: 'invalid' })));
    expect(world.mailed()).toEqual([]);
  });

  it('show who is added by name after the acceptance, and keep out the sessions that were ended', async () => {
    const office = await openOffice(world);
    const { exchange, testContext } = office;
    const sessionsValidFrom = new Date(testContext.now().getTime() + 60_000).toISOString();
    const user = await insertUser(testContext, { name: 'Luis', sessionsValidFrom });
    const stolen = await exchange.bearer(testContext.now(), user.id);
    await invite(office, [user.email]);
    const path = { teamId: office.teamId };
    expect(refusal(await exchange.send(getTeam, { path, headers: stolen }))).toEqual(refused('UNAUTHENTICATED'));
    testContext.pass(60_000);
    const headers = await exchange.bearer(testContext.now(), user.id);
    expect((await exchange.send(getTeam, { path, headers })).status).toBe(200);
    await exchange.send(acceptMembership, { path, headers });
    const member = recordsOf(await office.send(listMembers), 'members').find(({ userId }) => userId === user.id);
    expect(member).toMatchObject({ name: 'Luis' });
  });

  it('leave the role of who is a member already', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const email = (await membershipOf(office, admin))?.email;
    await invite(office, [email]);
    expect(await membershipOf(office, admin)).toMatchObject({ role: 'ADMIN' });
  });

  it('are 97 at most', async () => {
    const office = await openOffice(world);
    const many = await invite(office, someEmails(98));
    expect(refusal(many)).toEqual(refused('VALIDATION_FAILED', 'invites'));
    expect(recordsOf(await office.send(listInvitations), 'invitations')).toEqual([]);
    expect((await invite(office, someEmails(97))).status).toBe(200);
    expect((await pagesOf(office, listInvitations, 'invitations')).map((page) => page.length)).toEqual([50, 47]);
  });

  it.each([undefined, [], null, 'ana@fletes.mx', [7]])('are not %j', async (invites) => {
    const answer = await invite(await openOffice(world), invites);
    expect(refusal(answer).slice(0, 2)).toEqual(refused('VALIDATION_FAILED'));
    expect(answer.body.field).toMatch(/^invites/);
  });

  it('past a hundred mails a day are 429, and nothing of them is done', async () => {
    const office = await openOffice(world);
    const user = await insertUser(office.testContext);
    await invite(office, someEmails(97));
    await invite(office, someEmails(3));
    const before = await table.partition(`TEAM#${office.teamId}`);
    const answer = await invite(office, [user.email, ...someEmails(1)]);
    expect([...refusal(answer), answer.headers['retry-after']]).toEqual([
      ...refused('TOO_MANY_REQUESTS'),
      String(9 * 60 * 60),
    ]);
    expect(await table.partition(`TEAM#${office.teamId}`)).toEqual(before);
    expect((await invite(office, [user.email])).status).toBe(200);
    office.testContext.pass(9 * 60 * 60_000);
    expect((await invite(office, someEmails(1))).status).toBe(200);
  });

  it('are not a MEMBER’s to make, to see or to withdraw', async () => {
    const { send } = await openOffice(world, { role: 'MEMBER' });
    const answers = [
      await send(createInvitations, { body: { invites: someEmails(1) } }),
      await send(listInvitations),
      await send(withdrawInvitation, { path: { email: 'ana@fletes.mx' } }),
    ];
    expect(answers.map(refusal)).toEqual(new Array(3).fill(refused('FORBIDDEN')));
  });
});

/** Signs in a user, by default for the first time, after Cognito confirmed the account. */
async function signIn({ exchange, testContext }: Office, email: string, id = someId()): Promise<{ id: string }> {
  world.cognito
    .on(cognito.AdminInitiateAuthCommand)
    .resolves({ AuthenticationResult: await world.tokens(testContext.now(), id, email) });
  expect((await exchange.send(login, { body: { email, password: PASSWORD } })).status).toBe(200);
  return { id };
}

describe('an invitation after seven days', () => {
  const DAYS_7 = 7 * 24 * 60 * 60 * 1000;
  const emailsOf = async ({ send }: Desk) =>
    recordsOf(await send(listInvitations), 'invitations').map(({ email }) => email);

  async function inviteOne() {
    const office = await openOffice(world);
    const [email = ''] = someEmails(1);
    const invite = () => office.send(createInvitations, { body: { invites: [email] } });
    expect((await invite()).status).toBe(200);
    return { office, email, invite };
  }

  it.each([
    [DAYS_7 - 1, true],
    [DAYS_7, false],
  ])('doors 9: after %d milliseconds admits: %s', async (milliseconds, admits) => {
    const { office, email } = await inviteOne();
    office.testContext.pass(milliseconds);
    expect(await emailsOf(office)).toEqual(admits ? [email] : []);
    expect((await membershipOf(office, await signIn(office, email)))?.role).toBe(admits ? 'MEMBER' : undefined);
  });

  it('doors 9: is not there to withdraw, and admits again once it was renewed', async () => {
    const { office, email, invite } = await inviteOne();
    office.testContext.pass(DAYS_7);
    expect(refusal(await office.send(withdrawInvitation, { path: { email } }))).toEqual(refused('NOT_FOUND'));
    expect((await invite()).status).toBe(200);
    office.testContext.pass(DAYS_7 - 1);
    expect(await emailsOf(office)).toEqual([email]);
    expect(await membershipOf(office, await signIn(office, email))).toMatchObject({ role: 'MEMBER' });
  });
});

describe('people with an account', () => {
  const outcomesOf = (answer: TestAnswer) => recordsOf({ ...answer, status: 200 }, 'invitations');
  const statusesOf = (answer: TestAnswer) => outcomesOf(answer).map(({ status }) => status);
  const repeated = (status: string, count: number): string[] => new Array(count).fill(status);

  async function insertUsers(office: Office, count: number) {
    const users = [];
    for (let made = 0; made < count; made += 1) users.push(await insertUser(office.testContext, { name: 'Luis' }));
    return users;
  }
  const inviteAll = ({ send }: Desk, people: readonly { email: string }[]) =>
    send(createInvitations, { body: { invites: people.map(({ email }) => email) } });

  it('desk 1.11: get a mail when they are added, and only those', async () => {
    const office = await openOffice(world);
    const [luis, ana] = await insertUsers(office, 2);
    if (!luis || !ana) throw new Error('There are two users.');
    expect(statusesOf(await inviteAll(office, [luis]))).toEqual(['added']);
    expect(world.mailed()).toEqual([luis.email]);
    expect(await membershipOf(office, luis)).toMatchObject({ accepted: false });
    expect(await membershipOf(office, ana)).toBeUndefined();
  });

  it('doors 13: are added ten a day by one inviter, and the others are invited', async () => {
    const office = await openOffice(world);
    const users = await insertUsers(office, 13);
    expect(statusesOf(await inviteAll(office, users.slice(0, 12)))).toEqual([
      ...repeated('added', 10),
      ...repeated('invited', 2),
    ]);
    expect(await membershipOf(office, users[9] ?? office)).toMatchObject({ role: 'MEMBER', accepted: false });
    expect(await membershipOf(office, users[10] ?? office)).toBeUndefined();
    expect(statusesOf(await inviteAll(office, users.slice(12)))).toEqual(['invited']);
    expect(recordsOf(await office.send(listInvitations), 'invitations')).toHaveLength(3);
    office.testContext.pass(9 * 60 * 60_000);
    expect(statusesOf(await inviteAll(office, users.slice(12)))).toEqual(['added']);
  });

  it('doors 13: are counted as people, over all calls and teams of the inviter', async () => {
    const office = await openOffice(world);
    const users = await insertUsers(office, 14);
    expect(statusesOf(await inviteAll(office, users.slice(0, 7)))).toEqual(repeated('added', 7));
    const invites = users.slice(7, 12).map(({ email }) => email);
    const created = await office.send(createTeam, { body: { name: 'Fletes', address: TEAM_ADDRESS, invites } });
    expect(statusesOf(created)).toEqual([...repeated('added', 3), ...repeated('invited', 2)]);
    expect(statusesOf(await inviteAll(office, users.slice(12)))).toEqual(repeated('invited', 2));
    const admin = await office.hire('ADMIN');
    expect(statusesOf(await inviteAll(admin, users.slice(12)))).toEqual(repeated('added', 2));
  });

  it('doors 13: are added ten a day also by calls at the same moment', async () => {
    const office = await openOffice(world);
    const users = await insertUsers(office, 24);
    const calls = [0, 1, 2, 3, 4, 5].map((nth) => inviteAll(office, users.slice(4 * nth, 4 * nth + 4)));
    const statuses = (await Promise.all(calls)).flatMap(statusesOf);
    expect(statuses.sort()).toEqual([...repeated('added', 10), ...repeated('invited', 14)]);
  });

  it('doors 13: get the same message as people without one, when they are invited', async () => {
    const office = await openOffice(world);
    const users = await insertUsers(office, 11);
    const invited = outcomesOf(await inviteAll(office, [...users, { email: someEmail() }])).slice(10);
    expect(new Set(invited.map(({ status, message }) => `${status} ${message}`)).size).toBe(1);
    expect(invited).toHaveLength(2);
  });

  it('doors 13: are members at once, without a name in the list until they accept', async () => {
    const office = await openOffice(world);
    const [user] = await insertUsers(office, 1);
    if (user === undefined) throw new Error('One user was inserted.');
    await inviteAll(office, [user]);
    const rowOf = async () =>
      recordsOf(await office.send(listMembers), 'members').find(({ userId }) => userId === user.id);
    const row = {
      userId: user.id,
      email: user.email,
      role: 'MEMBER',
      joinedAt: office.testContext.now().toISOString(),
    };
    expect(await rowOf()).toEqual({ ...row, accepted: false });
    const promoted = await office.send(changeMemberRole, { ...member(user), body: { role: 'ADMIN' } });
    expect(promoted.body).toEqual({ ...row, role: 'ADMIN', accepted: false });

    const path = { teamId: office.teamId };
    const headers = await office.exchange.bearer(office.testContext.now(), user.id);
    const accept = () => office.exchange.send(acceptMembership, { path, headers });
    expect([(await accept()).status, (await accept()).status]).toEqual([200, 200]);
    expect(await rowOf()).toEqual({ ...row, role: 'ADMIN', name: 'Luis', accepted: true });
  });

  it('doors 13: are added as first answered, when the creation of the team was cut off and is sent again', async () => {
    const faults: Fault[] = [];
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    const users = await insertUsers(office, 11);
    const body = { name: 'Fletes', address: TEAM_ADDRESS, invites: users.map(({ email }) => email) };
    const create = () => office.send(createTeam, { body, headers: { 'idempotency-key': 'eleven' } });
    faults.push({ action: 'TransactWriteItems', skip: 1, before: connectionReset });
    expect(refusal(await create())).toEqual(refused('UNAVAILABLE'));
    faults.splice(0);
    const created = await create();
    expect(statusesOf(created)).toEqual([...repeated('added', 10), 'invited']);
    const { teamId } = v.parse(v.object({ team: v.object({ teamId: v.string() }) }), created.body).team;
    expect(await table.partition(`TEAM#${teamId}`, 'MEMBER#')).toHaveLength(11);
    expect(await table.partition(`TEAM#${teamId}`, 'INVITATION#')).toMatchObject([{ email: users[10]?.email }]);
  });

  it('doors 13: have no name in the list either when they join by an invitation', async () => {
    const office = await openOffice(world);
    const users = await insertUsers(office, 11);
    await inviteAll(office, users);
    const last = users[10] ?? office;
    await signIn(office, users[10]?.email ?? '', last.id);
    const members = recordsOf(await office.send(listMembers), 'members');
    const row = members.find(({ userId }) => userId === last.id);
    expect([row?.accepted, row && 'name' in row]).toEqual([false, false]);
  });

  it('doors 13: accept by themselves when they join by the code', async () => {
    const office = await openOffice(world);
    const newcomer = await office.stranger();
    await newcomer.send(joinTeam, { body: { joinCode: office.team.joinCode } });
    const members = recordsOf(await office.send(listMembers), 'members');
    expect(members.find(({ userId }) => userId === newcomer.id)).toMatchObject({ accepted: true });
  });

  it('doors 13: accept a membership, and nothing of a team without them', async () => {
    const office = await openOffice(world);
    expect(refusal(await (await office.stranger()).send(acceptMembership))).toEqual(refused('FORBIDDEN'));
  });
});

describe('the invitations of a member', () => {
  /** An administrator with one invitation, and another invitation that the owner made or renewed. */
  async function inviteBoth() {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const [own = '', renewed = ''] = someEmails(2);
    await admin.send(createInvitations, { body: { invites: [own, renewed] } });
    await office.send(createInvitations, { body: { invites: [renewed] } });
    return { office, admin, own, renewed };
  }
  type Both = Awaited<ReturnType<typeof inviteBoth>>;

  it.each([
    ['is removed', ({ office, admin }: Both) => office.send(removeMember, member(admin))],
    ['leaves', ({ admin }: Both) => admin.send(removeMember, member(admin))],
    [
      'gets a lower role',
      ({ office, admin }: Both) => office.send(changeMemberRole, { ...member(admin), body: { role: 'MEMBER' } }),
    ],
  ])('doors 9: end when the member %s, and the others stay', async (_, act) => {
    const both = await inviteBoth();
    const { office, own, renewed } = both;
    expect((await act(both)).status).toBe(200);
    const open = recordsOf(await office.send(listInvitations), 'invitations');
    expect(open.map(({ email }) => email)).toEqual([renewed]);
    expect(await membershipOf(office, await signIn(office, own))).toBeUndefined();
    expect(await membershipOf(office, await signIn(office, renewed))).toMatchObject({ role: 'MEMBER' });
  });

  it('doors 9: end when the team is handed over, because the old owner gets a lower role', async () => {
    const { office, admin, own } = await inviteBoth();
    expect((await office.send(changeMemberRole, { ...member(admin), body: { role: 'OWNER' } })).status).toBe(200);
    const open = recordsOf(await admin.send(listInvitations), 'invitations');
    expect(open.map(({ email }) => email)).toEqual([own]);
  });

  it('doors 9: stay when the removal or the change of role is refused', async () => {
    const { office, admin } = await inviteBoth();
    const colleague = await office.hire('MEMBER');
    const answers = [
      await colleague.send(removeMember, member(admin)),
      await office.send(removeMember, member(office)),
      await office.send(changeMemberRole, { ...member(office), body: { role: 'ADMIN' } }),
      await office.send(changeMemberRole, { ...member(admin), body: { role: 'ADMIN' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 409, 409, 200]);
    expect(recordsOf(await office.send(listInvitations), 'invitations')).toHaveLength(2);
  });
});

describe('a withdrawn invitation', () => {
  it('is gone, and a first sign-in joins only where it was not withdrawn', async () => {
    const office = await openOffice(world);
    const [kept = '', withdrawn = ''] = someEmails(2);
    await office.send(createInvitations, { body: { invites: [kept, withdrawn] } });
    const answer = await office.send(withdrawInvitation, { path: { email: withdrawn.toUpperCase() } });
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await getItem(office.testContext.context, invitationKey(office.teamId, withdrawn))).toBeUndefined();
    expect(await membershipOf(office, await signIn(office, withdrawn))).toBeUndefined();
    expect(await membershipOf(office, await signIn(office, kept))).toMatchObject({ role: 'MEMBER', email: kept });
  });

  it('is 404 the second time, and for an address that was never invited', async () => {
    const office = await openOffice(world);
    const [email = ''] = someEmails(1);
    await office.send(createInvitations, { body: { invites: [email] } });
    const withdraw = () => office.send(withdrawInvitation, { path: { email } });
    expect((await withdraw()).status).toBe(200);
    expect(refusal(await withdraw())).toEqual(refused('NOT_FOUND'));
    const malformed = await office.send(withdrawInvitation, { path: { email: 'nadie' } });
    expect(refusal(malformed)).toEqual(refused('VALIDATION_FAILED', 'email'));
  });
});
