import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import type { IssuedTokens } from './issued-tokens';
import {
  answerChallenge,
  CHALLENGE_PERMISSIONS,
  openIn,
  SIGN_IN_PERMISSIONS,
  signInEnvironment,
  signInTo,
} from './sign-in';
import { SELF_SERVICE, STAFF_POOL, type UserPool } from './user-pool';

/**
 * Signs a user in with the client for self-service. The access token may enrol an authenticator app: no other token can,
 * because the trigger of the staff pool removes that scope from the tokens of all other clients.
 */
export const signInForSelfService = capability(
  { staffPool: SIGN_IN_PERMISSIONS },
  signInTo(SELF_SERVICE, 'SOFTWARE_TOKEN_MFA'),
  signInEnvironment(SELF_SERVICE),
);

/** Completes {@link signInForSelfService} with a code of the app. */
export const answerForSelfService = capability(
  { staffPool: CHALLENGE_PERMISSIONS },
  answerIn(SELF_SERVICE),
  signInEnvironment(SELF_SERVICE),
);

/** Completes a sign-in within an operation of a signed-in user. */
export const answerAgain = capability(
  { staffPool: CHALLENGE_PERMISSIONS },
  answerIn(STAFF_POOL),
  signInEnvironment(STAFF_POOL),
);

function answerIn(pool: UserPool) {
  return (context: Context) =>
    async (email: string, session: string, code: string): Promise<IssuedTokens> => {
      const opened = await openIn(pool)(context)(session, email);
      const responses = { SOFTWARE_TOKEN_MFA_CODE: code };
      return answerChallenge(context, pool, 'SOFTWARE_TOKEN_MFA', opened, responses).catch(wrongCode);
    };
}

/** A wrong code answers 400, because the caller's session is still valid and front ends sign out on 401. */
function wrongCode(failure: unknown): never {
  if (!(failure instanceof AppError) || failure.code !== 'INVALID_CODE') throw failure;
  throw new AppError('VALIDATION_FAILED', { ...CODE_IS_WRONG, cause: failure });
}

export const CODE_IS_WRONG = {
  field: 'code',
  message: {
    en: 'The code is wrong. Send the one that the app shows now.',
    es: 'El código es incorrecto. Envíe el que la aplicación muestra ahora.',
  },
};
