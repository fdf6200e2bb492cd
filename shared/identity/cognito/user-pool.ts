import { createHmac } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { awsClient } from '../../platform/runtime/aws-client';
import type { Context } from '../../platform/runtime/context';
import type { EnvironmentKey } from '../../platform/runtime/env';

/** A user pool: the resource for its permissions, and the variables with its identifiers and the secret of its client. */
export interface UserPool {
  readonly resource: 'staffPool' | 'driversPool';
  readonly poolId: EnvironmentKey;
  readonly clientId: EnvironmentKey;
  readonly clientSecret: EnvironmentKey;
}

export const STAFF_POOL: UserPool = {
  resource: 'staffPool',
  poolId: 'STAFF_USER_POOL_ID',
  clientId: 'STAFF_CLIENT_ID',
  clientSecret: 'STAFF_CLIENT_SECRET',
};

/**
 * The client whose access tokens keep the scope for Cognito's user API. This service signs the user in with it to enrol
 * or remove a factor. Its tokens never leave the function, and no operation accepts them.
 */
export const SELF_SERVICE: UserPool = {
  resource: 'staffPool',
  poolId: 'STAFF_USER_POOL_ID',
  clientId: 'STAFF_SELF_SERVICE_CLIENT_ID',
  clientSecret: 'STAFF_SELF_SERVICE_CLIENT_SECRET',
};

export const DRIVERS_POOL: UserPool = {
  resource: 'driversPool',
  poolId: 'DRIVERS_USER_POOL_ID',
  clientId: 'DRIVERS_CLIENT_ID',
  clientSecret: 'DRIVERS_CLIENT_SECRET',
};

export const cognitoClient = (): CognitoIdentityProviderClient =>
  awsClient('cognito', (settings) => new CognitoIdentityProviderClient(settings));

/**
 * A client without retries, for calls that send or use a code. If the first answer was lost, a retry would be refused,
 * and the user would read that a right code was wrong, or would get a second code. Calls with this client set `once`.
 */
export const cognitoClientOnce = (): CognitoIdentityProviderClient =>
  awsClient('cognitoOnce', (settings) => new CognitoIdentityProviderClient(settings));

/**
 * The variables of a capability that calls Cognito through the client of a pool. The deploy puts the secret there
 * (docs/decisions/0042): Cognito answers at most five descriptions of a client in a second, and a shift start makes more
 * cold starts than that.
 */
export const clientEnvironment = ({ clientId, clientSecret }: UserPool): readonly EnvironmentKey[] => [
  clientId,
  clientSecret,
];

/**
 * Cognito's SECRET_HASH: HMAC-SHA256 of user name and client id, keyed with the client's secret (developer guide,
 * "Computing secret hash values"). The public client id is useless without the secret, so clients cannot call Cognito
 * directly and bypass our limits.
 */
export const secretHash = (context: Context, pool: UserPool, username: string): string =>
  createHmac('sha256', context.env(pool.clientSecret))
    .update(`${username}${context.env(pool.clientId)}`)
    .digest('base64');

/** The fields that identify the app client and the user in Cognito's unsigned calls. */
export const clientFields = (context: Context, pool: UserPool, username: string) => ({
  ClientId: context.env(pool.clientId),
  SecretHash: secretHash(context, pool, username),
  Username: username,
});
