import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { countOwnCode } from '../attempt-limits';
import { answerForSelfService } from './self-service';
import { type OwnPassword, verifyOwnPassword } from './verify-own-password';

/** The password of a signed-in user, and a code of the authenticator app if the account has one. */
interface OwnSignIn extends OwnPassword {
  readonly userId: string;
  readonly code: string | undefined;
}

/**
 * Verifies password and second factor of a signed-in user, both with the client for self-service. Throws INVALID_CODE for
 * a missing code, and VALIDATION_FAILED for a wrong one.
 */
export const verifyOwnSignIn = capability.of(
  { verifyOwnPassword, countOwnCode, answerForSelfService },
  (deps) =>
    async ({ userId, code, ...own }: OwnSignIn): Promise<void> => {
      const signIn = await deps.verifyOwnPassword(own);
      if ('tokens' in signIn) return;
      if (code === undefined) throw new AppError('INVALID_CODE');
      await deps.countOwnCode(userId);
      await deps.answerForSelfService(own.email, signIn.session, code);
    },
);
