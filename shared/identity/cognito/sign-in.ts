import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandOutput,
  AdminRespondToAuthChallengeCommand,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { nameOf, refusedAs } from './cognito-errors';
import { type IssuedTokens, issuedTokens } from './issued-tokens';
import {
  clientSecret,
  cognitoClient,
  cognitoClientOnce,
  DRIVERS_POOL,
  STAFF_POOL,
  secretHash,
  type UserPool,
} from './user-pool';

export type Challenge = 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED';

/** What a sign-in comes to: tokens, or a challenge with the session in which to answer it. */
export type SignIn = { readonly tokens: IssuedTokens } | { readonly challenge: Challenge; readonly session: string };

export const SIGN_IN_PERMISSIONS = ['AdminInitiateAuth', 'DescribeUserPoolClient'] as const;
const CHALLENGE_PERMISSIONS = ['AdminRespondToAuthChallenge', 'DescribeUserPoolClient'] as const;

/**
 * Signs a user of the staff pool in by e-mail and password. INVALID_CREDENTIALS whether the user is unknown or the password wrong;
 * ACCOUNT_NOT_CONFIRMED for the right password of an address that was never confirmed.
 */
export const signInStaff = capability({ staffPool: SIGN_IN_PERMISSIONS }, signInTo(STAFF_POOL, 'SOFTWARE_TOKEN_MFA'));

/** Signs a driver in by user name and password. */
export const signInDriver = capability(
  { driversPool: SIGN_IN_PERMISSIONS },
  signInTo(DRIVERS_POOL, 'NEW_PASSWORD_REQUIRED'),
);

/** Reads the session of a challenge that this user was answered. INVALID_CODE for another user's, or one that we never answered. */
export const openStaffSession = capability({ staffPool: ['DescribeUserPoolClient'] }, openIn(STAFF_POOL));

/** Likewise for a driver. */
export const openDriverSession = capability({ driversPool: ['DescribeUserPoolClient'] }, openIn(DRIVERS_POOL));

/** Answers SOFTWARE_TOKEN_MFA with the six digits of the authenticator app. INVALID_CODE when wrong, expired or used before. */
export const answerCode = capability(
  { staffPool: CHALLENGE_PERMISSIONS },
  (context) => (opened: OpenSession, code: string) =>
    answerChallenge(context, STAFF_POOL, 'SOFTWARE_TOKEN_MFA', opened, { SOFTWARE_TOKEN_MFA_CODE: code }),
);

/** Answers NEW_PASSWORD_REQUIRED with the driver's own password. */
export const answerNewPassword = capability(
  { driversPool: CHALLENGE_PERMISSIONS },
  (context) => (opened: OpenSession, password: string) =>
    answerChallenge(context, DRIVERS_POOL, 'NEW_PASSWORD_REQUIRED', opened, { NEW_PASSWORD: password }),
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
      return signInFrom(context, pool, answer, expected, username);
    };
}

/** Cognito says that an account is not confirmed only to who has its password, so that its owner may be told. */
function refusedSignIn(failure: unknown): never {
  if (nameOf(failure) === 'UserNotConfirmedException') throw new AppError('ACCOUNT_NOT_CONFIRMED', { cause: failure });
  return refusedAs('INVALID_CREDENTIALS')(failure);
}

async function signInFrom(
  context: Context,
  pool: UserPool,
  answer: AdminInitiateAuthCommandOutput,
  expected: Challenge,
  username: string,
): Promise<SignIn> {
  if (answer.ChallengeName === undefined) return { tokens: issuedTokens(answer.AuthenticationResult) };
  if (answer.ChallengeName !== expected || !answer.Session)
    throw new Error(`Unexpected challenge ${answer.ChallengeName}.`);
  const opened = { realName: answer.ChallengeParameters?.USER_ID_FOR_SRP ?? username, session: answer.Session };
  const seal = await sealOf(context, pool, username, opened);
  return { challenge: expected, session: [opened.realName, seal, opened.session].join(SEPARATOR) };
}

/**
 * A session of ours, read: the pool's own user name and Cognito's session. A challenge must be answered with the real user name, which is not
 * the e-mail address that the contract sends (API reference, AdminRespondToAuthChallenge, USERNAME).
 */
export interface OpenSession {
  readonly realName: string;
  readonly session: string;
}

const SEPARATOR = '~';

/**
 * Binds a session to who began it: whoever answers it has known the password, so that only they can use up the tries that there are for it.
 */
async function sealOf(context: Context, pool: UserPool, username: string, opened: OpenSession): Promise<string> {
  return createHmac('sha256', await clientSecret(context, pool))
    .update(JSON.stringify(['session', username, opened.realName, opened.session]))
    .digest('base64url');
}

function openIn(pool: UserPool) {
  return (context: Context) =>
    async (sealed: string, username: string): Promise<OpenSession> => {
      const [realName = '', seal = '', session = ''] = sealed.split(SEPARATOR);
      const right = Buffer.from(await sealOf(context, pool, username, { realName, session }));
      const given = Buffer.from(seal);
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new AppError('INVALID_CODE', { message: 'The session is not valid. Sign in again.' });
      return { realName, session };
    };
}

async function answerChallenge(
  context: Context,
  pool: UserPool,
  challenge: Challenge,
  { realName, session: Session }: OpenSession,
  responses: Readonly<Record<string, string>>,
): Promise<IssuedTokens> {
  const command = new AdminRespondToAuthChallengeCommand({
    UserPoolId: context.env(pool.poolId),
    ClientId: context.env(pool.clientId),
    ChallengeName: challenge,
    Session,
    ChallengeResponses: { USERNAME: realName, SECRET_HASH: await secretHash(context, pool, realName), ...responses },
  });
  const answer = await context
    .call({ resource: pool.resource, action: 'AdminRespondToAuthChallenge', once: true }, () =>
      context.client(cognitoClientOnce).send(command),
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
