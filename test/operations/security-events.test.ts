import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as login } from '../../functions/auth/login';
import { operation as loginDriver } from '../../functions/auth/login-driver';
import { operation as logout } from '../../functions/auth/logout';
import { operation as resetPassword } from '../../functions/auth/reset-password';
import { operation as respondToMfa } from '../../functions/auth/respond-to-mfa';
import { operation as joinTeam } from '../../functions/teams/join-team';
import { operation as rotateJoinCode } from '../../functions/teams/rotate-join-code';
import { operation as confirmMfa } from '../../functions/users/confirm-mfa';
import { operation as listSecurityEvents } from '../../functions/users/list-security-events';
import { operation as removeMfa } from '../../functions/users/remove-mfa';
import { keepSetup } from '../../shared/identity/mfa-setup';
import { accounts, cognitoError, PASSWORD, someAddress, wrongPassword } from '../support/accounts';
import { someId, type TestContext } from '../support/engine-runtime';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);
const pool = world.cognito;
const DIGEST = expect.stringMatching(/^[\w-]{12}$/);
const KEPT = 400 * 24 * 60 * 60_000;

const lastLine = ({ logs }: TestContext) => JSON.parse(logs.at(-1) ?? '{}');
const entriesOf = async (office: Office, query = {}) => (await office.send(listSecurityEvents, { query })).body;

const mailOf = (office: Office) => `${office.id}@fletes.mx`;
const credentials = (office: Office) => ({ email: mailOf(office), password: PASSWORD });

async function signIn(office: Office) {
  const AuthenticationResult = await world.tokens(office.testContext.now(), office.id, mailOf(office), {
    origin_jti: someId(),
  });
  pool.on(cognito.AdminInitiateAuthCommand).resolves({ AuthenticationResult });
  pool.on(cognito.RevokeTokenCommand).resolves({});
  const { body } = await office.exchange.send(login, { body: credentials(office) }, someAddress());
  return String(Object(body.tokens).refreshToken);
}

/** Enrols a second factor of the office's user. */
async function turnOn(office: Office): Promise<void> {
  await office.testContext.use(keepSetup)(office.id, 'of-an-enrolment');
  pool.on(cognito.VerifySoftwareTokenCommand).resolves({ Status: 'SUCCESS' });
  pool.on(cognito.AdminSetUserMFAPreferenceCommand).resolves({});
  expect((await office.send(confirmMfa, { body: { code: '123456' } })).status).toBe(200);
}

describe('doors 15: a sign-in', () => {
  it('writes its event with digests of network and account, and keeps it for the user', async () => {
    const office = await openOffice(world);
    await signIn(office);
    const line = lastLine(office.testContext);
    expect(line).toMatchObject({ event: 'SIGN_IN', user: office.id, network: DIGEST, account: DIGEST, status: 200 });
    expect(await entriesOf(office)).toEqual({
      entries: [
        {
          id: expect.any(String),
          event: 'SIGN_IN',
          at: office.testContext.now().toISOString(),
          device: 'Unknown',
          network: line.network,
        },
      ],
      count: 1,
      nextCursor: null,
      total: 1,
    });
  });

  it('that fails writes a line with the account of a success, and no item', async () => {
    const office = await openOffice(world);
    await signIn(office);
    const { account } = lastLine(office.testContext);
    pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
    const body = { ...credentials(office), email: mailOf(office).toUpperCase() };
    await office.exchange.send(login, { body }, someAddress());
    const line = lastLine(office.testContext);
    expect(line).toMatchObject({ event: 'SIGN_IN_FAILED', network: DIGEST, account, status: 401 });
    expect(line).not.toHaveProperty('user');
    expect((await entriesOf(office)).count).toBe(1);
  });

  it('that is refused for too many attempts writes a line of a failure', async () => {
    const { testContext, send } = world.begin();
    pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
    const name = `driver-${someId()}`;
    for (const username of [name, name.toUpperCase(), name, name, name, name])
      await send(loginDriver, { body: { username, password: PASSWORD } }, '192.0.2.44');
    expect(lastLine(testContext)).toMatchObject({ event: 'SIGN_IN_FAILED', status: 429, account: DIGEST });
    const failed = testContext.logs.map((line) => JSON.parse(line)).filter(({ event }) => event === 'SIGN_IN_FAILED');
    expect(failed).toHaveLength(6);
    expect(new Set(failed.map(({ account }) => account)).size).toBe(1);
  });

  it('that waits for a code is no event yet, and a wrong code is MFA_FAILED', async () => {
    const { testContext, send } = world.begin();
    pool.on(cognito.AdminInitiateAuthCommand).resolves({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'one' });
    const email = `${someId()}@fletes.mx`;
    const { body } = await send(login, { body: { email, password: PASSWORD } }, someAddress());
    expect(lastLine(testContext)).not.toHaveProperty('event');
    pool.on(cognito.AdminRespondToAuthChallengeCommand).rejects(cognitoError(cognito.CodeMismatchException));
    const answer = { session: body.session, username: email, code: '123456' };
    await send(respondToMfa, { body: answer }, someAddress());
    expect(lastLine(testContext)).toMatchObject({ event: 'MFA_FAILED', account: DIGEST });
  });

  it('that a busy service could not decide is no failed one', async () => {
    const { testContext, send } = world.begin();
    const busy = Object.assign(new Error('no answer'), { code: 'ECONNRESET' });
    pool.on(cognito.AdminInitiateAuthCommand).rejects(busy);
    await send(login, { body: { email: `${someId()}@fletes.mx`, password: PASSWORD } }, someAddress());
    expect(lastLine(testContext)).toMatchObject({ status: 503 });
    expect(lastLine(testContext)).not.toHaveProperty('event');
  });
});

describe('doors 15: other events', () => {
  it('of a sign-out and a reset are those of the proven user', async () => {
    const office = await openOffice(world);
    const refreshToken = await signIn(office);
    await office.exchange.send(logout, { body: { refreshToken } });
    expect(lastLine(office.testContext)).toMatchObject({ event: 'SESSION_ENDED', user: office.id });
    pool.on(cognito.ConfirmForgotPasswordCommand).resolves({});
    pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: office.id }] });
    pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
    const body = { email: mailOf(office), code: '123456', newPassword: PASSWORD };
    expect((await office.exchange.send(resetPassword, { body }, someAddress())).status).toBe(200);
    expect(lastLine(office.testContext)).toMatchObject({ event: 'PASSWORD', user: office.id, account: DIGEST });
    office.testContext.pass(1000);
    const headers = await office.exchange.bearer(office.testContext.now(), office.id, { origin_jti: someId() });
    const { body: list } = await office.exchange.send(listSecurityEvents, { headers });
    const { entries } = list;
    expect((entries as { event: string }[]).map(({ event }) => event)).toEqual([
      'PASSWORD',
      'SESSION_ENDED',
      'SIGN_IN',
    ]);
  });

  it('of the second factor are kept, and its failures are only logged', async () => {
    const office = await openOffice(world);
    await office.testContext.use(keepSetup)(office.id, 'of-an-enrolment');
    pool.on(cognito.VerifySoftwareTokenCommand).rejects(cognitoError(cognito.EnableSoftwareTokenMFAException));
    await office.send(confirmMfa, { body: { code: '123456' } });
    expect(lastLine(office.testContext)).toMatchObject({ event: 'MFA_FAILED', user: office.id, status: 400 });
    await turnOn(office);
    pool.on(cognito.AdminInitiateAuthCommand).resolves({
      ...{ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 's', ChallengeParameters: { USER_ID_FOR_SRP: office.id } },
    });
    const AuthenticationResult = await world.tokens(office.testContext.now(), office.id, mailOf(office));
    pool.on(cognito.AdminRespondToAuthChallengeCommand).resolves({ AuthenticationResult });
    pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'A' });
    await office.send(removeMfa, { body: { code: '123456', password: PASSWORD } });
    const { entries } = await entriesOf(office);
    expect((entries as { event: string }[]).map(({ event }) => event)).toEqual(['MFA_OFF', 'MFA_ON']);
  });

  it('of a team are logged with user and team, and not kept for the user', async () => {
    const office = await openOffice(world);
    await office.send(rotateJoinCode);
    const line = { event: 'ACCESS_CHANGED', user: office.id, team: office.teamId };
    expect(lastLine(office.testContext)).toMatchObject(line);
    expect((await entriesOf(office)).count).toBe(0);
  });

  it('of a refused request without an event of its own are DENIED', async () => {
    const office = await openOffice(world);
    await office.exchange.send(listSecurityEvents, {});
    expect(lastLine(office.testContext)).toMatchObject({ event: 'DENIED', status: 401, network: DIGEST });
    await office.send(joinTeam, { body: { joinCode: 'NOSUCHCODE' } });
    expect(lastLine(office.testContext)).toMatchObject({ event: 'DENIED', status: 404, user: office.id });
  });
});

describe('doors 15: the list of a user', () => {
  it('has pages, the newest first, and shows no event of another user', async () => {
    const [office, other] = [await openOffice(world), await openOffice(world)];
    for (const one of [other, office, office, office]) {
      one.testContext.pass(1000);
      await signIn(one);
    }
    const first = await entriesOf(office, { limit: '2' });
    const second = await entriesOf(office, { limit: '2', cursor: String(first.nextCursor) });
    expect([first.count, second.count, second.nextCursor]).toEqual([2, 1, null]);
    const times = [...(first.entries as { at: string }[]), ...(second.entries as { at: string }[])].map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(3);
  });

  it('is kept for 400 days', async () => {
    const office = await openOffice(world);
    await turnOn(office);
    const at = office.testContext.now().getTime();
    expect(lastLine(office.testContext)).toMatchObject({ event: 'MFA_ON' });
    const [stored, ...others] = await table.partition(`USER#${office.id}`, 'SECURITY#');
    expect(others).toEqual([]);
    expect(stored?.expires).toBe(Math.floor((at + KEPT) / 1000));
  });
});
