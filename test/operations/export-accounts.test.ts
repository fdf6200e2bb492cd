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

test('production 7.3: the next export begins after a week, and a day earlier it does not', async () => {
  testContext.pass(6 * DAY_MS);
  expect(await run()).toEqual({ exported: 0, failed: 0 });
  expect(cognito.commandCalls(ListUsersCommand)).toHaveLength(0);
  testContext.pass(DAY_MS);
  expect(await run()).toEqual({ exported: 2, failed: 0 });
});
