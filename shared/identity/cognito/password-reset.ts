import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { refusedAs } from './cognito-errors';
import { clientFields, cognitoClient, cognitoClientOnce, STAFF_POOL } from './user-pool';

/**
 * Has Cognito mail a code with which a new password can be set. Nothing that Cognito says of the account comes out: an unknown, unconfirmed
 * or disabled one and one that had too many codes are passed over. TOO_MANY_REQUESTS is the pool's own limit alone.
 */
export const mailResetCode = capability(
  { staffPool: ['DescribeUserPoolClient'] },
  (context) => async (email: string) => {
    const command = new ForgotPasswordCommand(await clientFields(context, STAFF_POOL, email));
    await context
      .call({ resource: 'userToken', action: 'ForgotPassword' }, () => context.client(cognitoClient).send(command))
      .catch(refusedAs('VALIDATION_FAILED'))
      .catch((failure: unknown) => {
        if (!(failure instanceof AppError) || failure.code !== 'VALIDATION_FAILED') throw failure;
      });
  },
);

/** Sets a new password with a mailed code. A wrong, expired or used code, and an unknown address, are one and the same 400. */
export const setPasswordByCode = capability(
  { staffPool: ['DescribeUserPoolClient'] },
  (context) => async (email: string, code: string, newPassword: string) => {
    const command = new ConfirmForgotPasswordCommand({
      ...(await clientFields(context, STAFF_POOL, email)),
      ConfirmationCode: code,
      Password: newPassword,
    });
    await context
      .call({ resource: 'userToken', action: 'ConfirmForgotPassword', once: true }, () =>
        context.client(cognitoClientOnce).send(command),
      )
      .catch(
        refusedAs('VALIDATION_FAILED', {
          field: 'code',
          message: 'The code is wrong, expired or already used. Ask for a new one.',
        }),
      );
  },
);
