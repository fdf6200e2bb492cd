import { defineTrigger } from '../../shared/operation/define-trigger';

/**
 * Adds the driver's team and record to the access token, and removes the scope with which the token could call
 * Cognito's user API. Source: Cognito developer guide, "Pre token generation Lambda trigger", event version 2.
 */
export const trigger = defineTrigger({
  id: 'addDriverClaims',
  summary: 'Put teamId and driverId into a driver’s access token',
  source: 'driversPoolPreTokenGeneration',
  uses: {},
  run: async ({ event }) => {
    const attributes = event.request.userAttributes;
    event.response = {
      claimsAndScopeOverrideDetails: {
        accessTokenGeneration: {
          claimsToAddOrOverride: {
            'custom:teamId': attributes['custom:teamId'] ?? '',
            'custom:driverId': attributes['custom:driverId'] ?? '',
          },
          scopesToSuppress: ['aws.cognito.signin.user.admin'],
        },
      },
    };
    return event;
  },
});
