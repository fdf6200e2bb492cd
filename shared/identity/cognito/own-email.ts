import { AdminGetUserCommand, AdminUpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { nameOf, refusedAs } from './cognito-errors';
import { cognitoClient, STAFF_POOL } from './user-pool';

/** True if an account has the address, also one that waits for its code. */
export const hasAccount = capability(
  { staffPool: ['AdminGetUser'] },
  (context) =>
    async (email: string): Promise<boolean> => {
      const command = new AdminGetUserCommand({ UserPoolId: context.env(STAFF_POOL.poolId), Username: email });
      try {
        await context.call({ resource: 'staffPool', action: 'AdminGetUser' }, (signal) =>
          context.client(cognitoClient).send(command, { abortSignal: signal }),
        );
        return true;
      } catch (failure) {
        if (nameOf(failure) === 'UserNotFoundException') return false;
        return refusedAs('UNAVAILABLE')(failure);
      }
    },
);

/**
 * Gives an account another address, which a code of ours has verified. Throws INVALID_CODE if another account took the
 * address meanwhile: a wrong code gets the same answer.
 */
export const setEmail = capability(
  { staffPool: ['AdminUpdateUserAttributes'] },
  (context) =>
    async (userId: string, email: string): Promise<void> => {
      const command = new AdminUpdateUserAttributesCommand({
        UserPoolId: context.env(STAFF_POOL.poolId),
        Username: userId,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      });
      await context
        .call({ resource: 'staffPool', action: 'AdminUpdateUserAttributes' }, (signal) =>
          context.client(cognitoClient).send(command, { abortSignal: signal }),
        )
        .catch((failure: unknown) => {
          if (nameOf(failure) === 'AliasExistsException') throw new AppError('INVALID_CODE', { cause: failure });
          return refusedAs('INVALID_CODE')(failure);
        });
    },
);
