import { validationError } from '../platform/errors';
import { type Environment, readEnvironment } from '../platform/runtime/env';
import { IDLE_SECONDS } from './session-record';

/** The pool whose session a cookie carries. */
export type CookiePool = 'staff' | 'drivers';

/**
 * One cookie for each pool, so that a driver's sign-in does not replace a dispatcher's. The prefix `__Host-` makes the
 * browser refuse the cookie with a Domain, with another path, or without Secure: no other host can set it.
 */
const REFRESH_COOKIE = { staff: '__Host-staff-refresh', drivers: '__Host-driver-refresh' } as const;
const POOLS = ['staff', 'drivers'] as const;

/** Cookies of older releases, which nothing reads. Each begin and end of a session clears them. */
const OLD_COOKIES = { accessToken: '/', idToken: '/', refreshToken: '/auth' } as const;

/** The cookies of an answer with tokens: only the refresh token is in one, because the API reads no other. */
export const sessionCookies = (pool: CookiePool, refreshToken: string, environment: Environment): string[] => [
  cookie(REFRESH_COOKIE[pool], refreshToken, { age: IDLE_SECONDS[pool], path: '/', environment }),
  ...clearedOldCookies(environment),
];

/** The cookies of both pools, empty and expired: the browser deletes them. */
export const expiredSessionCookies = (environment: Environment): string[] => [
  ...POOLS.map((pool) => cookie(REFRESH_COOKIE[pool], '', { age: 0, path: '/', environment })),
  ...clearedOldCookies(environment),
];

const clearedOldCookies = (environment: Environment): string[] =>
  Object.entries(OLD_COOKIES).map(([name, path]) => cookie(name, '', { age: 0, path, environment }));

interface CookieSettings {
  readonly age: number;
  readonly path: string;
  readonly environment: Environment;
}

/** SameSite is a setting of the stage: it must be None while the front end has another site. */
function cookie(name: string, value: string, { age, path, environment }: CookieSettings): string {
  const sameSite = readEnvironment(environment, 'COOKIE_SAME_SITE');
  return `${name}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; Secure; SameSite=${sameSite}`;
}

/**
 * The refresh cookie of a request of one of our pages. The origin was checked before the body was parsed
 * (operation/page-origin.ts). A request without an origin comes from no page, and its cookie is not read. Payload 2.0
 * contains `cookies`, but an emulator may leave them in the header.
 */
export function refreshCookieOf(pool: CookiePool, event: CookieEvent): string | undefined {
  if (event.headers.origin === undefined) return undefined;
  const cookies = event.cookies ?? event.headers.cookie?.split(/; */);
  const start = `${REFRESH_COOKIE[pool]}=`;
  return cookies?.find((one) => one.startsWith(start))?.slice(start.length) || undefined;
}

/** The refresh token of the body or, if absent, of the pool's cookie. Throws VALIDATION_FAILED without either. */
export function refreshTokenOf(body: SentToken, pool: CookiePool, request: CookieRequest): string {
  const refreshToken = body.refreshToken ?? request.refreshCookie(pool);
  if (!refreshToken)
    throw validationError('refreshToken', {
      en: 'Send the refresh token of your sign-in, or its cookie.',
      es: 'Envíe el token de renovación de su inicio de sesión, o su cookie.',
    });
  return refreshToken;
}

/** The refresh tokens that a sign-out ends: the one of the body or, if absent, those of all cookies, which it clears. */
export const refreshTokensOf = (body: SentToken, request: CookieRequest): string[] =>
  body.refreshToken !== undefined ? [body.refreshToken] : POOLS.flatMap((pool) => request.refreshCookie(pool) ?? []);

interface SentToken {
  readonly refreshToken?: string | undefined;
}

interface CookieRequest {
  readonly refreshCookie: (pool: CookiePool) => string | undefined;
}

interface CookieEvent {
  readonly cookies?: string[] | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
}
