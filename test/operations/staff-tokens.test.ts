import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { trigger } from '../../functions/triggers/limit-staff-tokens';
import { environmentOfTrigger, makeTriggerHandler } from '../../shared/operation/define-trigger';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { STAFF_SUB } from '../support/user-pools';

const SCOPE = 'aws.cognito.signin.user.admin';

/** The event that Cognito sends. Source: Cognito developer guide, "Pre token generation Lambda trigger", event version 2. */
const eventOf = (clientId: string): PreTokenGenerationV2TriggerEvent => ({
  version: '2',
  triggerSource: 'TokenGeneration_Authentication',
  region: 'us-east-1',
  userPoolId: 'us-east-1_staff',
  userName: STAFF_SUB,
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
  request: {
    userAttributes: { sub: STAFF_SUB, email: 'ana@fletes.mx' },
    groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: undefined },
    scopes: [SCOPE],
  },
  response: { claimsAndScopeOverrideDetails: {} },
});

async function responseTo(clientId: string) {
  const testContext = makeTestContext();
  const answer = await makeTriggerHandler(trigger, testContext.runtime)(eventOf(clientId), lambdaContext());
  expect(testContext.calls).toEqual([]);
  return Object(answer).response;
}

test.each([ENVIRONMENT.STAFF_CLIENT_ID, 'a-client-of-a-later-version', ''])(
  'doors 11: an access token of the client %j loses the scope of Cognito’s user API',
  async (clientId = '') => {
    expect(await responseTo(clientId)).toEqual({
      claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: [SCOPE] } },
    });
  },
);

test('doors 11: an access token of the client for self-service keeps it', async () => {
  const response = await responseTo(ENVIRONMENT.STAFF_SELF_SERVICE_CLIENT_ID ?? '');
  expect(response).toEqual({ claimsAndScopeOverrideDetails: {} });
});

test('doors 11: the trigger needs one variable', () => {
  expect(environmentOfTrigger(trigger)).toEqual(['STAFF_SELF_SERVICE_CLIENT_ID']);
});
