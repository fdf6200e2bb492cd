import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { SETUP_IS_OVER } from '../mfa-setup';
import { nameOf, refusedAs, refusedToUser } from './cognito-errors';
import { CODE_IS_WRONG } from './self-service';
import { SIGN_IN_PERMISSIONS, signInEnvironment, signInTo } from './sign-in';
import { cognitoClient, cognitoClientOnce, SELF_SERVICE, STAFF_POOL } from './user-pool';

/**
 * Begins the enrolment of an authenticator app with an access token of the client for self-service. Returns a new secret
 * in base 32.
 */
export const beginAuthenticator = capability({}, (context) => (accessToken: string) => newSecret(context, accessToken));

/** Completes the enrolment with a first code of the app. Every later sign-in asks for a code. */
export const confirmAuthenticator = capability(
  { staffPool: ['AdminSetUserMFAPreference'] },
  (context) => async (userId: string, accessToken: string, code: string) => {
    await verifyCode(context, accessToken, code);
    await preferFactor(context, userId, true);
  },
);

/**
 * Turns the second factor off for a user whose password and code are proven. Cognito keeps the old secret, so a code of it
 * could enrol the app again. A new secret, which is never shown, replaces it.
 */
export const removeAuthenticator = capability(
  { staffPool: ['AdminSetUserMFAPreference'] },
  (context) => async (userId: string, accessToken: string) => {
    await preferFactor(context, userId, false);
    await newSecret(context, accessToken);
  },
);

/**
 * Replaces the secret after a recovery, so that the lost app cannot enrol again. A new factor, which another session
 * enrolled meanwhile, has replaced it already.
 */
export const forgetSecret = capability(
  { staffPool: SIGN_IN_PERMISSIONS },
  (context) => async (email: string, password: string) => {
    const signIn = await signInTo(SELF_SERVICE, 'SOFTWARE_TOKEN_MFA')(context)(email, password);
    if ('tokens' in signIn) await newSecret(context, signIn.tokens.accessToken);
  },
  signInEnvironment(SELF_SERVICE),
);

/** True when sign-in asks for a code. A deleted or disabled account answers UNAUTHENTICATED. */
export const isMfaEnabled = capability(
  { staffPool: ['AdminGetUser'] },
  (context) =>
    async (userId: string): Promise<boolean> => {
      const command = new AdminGetUserCommand(userIn(context, userId));
      const { Enabled, UserMFASettingList } = await context
        .call({ resource: 'staffPool', action: 'AdminGetUser' }, (signal) =>
          context.client(cognitoClient).send(command, { abortSignal: signal }),
        )
        .catch(refusedAs('UNAUTHENTICATED'));
      if (Enabled === false) throw new AppError('UNAUTHENTICATED');
      return UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false;
    },
);

async function newSecret(context: Context, AccessToken: string): Promise<string> {
  const answer = await context
    .call({ resource: 'userToken', action: 'AssociateSoftwareToken' }, (signal) =>
      context.client(cognitoClient).send(new AssociateSoftwareTokenCommand({ AccessToken }), { abortSignal: signal }),
    )
    .catch(refusedToUser('UNAUTHENTICATED'));
  if (!answer.SecretCode) throw new Error('AssociateSoftwareToken returned no secret.');
  return answer.SecretCode;
}

/** A wrong code answers 400, because the caller's session is still valid and front ends sign out on 401. */
async function verifyCode(context: Context, AccessToken: string, UserCode: string): Promise<void> {
  const command = new VerifySoftwareTokenCommand({ AccessToken, UserCode, FriendlyDeviceName: 'authenticator' });
  await context
    .call({ resource: 'userToken', action: 'VerifySoftwareToken', once: true }, (signal) =>
      context.client(cognitoClientOnce).send(command, { abortSignal: signal }),
    )
    .catch((failure: unknown) => {
      const isTokenRefused = nameOf(failure) === 'NotAuthorizedException';
      const detail = isTokenRefused ? { field: 'code', message: SETUP_IS_OVER } : CODE_IS_WRONG;
      return refusedAs('VALIDATION_FAILED', detail)(failure);
    });
}

async function preferFactor(context: Context, userId: string, isOn: boolean): Promise<void> {
  const command = new AdminSetUserMFAPreferenceCommand({
    ...userIn(context, userId),
    SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn },
  });
  await context
    .call({ resource: 'staffPool', action: 'AdminSetUserMFAPreference' }, (signal) =>
      context.client(cognitoClient).send(command, { abortSignal: signal }),
    )
    .catch(refusedAs('UNAUTHENTICATED'));
}

/** In the staff pool the user name is the subject. */
const userIn = (context: Context, userId: string) => ({
  UserPoolId: context.env(STAFF_POOL.poolId),
  Username: userId,
});
