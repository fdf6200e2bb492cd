import {
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { nameOf, poolIsBusy, refusedAs } from './cognito-errors';
import { clientFields, cognitoClient, cognitoClientOnce, STAFF_POOL } from './user-pool';

/** What became of a registration: a new account, one that still waits for its code, or one that was there long before. */
export type SignedUp = { readonly is: 'new'; readonly userId: string } | { readonly is: 'waiting' | 'taken' };

/** By these Cognito says that it mails no code again: not to a confirmed or disabled account, and not without end. */
const NO_CODE_AGAIN = new Set(['InvalidParameterException', 'NotAuthorizedException', 'LimitExceededException']);

/**
 * Makes an account that waits for the code that Cognito mails; for one that waits already the code is mailed again. An address that is
 * taken is no refusal here: the operation answers the same.
 */
export const signUp = capability(
  { staffPool: ['DescribeUserPoolClient'] },
  (context) =>
    async (email: string, password: string): Promise<SignedUp> => {
      const command = new SignUpCommand({
        ...(await clientFields(context, STAFF_POOL, email)),
        Password: password,
        UserAttributes: [{ Name: 'email', Value: email }],
      });
      try {
        const answer = await context.call({ resource: 'userToken', action: 'SignUp' }, () =>
          context.client(cognitoClient).send(command),
        );
        if (!answer.UserSub) throw new Error('SignUp answered no subject.');
        return { is: 'new', userId: answer.UserSub };
      } catch (failure) {
        if (nameOf(failure) === 'UsernameExistsException') return codeAgain(context, email);
        // The pool's mails of a day are used up: there is no account yet whose limit it could be.
        if (nameOf(failure) === 'LimitExceededException') throw poolIsBusy(failure);
        if (nameOf(failure) === 'CodeDeliveryFailureException')
          throw new AppError('PROVIDER_ERROR', { cause: failure });
        return refusedAs('VALIDATION_FAILED', {
          field: 'email',
          message: 'That address cannot be registered. Check it.',
          passwordField: 'password',
        })(failure);
      }
    },
);

async function codeAgain(context: Context, email: string): Promise<SignedUp> {
  const command = new ResendConfirmationCodeCommand(await clientFields(context, STAFF_POOL, email));
  try {
    await context.call({ resource: 'userToken', action: 'ResendConfirmationCode' }, () =>
      context.client(cognitoClient).send(command),
    );
    return { is: 'waiting' };
  } catch (failure) {
    if (!NO_CODE_AGAIN.has(nameOf(failure))) return refusedAs('VALIDATION_FAILED', { field: 'email' })(failure);
    return { is: nameOf(failure) === 'InvalidParameterException' ? 'taken' : 'waiting' };
  }
}

/** Confirms an address with the code that was mailed to it. A wrong, expired or used code, and an unknown address, are one and the same 400. */
export const confirmSignUp = capability(
  { staffPool: ['DescribeUserPoolClient'] },
  (context) => async (email: string, code: string) => {
    const command = new ConfirmSignUpCommand({
      ...(await clientFields(context, STAFF_POOL, email)),
      ConfirmationCode: code,
    });
    await context
      .call({ resource: 'userToken', action: 'ConfirmSignUp', once: true }, () =>
        context.client(cognitoClientOnce).send(command),
      )
      .catch(
        refusedAs('VALIDATION_FAILED', {
          field: 'code',
          message: 'The code is wrong, expired or already used. Register again to get a new one, or sign in.',
        }),
      );
  },
);
