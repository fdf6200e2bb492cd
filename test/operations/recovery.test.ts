import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as recoverMfa } from '../../functions/auth/recover-mfa';
import { operation as createTeam } from '../../functions/teams/create-team';
import { operation as getTeam } from '../../functions/teams/get-team';
import { operation as confirmMfa } from '../../functions/users/confirm-mfa';
import { operation as updateOwnUser } from '../../functions/users/update-own-user';
import { attemptCountKey, limitsOf, noticeLimits } from '../../shared/identity/attempt-rules';
import { keepSetup } from '../../shared/identity/mfa-setup';
import { getItem } from '../../shared/platform/table/read';
import { MAXIMUM_TRIES } from '../../shared/platform/table/retry';
import { deleteIfPresent } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { membershipKey } from '../../shared/teams/team';
import { userKey } from '../../shared/teams/user';
import {
  accounts,
  cognitoError,
  type Exchange,
  PASSWORD,
  refusal,
  refused,
  someAddress,
  someEmail,
  wrongPassword,
} from '../support/accounts';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { conflict } from '../support/faults';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertTeam, insertUser } from '../support/store-fleet';
import { TEAM_ADDRESS } from '../support/store-records';

const table = quickTable();
const world = accounts(table);
const pool = world.cognito;

const HOUR_MS = 60 * 60_000;
const revoked = () => cognitoError(cognito.NotAuthorizedException, 'Access Token has been revoked');
const called = () => pool.calls().map(({ args }) => args[0].constructor.name.replace('Command', ''));

describe('the limits of a recovery', () => {
  beforeEach(() => {
    pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
  });

  /** Sends attempts in this order and returns their statuses. 401 means that the attempt passed the limits and reached Cognito. */
  async function attempts(
    { send }: Exchange,
    all: readonly (readonly [email: string, address: string])[],
  ): Promise<number[]> {
    const statuses = [];
    for (const [email, address] of all)
      statuses.push((await send(recoverMfa, { body: { email, password: 'no' } }, address)).status);
    return statuses;
  }
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

  it('are five an hour for the account from one address, and the owner’s own address stays open', async () => {
    const exchange = world.begin();
    const [email, attacker, owner] = [someEmail(), someAddress(), someAddress()];
    const mine = [email, attacker] as const;
    expect(await attempts(exchange, [...times(6, () => mine), [email, owner]])).toEqual([
      401, 401, 401, 401, 401, 429, 401,
    ]);
    expect(pool.commandCalls(cognito.AdminInitiateAuthCommand)).toHaveLength(6);
  });

  it('are twenty an hour for the account, from however many addresses', async () => {
    const email = someEmail();
    const statuses = await attempts(
      world.begin(),
      times(21, () => [email, someAddress()] as const),
    );
    expect(statuses).toEqual([...times(20, () => 401), 429]);
  });

  it('are fifty an hour from the address, for however many accounts', async () => {
    const address = someAddress();
    const statuses = await attempts(
      world.begin(),
      times(51, () => [someEmail(), address] as const),
    );
    expect(statuses).toEqual([...times(50, () => 401), 429]);
  });

  it('end an hour after the first try, although its row is still there, and not a second sooner', async () => {
    const exchange = world.begin();
    const [email, address] = [someEmail(), someAddress()];
    const mine = [email, address] as const;
    await attempts(exchange, [mine]);
    exchange.testContext.pass(HOUR_MS / 2);
    await attempts(
      exchange,
      times(4, () => mine),
    );
    exchange.testContext.pass(HOUR_MS / 2 - 1000);
    const last = await exchange.send(recoverMfa, { body: { email, password: 'no' } }, address);
    expect([refusal(last), last.headers['retry-after']]).toEqual([refused('TOO_MANY_REQUESTS'), '1']);
    exchange.testContext.pass(1000);
    const [perBoth] = limitsOf({ of: 'RECOVERY', account: email, sourceIp: address }, false);
    expect(await getItem(exchange.testContext.context, attemptCountKey(perBoth ?? { what: '' }))).toMatchObject({
      failures: 5,
    });
    expect(await attempts(exchange, [mine])).toEqual([401]);
  });

  it('count tries at once each: of twenty, five come through', async () => {
    const { send } = world.begin();
    const [email, address] = [someEmail(), someAddress()];
    const answers = await Promise.all(times(20, () => send(recoverMfa, { body: { email, password: 'no' } }, address)));
    expect(pool.commandCalls(cognito.AdminInitiateAuthCommand)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('wait for the last of those that are reached', async () => {
    const exchange = world.begin();
    const [email, address] = [someEmail(), someAddress()];
    await attempts(
      exchange,
      times(15, () => [email, someAddress()] as const),
    );
    exchange.testContext.pass(HOUR_MS / 2);
    await attempts(
      exchange,
      times(5, () => [email, address] as const),
    );
    const refusedNow = await exchange.send(recoverMfa, { body: { email, password: 'no' } }, address);
    expect([refusedNow.status, refusedNow.headers['retry-after']]).toEqual([429, '3600']);
  });

  it('count a try beside which another was the first', async () => {
    const [email, address] = [someEmail(), someAddress()];
    const send = () => world.begin().send(recoverMfa, { body: { email, password: 'no' } }, address);
    const meanwhile = { action: 'TransactWriteItems', times: 1, meanwhile: send };
    const late = world.begin({ faults: [meanwhile] });
    expect(await attempts(late, [[email, address]])).toEqual([401]);
    const [perBoth] = limitsOf({ of: 'RECOVERY', account: email, sourceIp: address }, false);
    const counted = await getItem(late.testContext.context, attemptCountKey(perBoth ?? { what: '' }));
    expect(counted).toMatchObject({ failures: 2 });
  });

  it('begin a window of their own where the last one’s row was removed meanwhile', async () => {
    const [email, address] = [someEmail(), someAddress()];
    await attempts(world.begin(), [[email, address]]);
    const limits = limitsOf({ of: 'RECOVERY', account: email, sourceIp: address }, false);
    const keys = limits.map(attemptCountKey);
    const removeRows = async () => transact(world.begin().testContext.context, keys.map(deleteIfPresent));
    const late = world.begin({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile: removeRows }] });
    expect(await attempts(late, [[email, address]])).toEqual([401]);
    const expires = START / 1000 + HOUR_MS / 1000;
    for (const key of keys)
      expect(await getItem(late.testContext.context, key)).toMatchObject({ failures: 1, until: expires, expires });
  });

  it('are counted for the gateway’s own address, whatever a header says', async () => {
    const { send } = world.begin();
    const [email, address] = [someEmail(), someAddress()];
    const statuses = [];
    for (let nth = 1; nth <= 6; nth += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${nth}`, forwarded: `for=203.0.113.${nth}` };
      statuses.push((await send(recoverMfa, { body: { email, password: 'no' }, headers }, address)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('are not used up by a notice to the same address', () => {
    const limits = limitsOf({ of: 'RECOVERY', account: 'a@b.mx', sourceIp: '192.0.2.1' }, false);
    expect(limits.map(({ what }) => what)).not.toContain(noticeLimits('a@b.mx')[0]?.what);
  });
});

describe('a try that meets others at its counters', () => {
  const others = { action: 'TransactWriteItems', before: conflict };
  const recover = (times: number) =>
    world
      .begin({ faults: [{ ...others, times }] })
      .send(recoverMfa, { body: { email: someEmail(), password: 'no' } }, someAddress());

  beforeEach(() => {
    pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
  });

  it('is counted with the last write, and only then asks Cognito', async () => {
    expect(refusal(await recover(MAXIMUM_TRIES - 1))).toEqual(refused('INVALID_CREDENTIALS'));
    expect(pool.commandCalls(cognito.AdminInitiateAuthCommand)).toHaveLength(1);
  });

  it('is 503 after as many, uncounted and unasked', async () => {
    const answer = await recover(MAXIMUM_TRIES);
    expect([refusal(answer), answer.headers['retry-after']]).toEqual([refused('UNAVAILABLE'), '1']);
    expect(pool.commandCalls(cognito.AdminInitiateAuthCommand)).toHaveLength(0);
  });
});

describe('who recovers', () => {
  it('is refused alike whether unknown, wrong or locked', async () => {
    const { send } = world.begin();
    const answers = [];
    for (const failure of [
      wrongPassword(),
      cognitoError(cognito.UserNotFoundException, 'User does not exist.'),
      cognitoError(cognito.NotAuthorizedException, 'Password attempts exceeded'),
    ]) {
      pool.on(cognito.AdminInitiateAuthCommand).rejects(failure);
      answers.push(await send(recoverMfa, { body: { email: someEmail(), password: PASSWORD } }, someAddress()));
    }
    const [wrong, ...others] = answers;
    expect(wrong && refusal(wrong)).toEqual(refused('INVALID_CREDENTIALS'));
    for (const other of others) expect(other).toEqual(wrong);
  });

  it.each([{}, { email: 'x' }, { email: 'a@b.mx' }, { email: 'a@b.mx', password: '' }])(
    'is refused with 400 for %j, uncounted',
    async (body) => {
      const { send, testContext } = world.begin();
      expect((await send(recoverMfa, { body })).status).toBe(400);
      expect(testContext.actions()).toEqual([]);
    },
  );
});

interface Person {
  readonly userId: string;
  readonly email: string;
  readonly teams: readonly string[];
}

/** A user who owns `teamCount` teams. */
async function somePerson(testContext: TestContext, teamCount: number): Promise<Person> {
  const { id: userId, email } = await insertUser(testContext);
  const teams = Array.from({ length: teamCount }, someId);
  for (const teamId of teams) {
    await insertTeam(testContext, { teamId, ownerId: userId });
    await insertMembership(testContext, { teamId, userId, email, role: 'OWNER' });
  }
  return { userId, email, teams };
}

/** A Cognito with a user whose second factor is on until it is turned off. */
function cognitoWith({ userId, email }: Person, { testContext }: Exchange): void {
  let isFactorOn = true;
  pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: userId }] });
  pool.on(cognito.AdminInitiateAuthCommand).callsFake(async () =>
    isFactorOn
      ? {
          ChallengeName: 'SOFTWARE_TOKEN_MFA',
          Session: 'a-session',
          ChallengeParameters: { USER_ID_FOR_SRP: userId },
        }
      : { AuthenticationResult: await world.tokens(testContext.now(), userId, email) },
  );
  pool.on(cognito.AdminSetUserMFAPreferenceCommand).callsFake(() => {
    isFactorOn = false;
    return {};
  });
  pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
  pool.on(cognito.GetTokensFromRefreshTokenCommand).callsFake(async () => ({
    AuthenticationResult: { ...(await world.tokens(testContext.now(), userId, email)), RefreshToken: RENEWED },
  }));
  pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'NOBODYISTOLDTHIS' });
}

const STAFF_CLIENT = 'useast1_Staff0001client';
const TEAMS = 12;
/** The refresh token of tokens that were tested. */
const RENEWED = 'a-renewed-token';
const FLOW = [
  'AdminInitiateAuth',
  'AdminGetUser',
  'AdminSetUserMFAPreference',
  'AdminUserGlobalSignOut',
  'AdminInitiateAuth',
  'GetTokensFromRefreshToken',
  'AdminInitiateAuth',
  'AssociateSoftwareToken',
];

describe('a recovery', () => {
  const begin = async (teamCount = 1, options?: Parameters<typeof world.begin>[0]) => {
    const exchange = world.begin(options);
    const person = await somePerson(exchange.testContext, teamCount);
    cognitoWith(person, exchange);
    const body = { email: person.email, password: PASSWORD };
    return { ...exchange, person, recover: () => exchange.send(recoverMfa, { body }, someAddress()) };
  };

  it('takes the factor off, ends the older sessions, and answers new tokens that were tried', async () => {
    const { person, recover } = await begin();
    const answer = await recover();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { id: person.userId, email: person.email }, tokens: { expiresIn: 900 } });
    expect(answer.cookies).toHaveLength(5);
    expect(called()).toEqual(FLOW);
    expect(pool.commandCalls(cognito.AdminSetUserMFAPreferenceCommand)[0]?.args[0].input).toMatchObject({
      Username: person.email,
      SoftwareTokenMfaSettings: { Enabled: false },
    });
    expect(world.mailed()).toEqual([person.email]);
  });

  it('doors 11: tests the tokens by renewing them once, answers the renewed ones, and forgets the secret apart', async () => {
    const { recover } = await begin();
    const { body } = await recover();
    expect(body).toMatchObject({ tokens: { refreshToken: expect.stringMatching(new RegExp(`\\.${RENEWED}$`)) } });
    const [tested] = pool.commandCalls(cognito.GetTokensFromRefreshTokenCommand);
    expect(tested?.args[0].input).toMatchObject({ ClientId: STAFF_CLIENT, RefreshToken: 'a-refresh-token' });
    const clients = pool.commandCalls(cognito.AdminInitiateAuthCommand).map(({ args }) => args[0].input.ClientId);
    expect(clients).toEqual([STAFF_CLIENT, STAFF_CLIENT, 'self-service-client']);
  });

  it('marks the user and every membership, each with an audit entry of its team', async () => {
    const { person, recover, testContext } = await begin(TEAMS);
    const validFrom = new Date(START + 1000).toISOString();
    await recover();
    expect(await getItem(testContext.context, userKey(person.userId))).toMatchObject({ sessionsValidFrom: validFrom });
    const everything = await table.everything();
    for (const teamId of person.teams) {
      const membership = await getItem(testContext.context, membershipKey(teamId, person.userId));
      expect(membership).toMatchObject({ sessionsValidFrom: validFrom, role: 'OWNER' });
      const entries = everything.filter(({ pk }) => pk === `TEAM#${teamId}#USER#${person.userId}`);
      expect(entries).toEqual([
        expect.objectContaining({
          action: 'SIGN_IN_RECOVERED',
          actorId: person.userId,
          gsi1pk: `TEAM#${teamId}#AUDIT`,
        }),
      ]);
    }
  });

  it('ends access tokens that are out at once, and not its own', async () => {
    const { person, recover, testContext, send, bearer } = await begin();
    const path = { teamId: person.teams[0] ?? '' };
    testContext.pass(999);
    const older = await bearer(testContext.now(), person.userId);
    expect((await send(getTeam, { path, headers: older })).status).toBe(200);
    const { body } = await recover();
    const { tokens } = body as { tokens: { accessToken: string } };
    const newer = { authorization: `Bearer ${tokens.accessToken}` };
    expect(refusal(await send(getTeam, { path, headers: older }))).toEqual(refused('UNAUTHENTICATED'));
    expect((await send(getTeam, { path, headers: newer })).status).toBe(200);
    expect(refusal(await send(updateOwnUser, { body: {}, headers: older }))).toEqual(refused('UNAUTHENTICATED'));
    expect((await send(updateOwnUser, { body: {}, headers: newer })).status).toBe(200);
  });

  it('keeps the older sessions out of a team that is made after it', async () => {
    const { person, recover, testContext, send, bearer } = await begin();
    const older = await bearer(testContext.now(), person.userId);
    await recover();
    const newer = await bearer(testContext.now(), person.userId);
    const made = await send(createTeam, { headers: newer, body: { name: 'Fletes Treviño', address: TEAM_ADDRESS } });
    const { team } = made.body as { team: { teamId: string } };
    const path = { teamId: team.teamId };
    expect((await send(getTeam, { path, headers: newer })).status).toBe(200);
    expect(refusal(await send(getTeam, { path, headers: older }))).toEqual(refused('UNAUTHENTICATED'));
  });

  it('waits for the sign-out, and gives up tokens that it still caught', async () => {
    const { person, recover, testContext } = await begin();
    const AuthenticationResult = await world.tokens(new Date(START + 2000), person.userId, person.email);
    pool
      .on(cognito.GetTokensFromRefreshTokenCommand)
      .rejectsOnce(revoked())
      .rejectsOnce(revoked())
      .resolves({ AuthenticationResult });
    expect((await recover()).status).toBe(200);
    expect(pool.commandCalls(cognito.GetTokensFromRefreshTokenCommand)).toHaveLength(3);
    expect(testContext.pauses).toEqual([1000, 1000, 300, 300, 1000]);
  });

  it('waits a whole second for the sign-out, however soon the next one begins', async () => {
    const { recover, testContext } = await begin();
    testContext.pass(990);
    expect((await recover()).status).toBe(200);
    expect(testContext.pauses).toEqual([1000, 1000, 1000]);
  });

  it('gives up tokens that began before the instant from which sessions count', async () => {
    const { person, recover, testContext } = await begin();
    const early = { AuthenticationResult: await world.tokens(new Date(START), person.userId, person.email) };
    const good = { AuthenticationResult: await world.tokens(new Date(START + 1000), person.userId, person.email) };
    const challenge = { ChallengeName: 'SOFTWARE_TOKEN_MFA' as const, Session: 'a-session' };
    pool.on(cognito.AdminInitiateAuthCommand).resolvesOnce(challenge).resolvesOnce(early).resolves(good);
    pool.on(cognito.GetTokensFromRefreshTokenCommand).resolves(good);
    const { body } = await recover();
    expect(body).toMatchObject({ tokens: { accessToken: good.AuthenticationResult.AccessToken } });
    expect(pool.commandCalls(cognito.GetTokensFromRefreshTokenCommand)).toHaveLength(1);
    expect(testContext.pauses).toEqual([1000, 1000, 300, 1000]);
  });

  it('ends as 503 when no token holds in time, before the gateway gives up', async () => {
    const { recover, testContext } = await begin();
    pool.on(cognito.GetTokensFromRefreshTokenCommand).rejects(revoked());
    expect(refusal(await recover())).toEqual(refused('UNAVAILABLE'));
    expect(testContext.now().getTime() - START).toBeLessThan(25_000);
  });

  it('is a mere sign-in for who has no second factor', async () => {
    const exchange = world.begin();
    const person = await somePerson(exchange.testContext, 1);
    cognitoWith(person, exchange);
    pool
      .on(cognito.AdminInitiateAuthCommand)
      .resolves({ AuthenticationResult: await world.tokens(exchange.testContext.now(), person.userId, person.email) });
    const answer = await exchange.send(
      recoverMfa,
      { body: { email: person.email, password: PASSWORD } },
      someAddress(),
    );
    expect(answer.status).toBe(200);
    expect(called()).toEqual(['AdminInitiateAuth']);
    expect(world.mailed()).toEqual([]);
  });

  it.each([
    ['AdminUserGlobalSignOut', 0],
    // Three transactions inserted the user and the teams, and one counted the attempt.
    ['TransactWriteItems', 4],
    ['SendMessageBatch', 0],
  ])('that was cut off at %s is ended by the next, which meets no factor any more', async (action, skip) => {
    const faults = [{ action, skip, times: 1, before: () => new Error('killed') }];
    const { person, recover, testContext } = await begin(1, { faults });
    expect((await recover()).status).toBe(500);
    const answer = await recover();
    expect(answer.status).toBe(200);
    // The second attempt needs no AdminGetUser: the user's id is in its tokens.
    const again = FLOW.filter((name) => name !== 'AdminGetUser');
    expect(called().slice(-again.length)).toEqual(again);
    const [teamId = ''] = person.teams;
    const membership = await getItem(testContext.context, membershipKey(teamId, person.userId));
    expect(membership?.sessionsValidFrom).toBeDefined();
    expect(world.mailed()).toEqual([person.email]);
    expect(await getItem(testContext.context, userKey(person.userId))).not.toHaveProperty('recoveryBegan');
  });

  it('that was cut off before the lost app’s secret was forgotten goes on with the next: no code of that app enrols it again', async () => {
    const faults = [{ action: 'AssociateSoftwareToken', times: 1, before: () => new Error('killed') }];
    const { person, recover, testContext, send, bearer } = await begin(1, { faults });
    // The secret whose codes Cognito accepts for enrolment. A new secret replaces it.
    let waiting = 'of-the-lost-app';
    pool.on(cognito.AssociateSoftwareTokenCommand).callsFake(() => {
      waiting = 'nobody-is-told-this';
      return { SecretCode: waiting };
    });
    pool.on(cognito.VerifySoftwareTokenCommand).callsFake(() => {
      if (waiting !== 'of-the-lost-app') throw cognitoError(cognito.EnableSoftwareTokenMFAException, 'Code mismatch');
      return { Status: 'SUCCESS' };
    });
    expect((await recover()).status).toBe(500);
    expect(await getItem(testContext.context, userKey(person.userId))).toHaveProperty('recoveryBegan');
    expect((await recover()).status).toBe(200);
    expect(await getItem(testContext.context, userKey(person.userId))).not.toHaveProperty('recoveryBegan');
    const headers = await bearer(testContext.now(), person.userId);
    await testContext.use(keepSetup)(person.userId, 'of-an-enrolment');
    const enrolled = await send(confirmMfa, { headers, body: { code: '123456' } });
    expect(refusal(enrolled)).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(pool.commandCalls(cognito.VerifySoftwareTokenCommand)).toHaveLength(1);
    const set = pool.commandCalls(cognito.AdminSetUserMFAPreferenceCommand).map(({ args }) => args[0].input);
    expect(set.filter(({ SoftwareTokenMfaSettings }) => SoftwareTokenMfaSettings?.Enabled)).toEqual([]);
  });
});
