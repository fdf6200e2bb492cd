import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { trigger } from '../../functions/triggers/add-driver-claims';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { makeScene } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { DRIVER_ID, DRIVER_SUB, TEAM_ID } from '../support/user-pools';

/** What Cognito sends. Source: Cognito developer guide, "Pre token generation Lambda trigger", event version 2. */
const eventOf = (userAttributes: Readonly<Record<string, string>>): PreTokenGenerationV2TriggerEvent => ({
  version: '2',
  triggerSource: 'TokenGeneration_Authentication',
  region: 'us-east-1',
  userPoolId: 'us-east-1_drivers',
  userName: 'ana.luna.00000001',
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: 'driversClient' },
  request: {
    userAttributes: { ...userAttributes },
    groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: undefined },
    scopes: ['aws.cognito.signin.user.admin'],
  },
  response: { claimsAndScopeOverrideDetails: {} },
});

async function answerTo(userAttributes: Readonly<Record<string, string>>) {
  const testContext = makeScene();
  const answer = await makeTriggerHandler(trigger, testContext.runtime)(eventOf(userAttributes), lambdaContext());
  return { answer, calls: testContext.calls };
}

/** The whole response: what is not in it, Cognito leaves as it is, the identity token and the groups among it. */
const responseOf = (teamId: string, driverId: string) => ({
  claimsAndScopeOverrideDetails: {
    accessTokenGeneration: {
      claimsToAddOrOverride: { 'custom:teamId': teamId, 'custom:driverId': driverId },
      scopesToSuppress: ['aws.cognito.signin.user.admin'],
    },
  },
});

test('the access token of a driver carries teamId and driverId, and not the scope of Cognito’s own user API', async () => {
  const attributes = { sub: DRIVER_SUB, 'custom:teamId': TEAM_ID, 'custom:driverId': DRIVER_ID, name: 'Ana Luna' };
  const { answer, calls } = await answerTo(attributes);
  expect(answer).toEqual({ ...eventOf(attributes), response: responseOf(TEAM_ID, DRIVER_ID) });
  expect(calls).toEqual([]);
});

test('an account without team and record gets claims that no operation takes, whatever else it says', async () => {
  const { answer } = await answerTo({ sub: DRIVER_SUB, teamId: TEAM_ID, driverId: DRIVER_ID });
  expect(answer).toMatchObject({ response: responseOf('', '') });
});
