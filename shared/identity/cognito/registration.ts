import {
  AdminSetUserPasswordCommand,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { nameOf, poolIsBusy, refusedAs } from './cognito-errors';
import { clientEnvironment, clientFields, cognitoClient, cognitoClientOnce, STAFF_POOL } from './user-pool';

/** The outcome of a registration: a new account, an account that still waits for its code, or an existing account. */
type SignedUp = { readonly is: 'new'; readonly userId: string } | { readonly is: 'waiting' | 'taken' };

/**
 * Cognito throws these when it does not mail a code again: the account is confirmed or disabled, or the limit is
 * reached.
 */
const NO_CODE_AGAIN = new Set(['InvalidParameterException', 'NotAuthorizedException', 'LimitExceededException']);

const PASSWORD_BYTES = 32;

/**
 * Creates an account that waits for the mailed code. Its password is random and not stored: the sender of a
 * registration need not own the address, so a password that came with it must never open the account. A waiting account
 * gets a new code. An existing account is not an error: the operation's answer must not reveal it.
 */
export const signUp = capability(
  {},
  (context) =>
    async (email: string): Promise<SignedUp> => {
      const command = new SignUpCommand({
        ...clientFields(context, STAFF_POOL, email),
        Password: Buffer.from(context.randomBytes(PASSWORD_BYTES)).toString('base64url'),
        UserAttributes: [{ Name: 'email', Value: email }],
      });
      try {
        const answer = await context.call({ resource: 'userToken', action: 'SignUp', once: true }, (signal) =>
          context.client(cognitoClientOnce).send(command, { abortSignal: signal }),
        );
        if (!answer.UserSub) throw new Error('SignUp returned no subject.');
        return { is: 'new', userId: answer.UserSub };
      } catch (failure) {
        if (nameOf(failure) === 'UsernameExistsException') return codeAgain(context, email);
        // The pool's daily limit of mails: the account does not exist yet, so it cannot be the account's limit.
        if (nameOf(failure) === 'LimitExceededException') throw poolIsBusy(failure);
        if (nameOf(failure) === 'CodeDeliveryFailureException')
          throw new AppError('PROVIDER_ERROR', { cause: failure });
        return refusedAs('VALIDATION_FAILED', {
          field: 'email',
          message: {
            en: 'That address cannot be registered. Check it.',
            es: 'Esa dirección no se puede registrar. Revísela.',
          },
          passwordField: 'password',
        })(failure);
      }
    },
  clientEnvironment(STAFF_POOL),
);

async function codeAgain(context: Context, email: string): Promise<SignedUp> {
  const command = new ResendConfirmationCodeCommand(clientFields(context, STAFF_POOL, email));
  try {
    await context.call({ resource: 'userToken', action: 'ResendConfirmationCode', once: true }, (signal) =>
      context.client(cognitoClientOnce).send(command, { abortSignal: signal }),
    );
    return { is: 'waiting' };
  } catch (failure) {
    if (!NO_CODE_AGAIN.has(nameOf(failure))) return refusedAs('VALIDATION_FAILED', { field: 'email' })(failure);
    return { is: nameOf(failure) === 'InvalidParameterException' ? 'taken' : 'waiting' };
  }
}

/** Confirms an address with the mailed code. A wrong, expired or used code and an unknown address get the same 400. */
export const confirmSignUp = capability(
  {},
  (context) => async (email: string, code: string) => {
    const command = new ConfirmSignUpCommand({
      ...clientFields(context, STAFF_POOL, email),
      ConfirmationCode: code,
    });
    await context
      .call({ resource: 'userToken', action: 'ConfirmSignUp', once: true }, (signal) =>
        context.client(cognitoClientOnce).send(command, { abortSignal: signal }),
      )
      .catch(
        refusedAs('VALIDATION_FAILED', {
          field: 'code',
          message: {
            en: 'The code is wrong, expired or already used. Register again to get a new one. If the code was used, ask for a code for a new password (POST /auth/password/forgot).',
            es: 'El código es incorrecto, venció o ya se usó. Regístrese otra vez para recibir uno nuevo. Si el código ya se usó, pida un código para una contraseña nueva (POST /auth/password/forgot).',
          },
        }),
      );
  },
  clientEnvironment(STAFF_POOL),
);

/**
 * Sets a password of the user's own. A permanent password alone confirms an account (API reference,
 * AdminSetUserPassword), so it must not be set before the code of a registration is checked. `field` is the field of the
 * body with the password.
 */
export const setPassword = capability(
  { staffPool: ['AdminSetUserPassword'] },
  (context) => async (email: string, password: string, field: 'password' | 'newPassword') => {
    const command = new AdminSetUserPasswordCommand({
      UserPoolId: context.env(STAFF_POOL.poolId),
      Username: email,
      Password: password,
      Permanent: true,
    });
    await context
      .call({ resource: 'staffPool', action: 'AdminSetUserPassword' }, (signal) =>
        context.client(cognitoClient).send(command, { abortSignal: signal }),
      )
      .catch(refusedAs('VALIDATION_FAILED', { field, passwordField: field }));
  },
);
