import {
  CognitoIdentityProviderClient,
  InvalidParameterException,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { trigger } from '../../functions/triggers/export-accounts';
import { completeKey, PROGRESS_KEY, pageKey } from '../../shared/identity/account-exports';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { readDocument } from '../../shared/platform/storage/documents';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { objectStorage } from '../support/storage';

const DAY_MS = 24 * 60 * 60_000;
const storage = objectStorage();
const cognito = mockClient(CognitoIdentityProviderClient);
const testContext = makeTestContext();
const run = () => makeTriggerHandler(trigger, testContext.runtime)({}, lambdaContext());
const stored = async (key: string) => JSON.parse((await testContext.use(readDocument)(key)) ?? 'null');

const user = (sub: string, attributes: Readonly<Record<string, string>>): UserType => ({
  Username: sub,
  UserStatus: 'CONFIRMED',
  Attributes: Object.entries({ sub, ...attributes }).map(([Name, Value]) => ({ Name, Value })),
});
const staffPage = { UserPoolId: ENVIRONMENT.STAFF_USER_POOL_ID };

beforeEach(() => {
  storage.follow(testContext.now);
  cognito.reset();
  cognito.on(ListUsersCommand).resolves({ Users: [user('d1', { 'custom:teamId': 't', 'custom:driverId': 'd' })] });
  cognito.on(ListUsersCommand, staffPage).resolves({ Users: [user('s2', { email: 'b@b.mx', name: 'B' })] });
});

test('production 7.3: a token that Cognito refuses begins the pool again, and no run is lost', async () => {
  const first = { Users: [user('s1', { email: 'a@a.mx' })], PaginationToken: 'two' };
  const refused = new InvalidParameterException({ message: 'Invalid pagination token', $metadata: {} });
  cognito
    .on(ListUsersCommand, staffPage)
    .resolvesOnce(first)
    .rejectsOnce(refused)
    .resolves({ Users: [user('s1', { email: 'a@a.mx' }), user('s2', { email: 'b@b.mx', name: 'B' })] });
  expect(await run()).toEqual({ exported: 4, failed: 0 });
  const progress = await stored(PROGRESS_KEY);
  expect(await stored(completeKey(progress))).toEqual(progress);
  expect(await stored(pageKey({ ...progress, pool: 'staff', part: 2 }))).toEqual({
    pool: 'staff',
    accounts: [
      { sub: 's1', username: 's1', email: 'a@a.mx', enabled: true, confirmed: true, claims: {} },
      { sub: 's2', username: 's2', email: 'b@b.mx', enabled: true, confirmed: true, claims: {} },
    ],
  });
});

/** Pages of the staff pool that each take half a second. The token is the number of the next page. */
function manyAccounts(pages: number): void {
  cognito.on(ListUsersCommand, staffPage).callsFake(({ PaginationToken = '1' }) => {
    testContext.pass(500);
    const page = Number(PaginationToken);
    return {
      Users: Array.from({ length: 60 }, (_, index) => user(`s${60 * (page - 1) + index}`, { email: 'a@a.mx' })),
      ...(page < pages && { PaginationToken: String(page + 1) }),
    };
  });
}

/** Runs the trigger until its own time limit, or a given one. */
function runFor(seconds: number) {
  const end = testContext.now().getTime() + 1_000 * seconds;
  const getRemainingTimeInMillis = () => end - testContext.now().getTime();
  return makeTriggerHandler(trigger, testContext.runtime)({}, { ...lambdaContext(), getRemainingTimeInMillis });
}

test('production 7.3: one run exports 12,000 accounts, at half a second for sixty', async () => {
  testContext.pass(7 * DAY_MS);
  manyAccounts(200);
  expect(await runFor(trigger.seconds ?? 0)).toEqual({ exported: 12_001, failed: 0 });
  const progress = await stored(PROGRESS_KEY);
  expect(progress).toMatchObject({ accounts: 12_001, completedAt: testContext.now().toISOString() });
  const last = await stored(pageKey({ ...progress, pool: 'staff', part: 200 }));
  expect(last.accounts.at(-1).sub).toBe('s11999');
});

test('production 7.3: a run without time ends, and the next one continues at the page after it', async () => {
  testContext.pass(7 * DAY_MS);
  manyAccounts(80);
  expect(await runFor(28)).toEqual({ exported: 46 * 60 + 60, failed: 0 });
  expect((await stored(PROGRESS_KEY)).completedAt).toBeUndefined();
  expect(await runFor(28)).toEqual({ exported: 33 * 60 + 1, failed: 0 });
  expect(await stored(PROGRESS_KEY)).toMatchObject({ accounts: 80 * 60 + 1 });
});

test('production 7.3: the next export begins after a week, and a day earlier it does not', async () => {
  testContext.pass(6 * DAY_MS);
  expect(await run()).toEqual({ exported: 0, failed: 0 });
  expect(cognito.commandCalls(ListUsersCommand)).toHaveLength(0);
  testContext.pass(DAY_MS);
  expect(await run()).toEqual({ exported: 2, failed: 0 });
});
