import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { countOwnCode } from '../attempt-limits';
import { answerCode, openStaffSession } from './sign-in';
import { type OwnPassword, verifyOwnPassword } from './verify-own-password';

/** The password of a signed-in user, and a code of the authenticator app if the account has one. */
export interface OwnSignIn extends OwnPassword {
  readonly userId: string;
  readonly code: string | undefined;
}

/** Verifies password and second factor of a signed-in user. Throws INVALID_CODE for a missing or wrong code. */
export const verifyOwnSignIn = capability.of(
  { verifyOwnPassword, countOwnCode, openStaffSession, answerCode },
  (deps) =>
    async ({ userId, code, ...own }: OwnSignIn): Promise<void> => {
      const signIn = await deps.verifyOwnPassword(own);
      if ('tokens' in signIn) return;
      if (code === undefined) throw new AppError('INVALID_CODE');
      await deps.countOwnCode(userId);
      await deps.answerCode(await deps.openStaffSession(signIn.session, own.email), code);
    },
);
