import { RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { nameOf, refusedAs } from './cognito-errors';
import { clientEnvironment, cognitoClient, DRIVERS_POOL, STAFF_POOL, type UserPool } from './user-pool';

/** Cognito throws these when there is nothing to revoke: the token is malformed, expired or of another client. */
const NOTHING_TO_REVOKE = new Set(['UnauthorizedException', 'UnsupportedTokenTypeException']);

const POOLS = { staff: STAFF_POOL, drivers: DRIVERS_POOL } as const;

/** Revokes a refresh token of Cognito and the tokens made from it. An invalid or expired token is not an error. */
export const revokeRefreshToken = capability(
  {},
  (context) => (pool: keyof typeof POOLS, refreshToken: string) => revoke(context, POOLS[pool], refreshToken),
  Object.values(POOLS).flatMap(clientEnvironment),
);

async function revoke(context: Context, pool: UserPool, Token: string): Promise<void> {
  const command = new RevokeTokenCommand({
    ClientId: context.env(pool.clientId),
    ClientSecret: context.env(pool.clientSecret),
    Token,
  });
  await context
    .call({ resource: 'userToken', action: 'RevokeToken' }, (signal) =>
      context.client(cognitoClient).send(command, { abortSignal: signal }),
    )
    .catch((failure: unknown) => {
      if (!NOTHING_TO_REVOKE.has(nameOf(failure))) refusedAs('VALIDATION_FAILED')(failure);
    })
    .catch((failure: unknown) => {
      if (!(failure instanceof AppError) || failure.code !== 'VALIDATION_FAILED') throw failure;
    });
}
