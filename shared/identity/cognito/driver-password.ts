import { AdminSetUserPasswordCommand, AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { AppError, validationError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import { backOff } from '../../platform/table/retry';
import { refusedAs } from './cognito-errors';
import { type IssuedTokens, signedInAtOf } from './issued-tokens';
import { refreshDriver, type SignIn, signInDriver } from './sign-in';
import { cognitoClient, DRIVERS_POOL } from './user-pool';

/** The tokens of a sign-in by the driver's own password. A temporary password is replaced by another operation. */
export function ownPasswordTokens(signIn: SignIn): IssuedTokens {
  if ('tokens' in signIn) return signIn.tokens;
  throw validationError('currentPassword', {
    en: 'This password is temporary. Sign in with it and answer the challenge at POST /auth/drivers/new-password.',
    es: 'Esta contraseña es temporal. Inicie sesión con ella y responda el reto en POST /auth/drivers/new-password.',
  });
}

/** Sets a driver's own password, and ends the account's sessions in Cognito. */
export const replaceDriverPassword = capability(
  { driversPool: ['AdminSetUserPassword', 'AdminUserGlobalSignOut'] },
  (context) => async (Username: string, Password: string) => {
    const user = { UserPoolId: context.env(DRIVERS_POOL.poolId), Username };
    const client = context.client(cognitoClient);
    const set = new AdminSetUserPasswordCommand({ ...user, Password, Permanent: true });
    await context
      .call({ resource: 'driversPool', action: 'AdminSetUserPassword' }, (signal) =>
        client.send(set, { abortSignal: signal }),
      )
      .catch(refusedAs('INVALID_CREDENTIALS'));
    await context
      .call({ resource: 'driversPool', action: 'AdminUserGlobalSignOut' }, (signal) =>
        client.send(new AdminUserGlobalSignOutCommand(user), { abortSignal: signal }),
      )
      .catch(refusedAs('INVALID_CREDENTIALS'));
  },
);

/**
 * Signs in after the end of all sessions and tests the tokens by renewing them. Tokens that the sign-out still ended, or
 * whose session began before `sessionsValidFrom`, are discarded and requested again, until the function's time is over
 * (UNAVAILABLE).
 */
export const signInDriverAnew = capability.of(
  { signInDriver, refreshDriver },
  (deps, context) =>
    async (username: string, password: string, sessionsValidFrom: string): Promise<IssuedTokens> => {
      for (let tries = 1; ; tries += 1) {
        const tokens = ownPasswordTokens(await deps.signInDriver(username, password));
        const renewed = signedInAtOf(tokens) < sessionsValidFrom ? undefined : await renew(tokens);
        if (renewed) return renewed;
        await backOff(context, tries);
      }

      async function renew({ refreshToken }: IssuedTokens): Promise<IssuedTokens | undefined> {
        try {
          return await deps.refreshDriver(refreshToken);
        } catch (failure) {
          if (failure instanceof AppError && failure.code === 'UNAUTHENTICATED') return undefined;
          throw failure;
        }
      }
    },
);
