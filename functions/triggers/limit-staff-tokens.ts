import { isSelfServiceClient } from '../../shared/identity/staff-tokens';
import { defineTrigger } from '../../shared/operation/define-trigger';

/**
 * Removes the scope with which an access token could call Cognito's user API, for example to delete the user or to turn
 * the second factor off. Only the client for self-service keeps it. The trigger decides by the client, because
 * AdminInitiateAuth passes no metadata to it. Source: Cognito developer guide, "Pre token generation Lambda trigger".
 */
export const trigger = defineTrigger({
  id: 'limitStaffTokens',
  summary: 'Keep a staff access token from calling Cognito',
  source: 'staffPoolPreTokenGeneration',
  uses: { isSelfServiceClient },
  run: async ({ event, deps }) => {
    if (deps.isSelfServiceClient(event.callerContext.clientId)) return event;
    event.response = {
      claimsAndScopeOverrideDetails: {
        accessTokenGeneration: { scopesToSuppress: ['aws.cognito.signin.user.admin'] },
      },
    };
    return event;
  },
});
