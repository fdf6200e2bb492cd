import { createHmac } from 'node:crypto';
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DeployedEnvironment } from './cloud';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Signs in directly at the pool, so that checks with the token do not depend on our own sign-in operations. */
export async function signIn(
  { client }: DeployedEnvironment,
  pool: { readonly poolId: string; readonly clientId: string },
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Tokens> {
  const cognito = new CognitoIdentityProviderClient(client);
  const { UserPoolClient } = await cognito.send(
    new DescribeUserPoolClientCommand({ UserPoolId: pool.poolId, ClientId: pool.clientId }),
  );
  const secretHash = createHmac('sha256', UserPoolClient?.ClientSecret ?? '')
    .update(username + pool.clientId)
    .digest('base64');
  const { AuthenticationResult } = await cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId: pool.poolId,
      ClientId: pool.clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: username, PASSWORD: password, SECRET_HASH: secretHash },
    }),
  );
  const { AccessToken: accessToken, RefreshToken: refreshToken } = AuthenticationResult ?? {};
  if (!accessToken || !refreshToken) throw new Error(`The pool returned no tokens for ${username}.`);
  return { accessToken, refreshToken };
}

/** The claims of a token, not verified. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
