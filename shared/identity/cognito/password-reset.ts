import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { refusedAs } from './cognito-errors';
import { clientEnvironment, clientFields, cognitoClientOnce, STAFF_POOL } from './user-pool';

/**
 * Asks Cognito to mail a code for a new password. Ignores errors that depend on the account (unknown, unconfirmed,
 * disabled, too many codes), so that the answer does not reveal whether it exists. Only the limit of the whole pool
 * throws TOO_MANY_REQUESTS.
 */
export const mailResetCode = capability(
  {},
  (context) => async (email: string) => {
    const command = new ForgotPasswordCommand(clientFields(context, STAFF_POOL, email));
    await context
      .call({ resource: 'userToken', action: 'ForgotPassword', once: true }, (signal) =>
        context.client(cognitoClientOnce).send(command, { abortSignal: signal }),
      )
      .catch(refusedAs('VALIDATION_FAILED'))
      .catch((failure: unknown) => {
        if (!(failure instanceof AppError) || failure.code !== 'VALIDATION_FAILED') throw failure;
      });
  },
  clientEnvironment(STAFF_POOL),
);

/** Sets a new password with a mailed code. A wrong, expired or used code and an unknown address get the same 400. */
export const setPasswordByCode = capability(
  {},
  (context) => async (email: string, code: string, newPassword: string) => {
    const command = new ConfirmForgotPasswordCommand({
      ...clientFields(context, STAFF_POOL, email),
      ConfirmationCode: code,
      Password: newPassword,
    });
    await context
      .call({ resource: 'userToken', action: 'ConfirmForgotPassword', once: true }, (signal) =>
        context.client(cognitoClientOnce).send(command, { abortSignal: signal }),
      )
      .catch(
        refusedAs('VALIDATION_FAILED', {
          field: 'code',
          message: {
            en: 'The code is wrong, expired or already used. Ask for a new one.',
            es: 'El código es incorrecto, venció o ya se usó. Pida uno nuevo.',
          },
        }),
      );
  },
  clientEnvironment(STAFF_POOL),
);
