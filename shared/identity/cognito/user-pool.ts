import { createHmac } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { cached, type Shelf } from '../../platform/runtime/cached';
import type { Context } from '../../platform/runtime/context';
import type { EnvironmentKey } from '../../platform/runtime/env';
import { withoutDebugLog } from '../../platform/runtime/without-debug-log';

/** One of the two user pools: the right it needs, and where its identifiers stand. */
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

export const DRIVERS_POOL: UserPool = {
  resource: 'driversPool',
  poolId: 'DRIVERS_USER_POOL_ID',
  clientId: 'DRIVERS_CLIENT_ID',
};

export const cognitoClient = (): CognitoIdentityProviderClient =>
  withoutDebugLog(new CognitoIdentityProviderClient({}));

/**
 * For what is good once, such as a mailed code: sent again after its answer was lost it would be refused, and the caller told that the code
 * was wrong. The SDK sends it once; calls through here carry `once`.
 */
export const cognitoClientOnce = (): CognitoIdentityProviderClient =>
  withoutDebugLog(new CognitoIdentityProviderClient({ maxAttempts: 1 }));

/** Client secrets by client id. */
const clientSecrets: Shelf<string> = () => new Map();

/**
 * The app client's secret. It is asked of Cognito once for each execution environment, so that it stands in no template, environment or
 * parameter; without it the public client id can do nothing, and our limits cannot be walked round.
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

/** Cognito's SECRET_HASH: HMAC-SHA256 of user name and client id by the client's secret (developer guide, "Computing secret hash values"). */
export async function secretHash(context: Context, pool: UserPool, username: string): Promise<string> {
  const secret = await clientSecret(context, pool);
  return createHmac('sha256', secret)
    .update(`${username}${context.env(pool.clientId)}`)
    .digest('base64');
}

/** How the app client names itself and a user in the calls that Cognito asks no signature for. */
export async function clientFields(context: Context, pool: UserPool, username: string) {
  return {
    ClientId: context.env(pool.clientId),
    SecretHash: await secretHash(context, pool, username),
    Username: username,
  };
}
