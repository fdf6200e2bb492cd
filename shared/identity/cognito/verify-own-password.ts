import { capability } from '../../platform/runtime/capability';
import { consumeAttempt, refundAttempt } from '../attempt-limits';
import { signInForSelfService } from './self-service';
import type { SignIn } from './sign-in';

/** The address of a signed-in user with the password that the user sent, and the origin of the request. */
export interface OwnPassword {
  readonly email: string;
  readonly password: string;
  readonly sourceIp: string;
  /** A device proof of an earlier sign-in. */
  readonly device: string | undefined;
}

/**
 * Verifies the password of a signed-in user by signing in, and returns the result. It is counted as a sign-in. Throws
 * INVALID_CREDENTIALS for a wrong password. A challenge for the second factor proves the password too.
 */
export const verifyOwnPassword = capability.of(
  { consumeAttempt, signIn: signInForSelfService, refundAttempt },
  (deps) =>
    async ({ email, password, sourceIp, device }: OwnPassword): Promise<SignIn> => {
      const counted = await deps.consumeAttempt({ of: 'PASSWORD', account: email, sourceIp, proof: device });
      const signIn = await counted.checked(deps.signIn(email, password));
      await deps.refundAttempt(counted, { isIn: 'tokens' in signIn });
      return signIn;
    },
);
