import { AdminDeleteUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { cognitoClient, DRIVERS_POOL, STAFF_POOL, type UserPool } from './user-pool';

/**
 * Deletes a driver's account and ends its renewals. Throws PROVIDER_ERROR when Cognito fails. A missing one is done.
 * The account is named by its `sub`: after its deletion, another account may get the name before a repetition.
 */
export const deleteDriverAccount = capability(
  { driversPool: ['AdminDeleteUser'] },
  (context) => (sub: string) => deleteAccount(context, DRIVERS_POOL, sub),
);

/** The same for a user's account. */
export const deleteStaffAccount = capability(
  { staffPool: ['AdminDeleteUser'] },
  (context) => (sub: string) => deleteAccount(context, STAFF_POOL, sub),
);

async function deleteAccount(context: Context, { resource, poolId }: UserPool, Username: string): Promise<void> {
  const command = new AdminDeleteUserCommand({ UserPoolId: context.env(poolId), Username });
  try {
    await context.call({ resource, action: 'AdminDeleteUser' }, (signal) =>
      context.client(cognitoClient).send(command, { abortSignal: signal }),
    );
  } catch (cause) {
    if (!(cause instanceof UserNotFoundException)) throw new AppError('PROVIDER_ERROR', { cause });
  }
}
