import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as forgotPassword } from '../../functions/auth/forgot-password';
import { operation as login } from '../../functions/auth/login';
import { operation as recoverMfa } from '../../functions/auth/recover-mfa';
import { operation as respondToMfa } from '../../functions/auth/respond-to-mfa';
import { countOwnCode } from '../../shared/identity/attempt-limits';
import { getItem } from '../../shared/platform/table/read';
import { membershipKey } from '../../shared/teams/team';
import { userKey } from '../../shared/teams/user';
import { accounts, PASSWORD, refusal, refused, someAddress, someEmail } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertMembership, insertTeam, insertUser } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const pool = world.cognito;

const STRICT = {
  ...{ recovery: 'MAILED_CODE', join: 'OPEN', joinCode: 'MEMBERS', mfa: 'OPTIONAL', recentSignIn: 'OFF' },
} as const;

/** A user with a factor, in this number of teams. Only the last team requires a mailed code. */
async function begin(teams: number) {
  const exchange = world.begin();
  const { testContext, send } = exchange;
  const { id: userId, email } = await insertUser(testContext);
  for (let nth = 1; nth <= teams; nth += 1) {
    const teamId = someId();
    await insertTeam(testContext, { teamId, ownerId: userId, ...(nth === teams && { policies: STRICT }) });
    await insertMembership(testContext, { teamId, userId, email, role: 'OWNER' });
  }
  let isFactorOn = true;
  pool.on(cognito.AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: userId }] });
  pool
    .on(cognito.AdminInitiateAuthCommand)
    .callsFake(async () =>
      isFactorOn
        ? { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 's', ChallengeParameters: { USER_ID_FOR_SRP: userId } }
        : { AuthenticationResult: await world.tokens(testContext.now(), userId, email) },
    );
  pool.on(cognito.AdminSetUserMFAPreferenceCommand).callsFake(() => {
    isFactorOn = false;
    return {};
  });
  pool.on(cognito.AdminUserGlobalSignOutCommand).resolves({});
  pool.on(cognito.GetTokensFromRefreshTokenCommand).callsFake(async () => ({
    AuthenticationResult: await world.tokens(testContext.now(), userId, email),
  }));
  pool.on(cognito.AssociateSoftwareTokenCommand).resolves({ SecretCode: 'ASECRET' });
  const recover = (code?: string, address = someAddress()) =>
    send(recoverMfa, { body: { email, password: PASSWORD, code } }, address);
  const putFactorOn = () => {
    isFactorOn = true;
  };
  return { testContext, send, userId, email, recover, putFactorOn };
}

const isOff = () => pool.commandCalls(cognito.AdminSetUserMFAPreferenceCommand).length > 0;
const lastCode = (): string => /Código: (\d{6})/.exec(world.texts().at(-1) ?? '')?.[1] ?? '';

describe('doors 4: a recovery in a team with recovery: MAILED_CODE', () => {
  it.each([1, 120])('needs the mailed code, also when the strict one is the last of %d teams', async (teams) => {
    const { recover } = await begin(teams);
    expect(refusal(await recover())).toEqual(refused('RECOVERY_CODE_SENT'));
    expect(isOff()).toBe(false);
    const code = lastCode();
    expect(refusal(await recover(code === '000000' ? '111111' : '000000'))).toEqual(refused('INVALID_CODE'));
    expect(isOff()).toBe(false);
    expect((await recover(code)).status).toBe(200);
    expect(isOff()).toBe(true);
  });

  it('notes that the user has no factor any more', async () => {
    const { testContext, userId, recover } = await begin(1);
    await recover();
    await recover(lastCode());
    expect((await getItem(testContext.context, userKey(userId)))?.hasFactor).toBe(false);
  });
});

describe('doors 6: mails with codes to one address', () => {
  it('are five an hour and ten a day for all callers together; beyond, the answer is the same and nothing is mailed', async () => {
    const { send, testContext } = world.begin();
    pool.on(cognito.ForgotPasswordCommand).resolves({});
    const email = someEmail();
    const forgot = () => send(forgotPassword, { body: { email } }, someAddress());
    const mails = () => pool.commandCalls(cognito.ForgotPasswordCommand).length;
    const ask = async (times: number) => {
      for (let nth = 0; nth < times; nth += 1) expect((await forgot()).status).toBe(200);
      return mails();
    };
    expect(await ask(7)).toBe(5);
    testContext.pass(3_600_000);
    expect(await ask(7)).toBe(10);
    testContext.pass(3_600_000);
    expect(await ask(1)).toBe(10);
    testContext.pass(24 * 3_600_000);
    expect(await ask(1)).toBe(11);
  });
});

describe('doors 6: a person who is known by a network or a device', () => {
  it.each(['network', 'device'])(
    'gets a code by a %s of the account when strangers have used up the mails: two an hour more, and three a day',
    async (by) => {
      const { send, testContext } = world.begin();
      pool.on(cognito.ForgotPasswordCommand).resolves({});
      const [email, userId, home] = [someEmail(), someId(), someAddress()];
      const tokens = await world.tokens(testContext.now(), userId, email);
      pool.on(cognito.AdminInitiateAuthCommand).resolves({ AuthenticationResult: tokens });
      const signedIn = await send(login, { body: { email, password: PASSWORD } }, home);
      const device = signedIn.cookies.find((one) => one.startsWith('__Host-device-'))?.split(';')[0] ?? '';
      const mails = () => pool.commandCalls(cognito.ForgotPasswordCommand).length;
      const ask = async (times: number, address: () => string, cookies: string[] = []) => {
        for (let nth = 0; nth < times; nth += 1)
          expect((await send(forgotPassword, { body: { email }, cookies }, address())).status).toBe(200);
        return mails();
      };
      const own = (times: number) => (by === 'network' ? ask(times, () => home) : ask(times, someAddress, [device]));
      expect(await ask(7, someAddress)).toBe(5);
      expect(await own(4)).toBe(7);
      testContext.pass(3_600_000);
      expect(await ask(7, someAddress)).toBe(12);
      expect(await own(4)).toBe(13);
      expect(await ask(1, someAddress)).toBe(13);
    },
  );

  it('gets the code of a recovery too', async () => {
    const { send, email, recover, putFactorOn } = await begin(1);
    pool.on(cognito.ForgotPasswordCommand).resolves({});
    const codes = () => world.texts().filter((text) => /Código: \d{6}/.test(text)).length;
    const home = someAddress();
    await recover();
    expect((await recover(lastCode(), home)).status).toBe(200);
    for (let nth = 1; nth <= 5; nth += 1) await send(forgotPassword, { body: { email } }, someAddress());
    putFactorOn();
    expect(refusal(await recover())).toEqual(refused('RECOVERY_CODE_SENT'));
    expect(codes()).toBe(1);
    expect(refusal(await recover(undefined, home))).toEqual(refused('RECOVERY_CODE_SENT'));
    expect(codes()).toBe(2);
  });
});

describe('doors 6: attempts that are counted and not checked', () => {
  it('are five mails with codes also when all are asked for at once', async () => {
    const { send } = world.begin();
    pool.on(cognito.ForgotPasswordCommand).resolves({});
    const email = someEmail();
    const forgot = () => send(forgotPassword, { body: { email } }, someAddress());
    const answers = await Promise.all(Array.from({ length: 8 }, forgot));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(pool.commandCalls(cognito.ForgotPasswordCommand)).toHaveLength(5);
  });

  it('are five codes also with those of a recovery: the sixth is not mailed, and the answer is the same', async () => {
    const { recover } = await begin(1);
    const codes = () => world.texts().filter((text) => /Código: \d{6}/.test(text)).length;
    for (let nth = 1; nth <= 6; nth += 1) expect(refusal(await recover())).toEqual(refused('RECOVERY_CODE_SENT'));
    expect(codes()).toBe(5);
  });

  it('are ten codes of the own app also when all come at once', async () => {
    const { testContext } = world.begin();
    const userId = someId();
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => testContext.use(countOwnCode)(userId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
});

describe('doors 0: whether a member has a factor', () => {
  it('is noted at each sign-in, in the user and in every membership', async () => {
    const { send, testContext } = world.begin();
    const { id: userId, email } = await insertUser(testContext);
    const teamId = someId();
    await insertTeam(testContext, { teamId, ownerId: userId });
    await insertMembership(testContext, { teamId, userId, email, role: 'OWNER' });
    const hasFactor = async () => [
      (await getItem(testContext.context, userKey(userId)))?.hasFactor,
      (await getItem(testContext.context, membershipKey(teamId, userId)))?.hasFactor,
    ];
    pool.on(cognito.AdminInitiateAuthCommand).resolves({
      ...{ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 's', ChallengeParameters: { USER_ID_FOR_SRP: userId } },
    });
    const tokens = () => world.tokens(testContext.now(), userId, email);
    pool
      .on(cognito.AdminRespondToAuthChallengeCommand)
      .callsFake(async () => ({ AuthenticationResult: await tokens() }));
    const { body } = await send(login, { body: { email, password: PASSWORD } });
    const answer = { session: body.session, username: email, code: '123456' };
    expect((await send(respondToMfa, { body: answer })).status).toBe(200);
    expect(await hasFactor()).toEqual([true, true]);
    pool.on(cognito.AdminInitiateAuthCommand).callsFake(async () => ({ AuthenticationResult: await tokens() }));
    expect((await send(login, { body: { email, password: PASSWORD } })).status).toBe(200);
    expect(await hasFactor()).toEqual([false, false]);
  });
});
