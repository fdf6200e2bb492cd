import {
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { capability } from '../../runtime/capability';
import { refusedAs } from './refusals';
import { cognitoClient } from './user-pool';

/** Begins to enrol an authenticator app, with the user's own access token: a new secret, in base 32. */
export const beginAuthenticator = capability({}, (context) => async (AccessToken: string): Promise<string> => {
  const answer = await context
    .call({ resource: 'userToken', action: 'AssociateSoftwareToken' }, () =>
      context.client(cognitoClient).send(new AssociateSoftwareTokenCommand({ AccessToken })),
    )
    .catch(refusedAs('UNAUTHENTICATED'));
  if (!answer.SecretCode) throw new Error('AssociateSoftwareToken answered no secret.');
  return answer.SecretCode;
});

/** Ends the enrolment with a first code of the app, and asks for a code at every sign-in from now on. */
export const confirmAuthenticator = capability({}, (context) => async (AccessToken: string, code: string) => {
  const verify = new VerifySoftwareTokenCommand({ AccessToken, UserCode: code, FriendlyDeviceName: 'authenticator' });
  const prefer = new SetUserMFAPreferenceCommand({
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  await context
    .call({ resource: 'userToken', action: 'VerifySoftwareToken' }, () => context.client(cognitoClient).send(verify))
    .catch(refusedAs('VALIDATION_FAILED', 'code'));
  await context
    .call({ resource: 'userToken', action: 'SetUserMFAPreference' }, () => context.client(cognitoClient).send(prefer))
    .catch(refusedAs('UNAUTHENTICATED'));
});
