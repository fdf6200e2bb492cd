import {
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { refusedToUser } from './cognito-errors';
import { cognitoClient, cognitoClientOnce } from './user-pool';

/** Begins to enrol an authenticator app, with the user's own access token: a new secret, in base 32. */
export const beginAuthenticator = capability({}, (context) => (accessToken: string) => newSecret(context, accessToken));

/** Ends the enrolment with a first code of the app, and asks for a code at every sign-in from now on. */
export const confirmAuthenticator = capability({}, (context) => async (accessToken: string, code: string) => {
  await verifyCode(context, accessToken, code);
  await preferFactor(context, accessToken, true);
});

/**
 * Takes the factor off, for a code of the app. Cognito keeps the secret, and a code of it would enrol it again: so a new one that nobody is
 * told takes its place among those that wait to be confirmed.
 */
export const removeAuthenticator = capability({}, (context) => async (accessToken: string, code: string) => {
  await verifyCode(context, accessToken, code);
  await preferFactor(context, accessToken, false);
  await newSecret(context, accessToken);
});

/** After a recovery: the lost app's secret enrols no more. */
export const forgetSecret = capability({}, (context) => async (accessToken: string) => {
  await newSecret(context, accessToken);
});

/** True when sign-in asks for a code. The user's own token asks, so that one that was revoked is told from the rest: UNAUTHENTICATED. */
export const isMfaEnabled = capability({}, (context) => async (AccessToken: string): Promise<boolean> => {
  const answer = await context
    .call({ resource: 'userToken', action: 'GetUser' }, () =>
      context.client(cognitoClient).send(new GetUserCommand({ AccessToken })),
    )
    .catch(refusedToUser('UNAUTHENTICATED'));
  return answer.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false;
});

async function newSecret(context: Context, AccessToken: string): Promise<string> {
  const answer = await context
    .call({ resource: 'userToken', action: 'AssociateSoftwareToken' }, () =>
      context.client(cognitoClient).send(new AssociateSoftwareTokenCommand({ AccessToken })),
    )
    .catch(refusedToUser('UNAUTHENTICATED'));
  if (!answer.SecretCode) throw new Error('AssociateSoftwareToken answered no secret.');
  return answer.SecretCode;
}

/** A wrong code is 400: the session itself is good, and a front end signs out on 401. */
async function verifyCode(context: Context, AccessToken: string, UserCode: string): Promise<void> {
  const command = new VerifySoftwareTokenCommand({ AccessToken, UserCode, FriendlyDeviceName: 'authenticator' });
  await context
    .call({ resource: 'userToken', action: 'VerifySoftwareToken', once: true }, () =>
      context.client(cognitoClientOnce).send(command),
    )
    .catch(
      refusedToUser('VALIDATION_FAILED', {
        field: 'code',
        message: 'The code is wrong. Send the one that the app shows now.',
      }),
    );
}

async function preferFactor(context: Context, AccessToken: string, isOn: boolean): Promise<void> {
  const command = new SetUserMFAPreferenceCommand({
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn },
  });
  await context
    .call({ resource: 'userToken', action: 'SetUserMFAPreference' }, () => context.client(cognitoClient).send(command))
    .catch(refusedToUser('UNAUTHENTICATED'));
}
