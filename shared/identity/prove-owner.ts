import { validationError } from '../platform/errors';
import { type Capability, capability } from '../platform/runtime/capability';
import { consumeAttempt, countOwnCode, refundAttempt } from './attempt-limits';
import type { IssuedTokens } from './cognito/issued-tokens';
import { answerAgain, answerForSelfService, signInForSelfService } from './cognito/self-service';
import { type SignIn, signInDriver, signInStaff } from './cognito/sign-in';

/** The signed-in user who changes a factor or the password, and the origin of the request. */
export interface Owner {
  readonly id: string;
  readonly email: string;
  readonly sourceIp: string;
  /** A device proof of an earlier sign-in. */
  readonly device: string | undefined;
}

export interface Proof {
  readonly password: string;
  readonly code?: string | undefined;
}

interface Proven {
  readonly tokens: IssuedTokens;
  /** True when a code of the app was checked too. */
  readonly hasFactor: boolean;
}

/**
 * Proves that the caller is the owner of the account: a stolen access token alone must not change a factor or the
 * password. A wrong password throws INVALID_CREDENTIALS and is counted as one of a sign-in. With a factor a code is
 * needed too.
 */
const proofBy = (
  signIn: Capability<(email: string, password: string) => Promise<SignIn>>,
  answer: Capability<(email: string, session: string, code: string) => Promise<IssuedTokens>>,
) =>
  capability.of(
    { consumeAttempt, signIn, refundAttempt, countOwnCode, answer },
    (deps) =>
      async ({ id, email, sourceIp, device }: Owner, { password, code }: Proof): Promise<Proven> => {
        const counted = await deps.consumeAttempt({ of: 'PASSWORD', account: email, sourceIp, proof: device });
        const began = await counted.checked(deps.signIn(email, password));
        await deps.refundAttempt(counted, { isIn: 'tokens' in began });
        if ('tokens' in began) return { tokens: began.tokens, hasFactor: false };
        if (code === undefined)
          throw validationError('code', {
            en: 'Send the code that the authenticator app shows now.',
            es: 'Envíe el código que la aplicación muestra ahora.',
          });
        await deps.countOwnCode(id);
        return { tokens: await deps.answer(email, began.session, code), hasFactor: true };
      },
  );

/** The tokens may call Cognito's user API. They must not leave the function in plain text. */
export const proveOwner = proofBy(signInForSelfService, answerForSelfService);

/** Like {@link proveOwner}, with the client of every sign-in: the tokens are those of a new session. */
export const signInAgain = proofBy(signInStaff, answerAgain);

/** Like {@link proveOwner}, for a user with a factor. Throws VALIDATION_FAILED without one. Returns the access token. */
export const proveFactor = capability.of(
  { proveOwner },
  (deps) =>
    async (owner: Owner, proof: Proof): Promise<string> => {
      const { tokens, hasFactor } = await deps.proveOwner(owner, proof);
      if (!hasFactor)
        throw validationError('code', {
          en: 'No authenticator app is enrolled.',
          es: 'No hay una aplicación de códigos registrada.',
        });
      return tokens.accessToken;
    },
);

interface DriverAttempt {
  readonly username: string;
  readonly password: string;
  /** A device proof of an earlier sign-in. */
  readonly device: string | undefined;
  readonly sourceIp: string;
}

/** Checks a driver's password by a sign-in, which is counted as one attempt. A wrong password throws INVALID_CREDENTIALS. */
export const proveDriver = capability.of(
  { consumeAttempt, signInDriver, refundAttempt },
  (deps) =>
    async ({ username, password, device, sourceIp }: DriverAttempt): Promise<SignIn> => {
      const attempt = { of: 'DRIVER_PASSWORD', account: username, sourceIp, proof: device, password } as const;
      const counted = await deps.consumeAttempt(attempt);
      const signIn = await counted.checked(deps.signInDriver(username, password));
      await deps.refundAttempt(counted, { isIn: true });
      return signIn;
    },
);
