import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { operation as forgotPassword } from '../../functions/auth/forgot-password';
import { operation as login } from '../../functions/auth/login';
import { operation as changeEmail } from '../../functions/users/change-email';
import { operation as confirmEmail } from '../../functions/users/confirm-email';
import { mailedCodeKey, makeMailedCode } from '../../shared/identity/mailed-codes';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { membershipKey } from '../../shared/teams/team';
import { accountKey, userKey } from '../../shared/teams/user';
import { accounts, cognitoError, PASSWORD, refusal, refused, someAddress, wrongPassword } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';

const world = accounts(quickTable());
const pool = world.cognito;
const noUser = () => cognitoError(cognito.UserNotFoundException);
const someEmail = () => `${someId()}@nuevo.mx`;
const stored = async (office: Office) => {
  const user = await getItem(office.testContext.context, userKey(office.id));
  if (user === undefined) throw new Error('The user is gone.');
  return user;
};
const ownerOf = async ({ testContext }: Office, email: string) =>
  (await getItem(testContext.context, accountKey(email)))?.userId;

/** A user whose present address points to its account, as after a first sign-in. */
async function open() {
  const office = await openOffice(world);
  const { email } = await stored(office);
  await transact(office.testContext.context, [putItem(accountKey(email), { userId: office.id })]);
  const AuthenticationResult = await world.tokens(office.testContext.now(), office.id, email, { origin_jti: someId() });
  pool.on(cognito.AdminInitiateAuthCommand).resolves({ AuthenticationResult });
  pool.on(cognito.AdminGetUserCommand).rejects(noUser());
  pool.on(cognito.AdminUpdateUserAttributesCommand).resolves({});
  return { office, email };
}
const ask = (office: Office, newEmail: string, more = {}) =>
  office.send(changeEmail, { body: { newEmail, password: PASSWORD, ...more } });
const codeFor = (office: Office, payload: string) =>
  office.testContext.use(makeMailedCode)({ purpose: 'EMAIL', userId: office.id, payload });
const confirm = (office: Office, code: string) => office.send(confirmEmail, { body: { code } });

describe('doors 10: a request for another address', () => {
  it('mails a code to the new address and a notice to the present one, and changes nothing', async () => {
    const { office, email } = await open();
    const newEmail = someEmail();
    expect((await ask(office, newEmail)).status).toBe(200);
    expect(world.mailed().sort()).toEqual([email, newEmail].sort());
    const record = await getItem(office.testContext.context, mailedCodeKey(office.id, 'EMAIL'));
    expect(record).toMatchObject({ payload: newEmail, tries: 0 });
    expect((await stored(office)).email).toBe(email);
    expect(pool.commandCalls(cognito.AdminUpdateUserAttributesCommand)).toEqual([]);
  });

  it('needs a code of the authenticator app from a user who has one', async () => {
    const { office, email } = await open();
    const AuthenticationResult = await world.tokens(office.testContext.now(), office.id, email, {
      origin_jti: someId(),
    });
    pool.on(cognito.AdminInitiateAuthCommand).resolves({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 's'.repeat(40),
      ChallengeParameters: { USER_ID_FOR_SRP: office.id },
    });
    pool.on(cognito.AdminRespondToAuthChallengeCommand).resolves({ AuthenticationResult });
    expect(refusal(await ask(office, someEmail()))).toEqual(refused('INVALID_CODE'));
    expect(world.mailed()).toEqual([]);
    expect((await ask(office, someEmail(), { code: '123456' })).status).toBe(200);
  });

  it('gets the same answer and the same calls for an address with an account', async () => {
    const { office } = await open();
    await ask(office, someEmail());
    const before = office.testContext.actions().length;
    const free = await ask(office, someEmail());
    const calls = office.testContext.actions().slice(before);
    pool.on(cognito.AdminGetUserCommand).resolves({ Username: someId() });
    const next = office.testContext.actions().length;
    const taken = await ask(office, someEmail());
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect(office.testContext.actions().slice(next)).toEqual(calls);
  });

  it('needs the password, and a code of the app if there is one', async () => {
    const { office } = await open();
    pool.on(cognito.AdminInitiateAuthCommand).resolves({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'one' });
    expect(refusal(await ask(office, someEmail()))).toEqual(refused('INVALID_CODE'));
    pool.on(cognito.AdminRespondToAuthChallengeCommand).rejects(cognitoError(cognito.CodeMismatchException));
    expect(refusal(await ask(office, someEmail(), { code: '123456' }))).toEqual(refused('VALIDATION_FAILED', 'code'));
    expect(pool.commandCalls(cognito.AdminRespondToAuthChallengeCommand)).toHaveLength(1);
    pool.on(cognito.AdminInitiateAuthCommand).rejects(wrongPassword());
    expect(refusal(await ask(office, someEmail()))).toEqual(refused('INVALID_CREDENTIALS'));
    expect(world.mailed()).toEqual([]);
  });

  it('doors 6: mails nothing to an address that got five codes in an hour, and answers the same', async () => {
    const { office } = await open();
    const newEmail = someEmail();
    pool.on(cognito.ForgotPasswordCommand).resolves({});
    const forgot = () => office.send(forgotPassword, { body: { email: newEmail } });
    for (let nth = 0; nth < 4; nth += 1) await forgot();
    expect((await ask(office, newEmail)).status).toBe(200);
    expect(world.mailed()).toContain(newEmail);
    const before = world.mailed().length;
    expect((await ask(office, newEmail)).status).toBe(200);
    expect(world.mailed().slice(before)).toEqual([(await stored(office)).email]);
    await forgot();
    expect(pool.commandCalls(cognito.ForgotPasswordCommand)).toHaveLength(4);
  });

  it('is refused for the present address, and after five of a day', async () => {
    const { office, email } = await open();
    expect(refusal(await ask(office, email))).toEqual(refused('VALIDATION_FAILED', 'newEmail'));
    for (let count = 0; count < 5; count += 1) expect((await ask(office, someEmail())).status).toBe(200);
    expect(refusal(await ask(office, someEmail()))).toEqual(refused('TOO_MANY_REQUESTS'));
  });
});

describe('doors 10: a confirmed address', () => {
  it('is that of the account, the user, the pointer and the memberships, and the old pointer is gone', async () => {
    const { office, email } = await open();
    const newEmail = someEmail();
    const answer = await confirm(office, await codeFor(office, newEmail));
    expect([answer.status, answer.body.email]).toEqual([200, newEmail]);
    const [call] = pool.commandCalls(cognito.AdminUpdateUserAttributesCommand);
    expect(call?.args[0].input).toMatchObject({
      Username: office.id,
      UserAttributes: [
        { Name: 'email', Value: newEmail },
        { Name: 'email_verified', Value: 'true' },
      ],
    });
    expect((await stored(office)).email).toBe(newEmail);
    expect([await ownerOf(office, newEmail), await ownerOf(office, email)]).toEqual([office.id, undefined]);
    const member = await getItem(office.testContext.context, membershipKey(office.teamId, office.id));
    expect(member?.email).toBe(newEmail);
  });

  it('leaves the old pointer if it belongs to another user', async () => {
    const { office, email } = await open();
    const other = someId();
    await transact(office.testContext.context, [putItem(accountKey(email), { userId: other })]);
    expect((await confirm(office, await codeFor(office, someEmail()))).status).toBe(200);
    expect(await ownerOf(office, email)).toBe(other);
  });

  it('that belongs to another user meanwhile is refused, in the table and at Cognito', async () => {
    const { office, email } = await open();
    const newEmail = someEmail();
    const other = someId();
    await transact(office.testContext.context, [putItem(accountKey(newEmail), { userId: other })]);
    expect(refusal(await confirm(office, await codeFor(office, newEmail)))).toEqual(refused('CONFLICT'));
    expect(pool.commandCalls(cognito.AdminUpdateUserAttributesCommand)).toEqual([]);
    pool.on(cognito.AdminUpdateUserAttributesCommand).rejects(cognitoError(cognito.AliasExistsException));
    expect(refusal(await confirm(office, await codeFor(office, someEmail())))).toEqual(refused('INVALID_CODE'));
    expect((await stored(office)).email).toBe(email);
    expect(await ownerOf(office, newEmail)).toBe(other);
  });

  it('needs a right code, which works once', async () => {
    const { office } = await open();
    const code = await codeFor(office, someEmail());
    const wrong = code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));
    expect(refusal(await confirm(office, wrong))).toEqual(refused('INVALID_CODE'));
    expect((await confirm(office, code)).status).toBe(200);
    expect(refusal(await confirm(office, code))).toEqual(refused('INVALID_CODE'));
  });
});

describe('doors 10: a sign-in', () => {
  async function signInAs(office: Office, email: string) {
    const AuthenticationResult = await world.tokens(office.testContext.now(), office.id, email, {
      origin_jti: someId(),
    });
    pool.on(cognito.AdminInitiateAuthCommand).resolves({ AuthenticationResult });
    return office.exchange.send(login, { body: { email, password: PASSWORD } }, someAddress());
  }

  it('with an address that differs from the record completes the change', async () => {
    const { office, email } = await open();
    const newEmail = someEmail();
    expect((await signInAs(office, newEmail)).status).toBe(200);
    expect((await stored(office)).email).toBe(newEmail);
    expect([await ownerOf(office, newEmail), await ownerOf(office, email)]).toEqual([office.id, undefined]);
    const member = await getItem(office.testContext.context, membershipKey(office.teamId, office.id));
    expect(member?.email).toBe(newEmail);
  });

  it('with an address that the table gives to another user succeeds, and takes nothing from that user', async () => {
    const { office, email } = await open();
    const [newEmail, other] = [someEmail(), someId()];
    await transact(office.testContext.context, [putItem(accountKey(newEmail), { userId: other })]);
    expect((await signInAs(office, newEmail)).status).toBe(200);
    expect([(await stored(office)).email, await ownerOf(office, newEmail)]).toEqual([email, other]);
  });
});
