import { createHmac } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { cached, type Shelf } from '../../platform/runtime/cached';
import type { Context } from '../../platform/runtime/context';
import type { EnvironmentKey } from '../../platform/runtime/env';
import { withoutDebugLog } from '../../platform/runtime/without-debug-log';

/** A user pool: the resource for its permissions, and the variables with its identifiers. */
export interface UserPool {
  readonly resource: 'staffPool' | 'driversPool';
  readonly poolId: EnvironmentKey;
  readonly clientId: EnvironmentKey;
}

export const STAFF_POOL: UserPool = {
  resource: 'staffPool',
  poolId: 'STAFF_USER_POOL_ID',
  clientId: 'STAFF_CLIENT_ID',
};

/**
 * The client whose access tokens keep the scope for Cognito's user API. This service signs the user in with it to enrol
 * or remove a factor. Its tokens never leave the function, and no operation accepts them.
 */
export const SELF_SERVICE: UserPool = {
  resource: 'staffPool',
  poolId: 'STAFF_USER_POOL_ID',
  clientId: 'STAFF_SELF_SERVICE_CLIENT_ID',
};

/** The variable that a capability with {@link SELF_SERVICE} reads beside those of the pool. */
export const SELF_SERVICE_ENVIRONMENT: readonly EnvironmentKey[] = [SELF_SERVICE.clientId];

export const DRIVERS_POOL: UserPool = {
  resource: 'driversPool',
  poolId: 'DRIVERS_USER_POOL_ID',
  clientId: 'DRIVERS_CLIENT_ID',
};

export const cognitoClient = (): CognitoIdentityProviderClient =>
  withoutDebugLog(new CognitoIdentityProviderClient({}));

/**
 * A client without retries, for values that work only once, such as a mailed code. If the first answer was lost, a
 * retry would be refused, and the user would read that a right code was wrong. Calls with this client set `once`.
 */
export const cognitoClientOnce = (): CognitoIdentityProviderClient =>
  withoutDebugLog(new CognitoIdentityProviderClient({ maxAttempts: 1 }));

const clientSecrets: Shelf<string> = () => new Map();

/**
 * The app client's secret. Each execution environment reads it from Cognito once, so that no template, environment
 * variable or parameter contains it. The public client id is useless without it, so clients cannot call Cognito
 * directly and bypass our limits.
 */
export async function clientSecret(context: Context, pool: UserPool): Promise<string> {
  const ClientId = context.env(pool.clientId);
  const call = { resource: pool.resource, action: 'DescribeUserPoolClient' } as const;
  return cached(context, clientSecrets, ClientId, call, async () => {
    const command = new DescribeUserPoolClientCommand({ UserPoolId: context.env(pool.poolId), ClientId });
    const answer = await context.call(call, () => context.client(cognitoClient).send(command));
    const secret = answer.UserPoolClient?.ClientSecret;
    if (!secret) throw new Error(`The app client of ${pool.resource} has no secret. Deploy the data stack again.`);
    return secret;
  });
}

/** Cognito's SECRET_HASH: HMAC-SHA256 of user name and client id, keyed with the client's secret (developer guide, "Computing secret hash values"). */
export async function secretHash(context: Context, pool: UserPool, username: string): Promise<string> {
  const secret = await clientSecret(context, pool);
  return createHmac('sha256', secret)
    .update(`${username}${context.env(pool.clientId)}`)
    .digest('base64');
}

/** The fields that identify the app client and the user in Cognito's unsigned calls. */
export async function clientFields(context: Context, pool: UserPool, username: string) {
  return {
    ClientId: context.env(pool.clientId),
    SecretHash: await secretHash(context, pool, username),
    Username: username,
  };
}
