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

/** Begins the enrolment of an authenticator app with the user's own access token. Returns a new secret in base 32. */
export const beginAuthenticator = capability({}, (context) => (accessToken: string) => newSecret(context, accessToken));

/** Completes the enrolment with a first code of the app. Every later sign-in asks for a code. */
export const confirmAuthenticator = capability({}, (context) => async (accessToken: string, code: string) => {
  await verifyCode(context, accessToken, code);
  await preferFactor(context, accessToken, true);
});

/**
 * Turns the second factor off after a check of a code. Cognito keeps the old secret, so a code of it could enrol the
 * app again. A new secret, which is never shown, replaces it.
 */
export const removeAuthenticator = capability({}, (context) => async (accessToken: string, code: string) => {
  await verifyCode(context, accessToken, code);
  await preferFactor(context, accessToken, false);
  await newSecret(context, accessToken);
});

/** Replaces the secret after a recovery, so that the lost app cannot enrol again. */
export const forgetSecret = capability({}, (context) => async (accessToken: string) => {
  await newSecret(context, accessToken);
});

/** True when sign-in asks for a code. Uses the user's own token, so that a revoked token answers UNAUTHENTICATED. */
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
  if (!answer.SecretCode) throw new Error('AssociateSoftwareToken returned no secret.');
  return answer.SecretCode;
}

/** A wrong code answers 400, because the session is still valid and front ends sign out on 401. */
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
