import { capability } from '../platform/runtime/capability';
import { revokeRefreshToken } from './cognito/sign-out';
import { endSession } from './end-session';
import { type OpenRefreshToken, openRefreshToken } from './refresh-token';
import type { Person } from './security-events';

/**
 * Signs out: ends the session of a refresh token, and revokes the token at Cognito. Our part comes first: a sign-out
 * that Cognito was too busy for has ended the session here, and can be repeated. A text that is not a refresh token of
 * this service is not an error and causes no call. Returns the person of the first session.
 */
export const signOut = capability.of(
  { endSession, revokeRefreshToken },
  (deps, { environment }) =>
    async (refreshTokens: readonly string[]): Promise<Person | undefined> => {
      const pools = ['staff', 'drivers'] as const;
      const sessions = refreshTokens.flatMap((text) => pools.map((pool) => openRefreshToken(environment, pool, text)));
      const open = sessions.filter((one): one is OpenRefreshToken => one !== undefined);
      for (const session of open) {
        await deps.endSession(session);
        await deps.revokeRefreshToken(session.pool, session.token);
      }
      return open[0] && { pool: open[0].pool, id: open[0].personId };
    },
);
