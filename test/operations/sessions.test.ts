import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as login } from '../../functions/auth/login';
import { operation as loginDriver } from '../../functions/auth/login-driver';
import { operation as logout } from '../../functions/auth/logout';
import { operation as refresh } from '../../functions/auth/refresh';
import { operation as refreshDriver } from '../../functions/auth/refresh-driver';
import { operation as createTeam } from '../../functions/teams/create-team';
import { operation as endMemberSessions } from '../../functions/teams/end-member-sessions';
import { operation as getTeam } from '../../functions/teams/get-team';
import { operation as endOtherSessions } from '../../functions/users/end-other-sessions';
import { operation as endSession } from '../../functions/users/end-session';
import { operation as listSessions } from '../../functions/users/list-sessions';
import { operation as updateOwnUser } from '../../functions/users/update-own-user';
import { driverKey } from '../../shared/fleet/driver';
import { driverSessionKey, userSessionKey } from '../../shared/identity/session-record';
import { getItem } from '../../shared/platform/table/read';
import { deleteOne } from '../../shared/platform/table/write';
import { membershipKey } from '../../shared/teams/team';
import { userKey } from '../../shared/teams/user';
import { accounts, PASSWORD, refusal, refused, someAddress, wrongPassword } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertMembership, insertTeam } from '../support/store-fleet';
import { TEAM_ADDRESS } from '../support/store-records';

const table = quickTable();
const world = accounts(table);
const pool = world.cognito;
const DAY = 24 * 60 * 60_000;
const HOUR = 60 * 60_000;

interface SignedIn {
  readonly id: string;
  readonly refreshToken: string;
  readonly headers: Record<string, string>;
}

/** Signs the office's user in: a session with a record, and its access token. */
async function signIn(office: Office) {
  const { testContext, id: userId } = office;
  const id = someId();
  const email = `${userId}@fletes.mx`;
  const AuthenticationResult = await world.tokens(testContext.now(), userId, email, { origin_jti: id });
  pool.on(cognito.AdminInitiateAuthCommand).resolves({ AuthenticationResult });
  pool.on(cognito.GetTokensFromRefreshTokenCommand).resolves({ AuthenticationResult });
  pool.on(cognito.RevokeTokenCommand).resolves({});
  const request = { body: { email, password: PASSWORD } };
  const { body } = await office.exchange.send(login, request, someAddress());
  const { refreshToken } = body.tokens as { refreshToken: string };
  const headers = await office.exchange.bearer(testContext.now(), userId, { origin_jti: id });
  return { id, refreshToken, headers } satisfies SignedIn;
}

const renew = (office: Office, { refreshToken }: SignedIn) => office.exchange.send(refresh, { body: { refreshToken } });
const readTeam = (office: Office, { headers }: SignedIn) =>
  office.exchange.send(getTeam, { headers, path: { teamId: office.teamId } });
const rename = (office: Office, { headers }: SignedIn) =>
  office.exchange.send(updateOwnUser, { headers, body: { name: 'Ana' } });
const statusesOf = async (office: Office, one: SignedIn) =>
  [await readTeam(office, one), await rename(office, one), await renew(office, one)].map(({ status }) => status);
const ALIVE = [200, 200, 200];
const OVER = [401, 401, 401];
const body = { password: PASSWORD };
const renewals = () => pool.commandCalls(cognito.GetTokensFromRefreshTokenCommand).length;

describe('doors 14: a renewal', () => {
  it('answers a refresh token of this service that contains Cognito’s new one, and notes the time', async () => {
    const office = await openOffice(world);
    const one = await signIn(office);
    const issued = await world.tokens(office.testContext.now(), office.id, undefined, { origin_jti: one.id });
    pool.on(cognito.GetTokensFromRefreshTokenCommand).resolves({
      AuthenticationResult: { ...issued, RefreshToken: 'the-next' },
    });
    office.testContext.pass(5 * 60_000);
    const before = office.testContext.actions().length;
    const { status, body: answer } = await renew(office, one);
    const actions = office.testContext.actions().slice(before);
    expect([status, actions]).toEqual([200, ['UpdateItem', 'GetTokensFromRefreshToken']]);
    const { refreshToken } = answer.tokens as { refreshToken: string };
    expect(refreshToken).toMatch(/\.the-next$/);
    expect((await renew(office, { ...one, refreshToken })).status).toBe(200);
    const record = await getItem(office.testContext.context, userSessionKey(office.id, one.id));
    expect(record?.lastSeenAt).toBe(office.testContext.now().toISOString());
  });

  it('without its record is refused, and Cognito is not asked', async () => {
    const office = await openOffice(world);
    const one = await signIn(office);
    await deleteOne(office.testContext.context, userSessionKey(office.id, one.id));
    expect(refusal(await renew(office, one))).toEqual(refused('UNAUTHENTICATED'));
    expect(renewals()).toBe(0);
    expect(await getItem(office.testContext.context, userSessionKey(office.id, one.id))).toBeUndefined();
  });

  it('with any other seal, person, session or token is refused without a call', async () => {
    const office = await openOffice(world);
    const one = await signIn(office);
    const [person = '', session = '', seal = '', token = ''] = one.refreshToken.split('.');
    const other = await signIn(await openOffice(world));
    const [otherPerson = '', otherSession = ''] = other.refreshToken.split('.');
    const false_ = [
      [otherPerson, session, seal, token],
      [person, otherSession, seal, token],
      [person, session, `${seal.slice(0, -1)}${seal.endsWith('A') ? 'B' : 'A'}`, token],
      [person, session, seal, 'another'],
      [person, session, '', token],
      [token],
    ];
    const before = office.testContext.calls.length;
    for (const parts of false_) {
      const sent = await renew(office, { ...one, refreshToken: parts.join('.') });
      expect(refusal(sent)).toEqual(refused('UNAUTHENTICATED'));
    }
    const { send } = office.exchange;
    const asDriver = await send(refreshDriver, { body: { refreshToken: one.refreshToken } });
    expect(refusal(asDriver)).toEqual(refused('UNAUTHENTICATED'));
    expect(office.testContext.calls.length).toBe(before);
  });

  it('of a session that rested for seven days is refused, also before the time-to-live deletes the record', async () => {
    const office = await openOffice(world);
    const [rested, used] = [await signIn(office), await signIn(office)];
    office.testContext.pass(4 * DAY);
    expect((await renew(office, used)).status).toBe(200);
    office.testContext.pass(3 * DAY);
    expect([(await renew(office, used)).status, (await renew(office, rested)).status]).toEqual([200, 401]);
  });

  it('is answered thirty times an hour, and the next one is told when to come back', async () => {
    const office = await openOffice(world);
    const one = await signIn(office);
    for (let times = 0; times < 30; times += 1) expect((await renew(office, one)).status).toBe(200);
    const answer = await renew(office, one);
    expect([refusal(answer), answer.headers['retry-after']]).toEqual([refused('TOO_MANY_REQUESTS'), '3600']);
    expect(renewals()).toBe(30);
    office.testContext.pass(HOUR);
    expect((await renew(office, one)).status).toBe(200);
  });

  it('leaves one counter in the record of a session that is renewed every hour', async () => {
    const office = await openOffice(world);
    const one = await signIn(office);
    for (let hour = 0; hour < 30; hour += 1) {
      expect((await renew(office, one)).status).toBe(200);
      office.testContext.pass(HOUR);
    }
    const [record] = await table.partition(`USER#${office.id}`, 'SESSION#');
    expect(Object.keys({ ...record }).filter((name) => name.startsWith('renewals#'))).toHaveLength(1);
  });
});

describe('doors 14: a sign-out', () => {
  it('ends its session at once, for access tokens and renewals, and no other session', async () => {
    const office = await openOffice(world);
    const [one, other] = [await signIn(office), await signIn(office)];
    expect(await statusesOf(office, one)).toEqual(ALIVE);
    const { refreshToken } = one;
    expect((await office.exchange.send(logout, { body: { refreshToken } })).status).toBe(200);
    expect([await statusesOf(office, one), await statusesOf(office, other)]).toEqual([OVER, ALIVE]);
    expect((await office.exchange.send(logout, { body: { refreshToken } })).status).toBe(200);
  });

  it('during a renewal leaves its late tokens, which a browser may have stored as a cookie, without effect', async () => {
    const office = await openOffice(world);
    const one = await signIn(office);
    const { refreshToken } = one;
    const AuthenticationResult = await world.tokens(office.testContext.now(), office.id, 'ana@fletes.mx', {
      origin_jti: one.id,
    });
    pool.on(cognito.GetTokensFromRefreshTokenCommand).callsFake(async () => {
      expect((await office.exchange.send(logout, { body: { refreshToken } })).status).toBe(200);
      return { AuthenticationResult };
    });
    const late = await renew(office, one);
    expect(late.status).toBe(200);
    const { refreshToken: lateToken } = late.body.tokens as { refreshToken: string };
    pool.on(cognito.GetTokensFromRefreshTokenCommand).resolves({ AuthenticationResult });
    expect((await renew(office, { ...one, refreshToken: lateToken })).status).toBe(401);
    expect(await statusesOf(office, one)).toEqual(OVER);
  });

  it('that was interrupted is completed by another one', async () => {
    const office = await openOffice(world);
    const one = await signIn(office);
    const { refreshToken } = one;
    const late = world.begin({ faults: [{ action: 'UpdateItem', skip: 1, before: () => new Error('lost') }] });
    expect((await late.send(logout, { body: { refreshToken } })).status).toBeGreaterThanOrEqual(500);
    expect((await readTeam(office, one)).status).toBe(200);
    expect((await office.exchange.send(logout, { body: { refreshToken } })).status).toBe(200);
    expect(await statusesOf(office, one)).toEqual(OVER);
  });

  it('is remembered for an hour, and in a team that is made later', async () => {
    const office = await openOffice(world);
    const [one, other] = [await signIn(office), await signIn(office)];
    await office.exchange.send(logout, { body: { refreshToken: one.refreshToken } });
    const teamBody = { name: 'Fletes Treviño', address: TEAM_ADDRESS };
    const made = await office.exchange.send(createTeam, { headers: other.headers, body: teamBody });
    const { teamId } = made.body.team as { teamId: string };
    const path = { teamId };
    expect((await office.exchange.send(getTeam, { headers: one.headers, path })).status).toBe(401);
    expect((await office.exchange.send(getTeam, { headers: other.headers, path })).status).toBe(200);
    office.testContext.pass(HOUR + 1);
    await office.exchange.send(logout, { body: { refreshToken: other.refreshToken } });
    const user = await getItem(office.testContext.context, userKey(office.id));
    expect(user?.endedSessions?.map(({ id }) => id)).toEqual([other.id]);
  });

  it('of the twenty-first session in an hour ends all sessions', async () => {
    const office = await openOffice(world);
    const all: SignedIn[] = [];
    for (let many = 0; many < 22; many += 1) all.push(await signIn(office));
    const [last, ...others] = all;
    for (const [index, { refreshToken }] of others.entries()) {
      if (last) expect((await readTeam(office, last)).status).toBe(index < 21 ? 200 : 401);
      await office.exchange.send(logout, { body: { refreshToken } });
    }
    const membership = await getItem(office.testContext.context, membershipKey(office.teamId, office.id));
    expect([membership?.endedSessions, typeof membership?.sessionsValidFrom]).toEqual([undefined, 'string']);
    if (last) expect(await statusesOf(office, last)).toEqual(OVER);
  });

  it('of a driver is remembered in the driver’s record', async () => {
    const office = await openOffice(world);
    const sessionId = someId();
    const account = { sub: someId(), username: 'ines.mora', appAccessStatus: 'ACTIVE' } as const;
    const driver = await insertDriver(office.testContext, { teamId: office.teamId, ...account });
    const claims = { sub: account.sub, 'custom:teamId': office.teamId, 'custom:driverId': driver.id };
    const AccessToken = await world.driverToken({ ...claims, origin_jti: sessionId });
    const AuthenticationResult = { ...(await world.tokens(new Date())), AccessToken };
    pool.on(cognito.AdminInitiateAuthCommand).resolves({ AuthenticationResult });
    pool.on(cognito.GetTokensFromRefreshTokenCommand).resolves({ AuthenticationResult });
    pool.on(cognito.RevokeTokenCommand).resolves({});
    const { send, testContext } = office.exchange;
    const signedIn = await send(loginDriver, { body: { username: 'ines.mora', password: PASSWORD } });
    const { refreshToken } = signedIn.body.tokens as { refreshToken: string };
    expect((await send(refreshDriver, { body: { refreshToken } })).status).toBe(200);
    expect((await send(logout, { body: { refreshToken } })).status).toBe(200);
    expect((await send(refreshDriver, { body: { refreshToken } })).status).toBe(401);
    const stored = await getItem(testContext.context, driverKey(office.teamId, driver.id));
    expect(stored?.endedSessions?.map(({ id }) => id)).toEqual([sessionId]);
    expect(await getItem(testContext.context, driverSessionKey(driver.id, sessionId))).toBeUndefined();
  });
});

describe('doors 14: the list of sessions', () => {
  it('shows device and times of each session that is not over, the latest first', async () => {
    const office = await openOffice(world);
    const rested = await signIn(office);
    office.testContext.pass(6 * DAY);
    const phone = await signIn(office);
    const ended = await signIn(office);
    await office.exchange.send(logout, { body: { refreshToken: ended.refreshToken } });
    office.testContext.pass(2 * DAY);
    const desk = await signIn(office);
    const answer = await office.exchange.send(listSessions, { headers: desk.headers });
    expect(recordsOf(answer, 'sessions')).toMatchObject([
      { id: desk.id, current: true, startedAt: expect.any(String), lastSeenAt: office.testContext.now().toISOString() },
      { id: phone.id, current: false },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(rested.id);
    expect(answer.body.count).toBe(2);
  });
});

describe('doors 14: ending sessions with the password', () => {
  it('ends one session of the list, in every team', async () => {
    const office = await openOffice(world);
    const [one, other] = [await signIn(office), await signIn(office)];
    const second = await insertTeam(office.testContext, {});
    await insertMembership(office.testContext, { teamId: second.teamId, userId: office.id });
    const path = { id: one.id };
    expect((await office.exchange.send(endSession, { headers: other.headers, path, body })).status).toBe(200);
    expect([await statusesOf(office, one), await statusesOf(office, other)]).toEqual([OVER, ALIVE]);
    const inSecond = { headers: one.headers, path: { teamId: second.teamId } };
    expect((await office.exchange.send(getTeam, inSecond)).status).toBe(401);
    expect((await office.exchange.send(endSession, { headers: other.headers, path, body })).status).toBe(404);
  });

  it('ends no session of another user', async () => {
    const [office, neighbour] = [await openOffice(world), await openOffice(world)];
    const [one, other] = [await signIn(office), await signIn(neighbour)];
    const path = { id: one.id };
    const answer = await neighbour.exchange.send(endSession, { headers: other.headers, path, body });
    expect(refusal(answer)).toEqual(refused('NOT_FOUND'));
    expect((await readTeam(office, one)).status).toBe(200);
  });

  it('ends all sessions but its own', async () => {
    const office = await openOffice(world);
    const [one, two, own] = [await signIn(office), await signIn(office), await signIn(office)];
    expect((await office.exchange.send(endOtherSessions, { headers: own.headers, body })).status).toBe(200);
    expect([await statusesOf(office, one), await statusesOf(office, two)]).toEqual([OVER, OVER]);
    expect(await statusesOf(office, own)).toEqual(ALIVE);
    const listed = recordsOf(await office.exchange.send(listSessions, { headers: own.headers }), 'sessions');
    expect(listed.map(({ id }) => id)).toEqual([own.id]);
  });

  it.each([
    ['one session', endSession],
    ['all others', endOtherSessions],
  ])('refuses a wrong password for the end of %s, and counts it as a sign-in', async (_, operation) => {
    const office = await openOffice(world);
    const [one, own] = [await signIn(office), await signIn(office)];
    pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
    const path = { id: one.id };
    const end = () => office.exchange.send(operation, { headers: own.headers, path, body: { password: 'wrong' } });
    for (let times = 0; times < 5; times += 1) expect(refusal(await end())).toEqual(refused('INVALID_CREDENTIALS'));
    expect(refusal(await end())).toEqual(refused('TOO_MANY_REQUESTS'));
    expect((await readTeam(office, one)).status).toBe(200);
  });
});

it('doors 14: an administrator ends all sessions of a member, and is named in the audit', async () => {
  const office = await openOffice(world);
  const one = await signIn(office);
  const [admin, member] = [await office.hire('ADMIN'), await office.hire('MEMBER')];
  const path = { userId: office.id };
  expect(refusal(await member.send(endMemberSessions, { path }))).toEqual(refused('FORBIDDEN'));
  expect((await admin.send(endMemberSessions, { path })).status).toBe(200);
  expect(await statusesOf(office, one)).toEqual(OVER);
  const events = (await table.everything()).filter(
    ({ action, entityId }) => action === 'SESSIONS_ENDED' && entityId === office.id,
  );
  expect(events).toMatchObject([{ actorId: admin.id, entityId: office.id }]);
  expect(await statusesOf(office, await signIn(office))).toEqual(ALIVE);
});

it('doors 14: an administrator ends the sessions of a member three times a day, so that the owner can remove the administrator', async () => {
  const office = await openOffice(world);
  const [admin, other] = [await office.hire('ADMIN'), await office.hire('MEMBER')];
  const end = (userId: string) => admin.send(endMemberSessions, { path: { userId } });
  const answers = [await end(office.id), await end(office.id), await end(office.id)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const own = await signIn(office);
  const fourth = await end(office.id);
  expect(refusal(fourth)).toEqual(refused('TOO_MANY_REQUESTS'));
  expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0);
  expect(await statusesOf(office, own)).toEqual(ALIVE);
  expect((await end(other.id)).status).toBe(200);
  office.testContext.pass(24 * 3_600_000);
  expect((await end(office.id)).status).toBe(200);
});
