import {
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandOutput,
  AdminRespondToAuthChallengeCommand,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import type { EnvironmentKey } from '../../platform/runtime/env';
import { isSameDigest, stageDigest } from '../../platform/runtime/stage-key';
import { nameOf, refusedAs } from './cognito-errors';
import { type IssuedTokens, issuedTokens } from './issued-tokens';
import {
  clientEnvironment,
  cognitoClient,
  cognitoClientOnce,
  DRIVERS_POOL,
  STAFF_POOL,
  secretHash,
  type UserPool,
} from './user-pool';

type Challenge = 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED';

/** The result of a sign-in: tokens, or a challenge and the session in which to answer it. */
export type SignIn = { readonly tokens: IssuedTokens } | { readonly challenge: Challenge; readonly session: string };

export const SIGN_IN_PERMISSIONS = ['AdminInitiateAuth'] as const;
export const CHALLENGE_PERMISSIONS = ['AdminRespondToAuthChallenge'] as const;

/** The key of the stage seals the session of a challenge: the client's secret is rotated. */
const SEAL_ENVIRONMENT: readonly EnvironmentKey[] = ['STAGE_KEY'];

/** The variables of a sign-in, or of the answer to its challenge. */
export const signInEnvironment = (pool: UserPool): readonly EnvironmentKey[] => [
  ...clientEnvironment(pool),
  ...SEAL_ENVIRONMENT,
];

/**
 * Signs a staff user in by e-mail and password. An unknown user and a wrong password both answer INVALID_CREDENTIALS.
 * The right password of an unconfirmed address answers ACCOUNT_NOT_CONFIRMED.
 */
export const signInStaff = capability(
  { staffPool: SIGN_IN_PERMISSIONS },
  signInTo(STAFF_POOL, 'SOFTWARE_TOKEN_MFA'),
  signInEnvironment(STAFF_POOL),
);

export const signInDriver = capability(
  { driversPool: SIGN_IN_PERMISSIONS },
  signInTo(DRIVERS_POOL, 'NEW_PASSWORD_REQUIRED'),
  signInEnvironment(DRIVERS_POOL),
);

/**
 * Opens the session of a staff challenge. Throws INVALID_CODE for a session of another user, or one that this service
 * did not issue.
 */
export const openStaffSession = capability({}, openIn(STAFF_POOL), SEAL_ENVIRONMENT);

/** Opens the session of a driver's challenge, like {@link openStaffSession}. */
export const openDriverSession = capability({}, openIn(DRIVERS_POOL), SEAL_ENVIRONMENT);

/**
 * Answers SOFTWARE_TOKEN_MFA with the six digits of the authenticator app. Throws INVALID_CODE for a wrong, expired or
 * used code.
 */
export const answerCode = capability(
  { staffPool: CHALLENGE_PERMISSIONS },
  (context) => (opened: OpenSession, code: string) =>
    answerChallenge(context, STAFF_POOL, 'SOFTWARE_TOKEN_MFA', opened, { SOFTWARE_TOKEN_MFA_CODE: code }),
  clientEnvironment(STAFF_POOL),
);

/** Answers NEW_PASSWORD_REQUIRED with the driver's own password. */
export const answerNewPassword = capability(
  { driversPool: CHALLENGE_PERMISSIONS },
  (context) => (opened: OpenSession, password: string) =>
    answerChallenge(context, DRIVERS_POOL, 'NEW_PASSWORD_REQUIRED', opened, { NEW_PASSWORD: password }),
  clientEnvironment(DRIVERS_POOL),
);

/** Gets new tokens for a staff refresh token. Throws UNAUTHENTICATED for an invalid, expired or revoked one. */
export const refreshStaff = capability({}, refreshIn(STAFF_POOL), clientEnvironment(STAFF_POOL));

/** Gets new tokens for a driver's refresh token, like {@link refreshStaff}. */
export const refreshDriver = capability({}, refreshIn(DRIVERS_POOL), clientEnvironment(DRIVERS_POOL));

/** Makes the sign-in by password for a pool. `expected` is the only challenge that the pool may ask for. */
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
          SECRET_HASH: secretHash(context, pool, username),
        },
      });
      const answer = await context
        .call({ resource: pool.resource, action: 'AdminInitiateAuth' }, (signal) =>
          context.client(cognitoClient).send(command, { abortSignal: signal }),
        )
        .catch(pool === STAFF_POOL ? refusedSignIn : refusedAs('INVALID_CREDENTIALS'));
      return signInFrom(context, pool, answer, expected, username);
    };
}

/**
 * Cognito reports an unconfirmed account only for the right password, so the answer may say it too. Drivers are created
 * confirmed, and only a person who signed in proves a password by the client for self-service.
 */
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
  const opened = {
    realName: answer.ChallengeParameters?.USER_ID_FOR_SRP ?? username,
    begunAt: context.now().toISOString(),
    session: answer.Session,
  };
  const seal = sealOf(context, pool, username, opened);
  return { challenge: expected, session: [opened.realName, opened.begunAt, seal, opened.session].join(SEPARATOR) };
}

/**
 * An opened session: the pool's user name, the time of the sign-in, and Cognito's session. A challenge must be answered with the pool's user name
 * instead of the e-mail address (API reference, AdminRespondToAuthChallenge, USERNAME).
 */
export interface OpenSession {
  readonly realName: string;
  /** The instant of the sign-in that began it. */
  readonly begunAt: string;
  readonly session: string;
}

const SEPARATOR = '~';

/**
 * Binds a session to the user who began it. Only that user, who knew the password, can then answer it and use up the
 * attempts of the account.
 */
const sealOf = (context: Context, pool: UserPool, username: string, opened: OpenSession): string =>
  stageDigest(
    context.environment,
    'CHALLENGE',
    pool.clientId,
    username,
    opened.realName,
    opened.begunAt,
    opened.session,
  );

export function openIn(pool: UserPool) {
  return (context: Context) =>
    async (sealed: string, username: string): Promise<OpenSession> => {
      const [realName = '', begunAt = '', seal = '', session = ''] = sealed.split(SEPARATOR);
      if (!isSameDigest(seal, sealOf(context, pool, username, { realName, begunAt, session })))
        throw new AppError('INVALID_CODE', {
          message: {
            en: 'The session is not valid. Sign in again.',
            es: 'La sesión no es válida. Inicie sesión de nuevo.',
          },
        });
      return { realName, begunAt, session };
    };
}

export async function answerChallenge(
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
    ChallengeResponses: { USERNAME: realName, SECRET_HASH: secretHash(context, pool, realName), ...responses },
  });
  const answer = await context
    .call({ resource: pool.resource, action: 'AdminRespondToAuthChallenge', once: true }, (signal) =>
      context.client(cognitoClientOnce).send(command, { abortSignal: signal }),
    )
    .catch(refusedAs('INVALID_CODE'));
  return issuedTokens(answer.AuthenticationResult);
}

export function refreshIn(pool: UserPool) {
  return (context: Context) =>
    async (refreshToken: string): Promise<IssuedTokens> => {
      const command = new GetTokensFromRefreshTokenCommand({
        ClientId: context.env(pool.clientId),
        ClientSecret: context.env(pool.clientSecret),
        RefreshToken: refreshToken,
      });
      const answer = await context
        .call({ resource: 'userToken', action: 'GetTokensFromRefreshToken' }, (signal) =>
          context.client(cognitoClient).send(command, { abortSignal: signal }),
        )
        .catch(refusedAs('UNAUTHENTICATED'));
      return issuedTokens(answer.AuthenticationResult, refreshToken);
    };
}
