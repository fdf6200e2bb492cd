import {
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandOutput,
  AdminRespondToAuthChallengeCommand,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Refusal } from '../../domain/refusal';
import { capability } from '../../runtime/capability';
import type { Context } from '../../runtime/context';
import { nameOf, refusedAs } from './refusals';
import { type IssuedTokens, issuedTokens } from './tokens';
import { clientSecret, cognitoClient, DRIVERS_POOL, STAFF_POOL, secretHash, type UserPool } from './user-pool';

export type Challenge = 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED';

/** What a sign-in comes to: tokens, or a challenge with the session in which to answer it. */
export type SignIn = { readonly tokens: IssuedTokens } | { readonly challenge: Challenge; readonly session: string };

export const SIGN_IN_RIGHTS = ['AdminInitiateAuth', 'DescribeUserPoolClient'] as const;
const CHALLENGE_RIGHTS = ['AdminRespondToAuthChallenge', 'DescribeUserPoolClient'] as const;

/**
 * Signs a user of the staff pool in by e-mail and password. INVALID_CREDENTIALS whether the user is unknown or the password wrong;
 * ACCOUNT_NOT_CONFIRMED for the right password of an address that was never confirmed.
 */
export const signInStaff = capability({ staffPool: SIGN_IN_RIGHTS }, signInTo(STAFF_POOL, 'SOFTWARE_TOKEN_MFA'));

/** Signs a driver in by user name and password. */
export const signInDriver = capability(
  { driversPool: SIGN_IN_RIGHTS },
  signInTo(DRIVERS_POOL, 'NEW_PASSWORD_REQUIRED'),
);

/** Answers SOFTWARE_TOKEN_MFA with the six digits of the authenticator app. INVALID_CODE when wrong, expired or used before. */
export const answerCode = capability(
  { staffPool: CHALLENGE_RIGHTS },
  (context) => (session: string, code: string) =>
    answerChallenge(context, STAFF_POOL, 'SOFTWARE_TOKEN_MFA', session, { SOFTWARE_TOKEN_MFA_CODE: code }),
);

/** Answers NEW_PASSWORD_REQUIRED with the driver's own password. */
export const answerNewPassword = capability(
  { driversPool: CHALLENGE_RIGHTS },
  (context) => (session: string, password: string) =>
    answerChallenge(context, DRIVERS_POOL, 'NEW_PASSWORD_REQUIRED', session, { NEW_PASSWORD: password }),
);

/** New tokens for a refresh token of the staff pool. UNAUTHENTICATED when it is expired, revoked or none. */
export const refreshStaff = capability({ staffPool: ['DescribeUserPoolClient'] }, refreshIn(STAFF_POOL));

/** New tokens for a refresh token of the drivers' pool, likewise. */
export const refreshDriver = capability({ driversPool: ['DescribeUserPoolClient'] }, refreshIn(DRIVERS_POOL));

/** Makes a sign-in by password to a pool, where it may be answered with that one challenge. */
export function signInTo(pool: UserPool, expected: Challenge) {
  return (context: Context) =>
    async (username: string, password: string): Promise<SignIn> => {
      const command = new AdminInitiateAuthCommand({
        UserPoolId: context.env(pool.poolId),
        ClientId: context.env(pool.clientId),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: {
          USERNAME: username,
          PASSWORD: password,
          SECRET_HASH: await secretHash(context, pool, username),
        },
      });
      const answer = await context
        .call({ resource: pool.resource, action: 'AdminInitiateAuth' }, () =>
          context.client(cognitoClient).send(command),
        )
        .catch(refusedSignIn);
      return signInFrom(answer, expected, username);
    };
}

/** Cognito says that an account is not confirmed only to who has its password, so that its owner may be told. */
function refusedSignIn(failure: unknown): never {
  if (nameOf(failure) === 'UserNotConfirmedException') throw new Refusal('ACCOUNT_NOT_CONFIRMED', { cause: failure });
  return refusedAs('INVALID_CREDENTIALS')(failure);
}

function signInFrom(answer: AdminInitiateAuthCommandOutput, expected: Challenge, username: string): SignIn {
  if (answer.ChallengeName === undefined) return { tokens: issuedTokens(answer.AuthenticationResult) };
  if (answer.ChallengeName !== expected || !answer.Session)
    throw new Error(`Unexpected challenge ${answer.ChallengeName}.`);
  const realName = answer.ChallengeParameters?.USER_ID_FOR_SRP ?? username;
  return { challenge: expected, session: `${realName}${SEPARATOR}${answer.Session}` };
}

/**
 * Stands in our session between the pool's own user name and Cognito's session: a challenge must be answered with the real user name, which
 * is not the e-mail address that the contract sends (API reference, AdminRespondToAuthChallenge, USERNAME).
 */
const SEPARATOR = '~';

async function answerChallenge(
  context: Context,
  pool: UserPool,
  challenge: Challenge,
  session: string,
  responses: Readonly<Record<string, string>>,
): Promise<IssuedTokens> {
  const [username, Session] = session.split(SEPARATOR, 2);
  if (!username || !Session) throw new Refusal('INVALID_CODE', { message: 'The session is not valid. Sign in again.' });
  const command = new AdminRespondToAuthChallengeCommand({
    UserPoolId: context.env(pool.poolId),
    ClientId: context.env(pool.clientId),
    ChallengeName: challenge,
    Session,
    ChallengeResponses: { USERNAME: username, SECRET_HASH: await secretHash(context, pool, username), ...responses },
  });
  const answer = await context
    .call({ resource: pool.resource, action: 'AdminRespondToAuthChallenge' }, () =>
      context.client(cognitoClient).send(command),
    )
    .catch(refusedAs('INVALID_CODE'));
  return issuedTokens(answer.AuthenticationResult);
}

function refreshIn(pool: UserPool) {
  return (context: Context) =>
    async (refreshToken: string): Promise<IssuedTokens> => {
      const command = new GetTokensFromRefreshTokenCommand({
        ClientId: context.env(pool.clientId),
        ClientSecret: await clientSecret(context, pool),
        RefreshToken: refreshToken,
      });
      const answer = await context
        .call({ resource: 'userToken', action: 'GetTokensFromRefreshToken' }, () =>
          context.client(cognitoClient).send(command),
        )
        .catch(refusedAs('UNAUTHENTICATED'));
      return issuedTokens(answer.AuthenticationResult, refreshToken);
    };
}
