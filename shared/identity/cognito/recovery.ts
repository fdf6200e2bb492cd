import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { Uuid } from '../../platform/values/fields';
import { refusedAs } from './cognito-errors';
import { type IssuedTokens, signedInAtOf } from './issued-tokens';
import { refreshIn, SIGN_IN_PERMISSIONS, signInEnvironment, signInTo } from './sign-in';
import { cognitoClient, STAFF_POOL } from './user-pool';

const signIn = signInTo(STAFF_POOL, 'SOFTWARE_TOKEN_MFA');

/** Turns the second factor off. An account without a factor is not an error. */
export const turnOffFactor = capability(
  { staffPool: ['AdminSetUserMFAPreference'] },
  (context) => async (email: string) => {
    const command = new AdminSetUserMFAPreferenceCommand({
      ...userIn(context, email),
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    });
    await context
      .call({ resource: 'staffPool', action: 'AdminSetUserMFAPreference' }, (signal) =>
        context.client(cognitoClient).send(command, { abortSignal: signal }),
      )
      .catch(refusedAs('INVALID_CREDENTIALS'));
  },
);

/** Finds the `sub` of an account by its address. */
export const findUserId = capability(
  { staffPool: ['AdminGetUser'] },
  (context) =>
    async (email: string): Promise<string> => {
      const command = new AdminGetUserCommand(userIn(context, email));
      const { UserAttributes = [] } = await context
        .call({ resource: 'staffPool', action: 'AdminGetUser' }, (signal) =>
          context.client(cognitoClient).send(command, { abortSignal: signal }),
        )
        .catch(refusedAs('INVALID_CREDENTIALS'));
      return v.parse(Uuid, UserAttributes.find(({ Name }) => Name === 'sub')?.Value);
    },
);

/** Ends every session of the account in Cognito: refresh tokens, and the use of access tokens at Cognito. */
export const signOutEverywhere = capability(
  { staffPool: ['AdminUserGlobalSignOut'] },
  (context) => async (email: string) => {
    const command = new AdminUserGlobalSignOutCommand(userIn(context, email));
    await context
      .call({ resource: 'staffPool', action: 'AdminUserGlobalSignOut' }, (signal) =>
        context.client(cognitoClient).send(command, { abortSignal: signal }),
      )
      .catch(refusedAs('INVALID_CREDENTIALS'));
  },
);

/** Cognito's sign-out continues for about 0.6 s after its answer and would end new sessions too. */
const SIGN_OUT_MS = 1_000;
const PAUSE_MS = 300;
/** With less time left, a sign-in, a test of its tokens and the answer would not fit. */
const LEAST_REMAINING_MS = 4_000;

/** Waits until a new session is not affected by a sign-out that was just requested. */
export const outlastSignOut = capability(
  {},
  (context) => (sessionsValidFrom: string) => context.sleep(untilSignedOut(context, sessionsValidFrom)),
);

const untilSignedOut = (context: Context, sessionsValidFrom: string): number =>
  Math.max(SIGN_OUT_MS, Date.parse(sessionsValidFrom) - context.now().getTime());

/**
 * Signs in after a sign-out of all sessions, and tests the tokens by renewing them once: the access token itself cannot
 * call Cognito. Returns the renewed tokens. Tokens that the sign-out still ended, or whose session began before
 * `sessionsValidFrom`, are discarded and requested again, until the function's time is over (UNAVAILABLE).
 */
export const signInAnew = capability(
  { staffPool: SIGN_IN_PERMISSIONS },
  (context) =>
    async (email: string, password: string, sessionsValidFrom: string): Promise<IssuedTokens> => {
      for (let pause = untilSignedOut(context, sessionsValidFrom); ; pause = PAUSE_MS) {
        if (context.remaining() - pause < LEAST_REMAINING_MS) throw new AppError('UNAVAILABLE', { retryAfter: 1 });
        await context.sleep(pause);
        const answer = await signIn(context)(email, password);
        const renewed = 'tokens' in answer && (await renew(context, answer.tokens, sessionsValidFrom));
        if (renewed) return renewed;
      }
    },
  signInEnvironment(STAFF_POOL),
);

/** Undefined when the sign-out has ended the session, or when it began too early. */
async function renew(
  context: Context,
  tokens: IssuedTokens,
  sessionsValidFrom: string,
): Promise<IssuedTokens | undefined> {
  if (signedInAtOf(tokens) < sessionsValidFrom) return undefined;
  try {
    return await refreshIn(STAFF_POOL)(context)(tokens.refreshToken);
  } catch (failure) {
    if (failure instanceof AppError && failure.code === 'UNAUTHENTICATED') return undefined;
    throw failure;
  }
}

const userIn = (context: Context, Username: string) => ({ UserPoolId: context.env(STAFF_POOL.poolId), Username });
