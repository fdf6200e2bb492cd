import { AppError, validationError } from '../platform/errors';
import { type Environment, readEnvironment } from '../platform/runtime/env';
import type { Tokens } from './session';

const REFRESH_COOKIE = 'refreshToken';
/** The lifetime of the pools' refresh tokens. */
const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/**
 * The session cookies of an answer with tokens. The API reads only the refresh cookie, and only under /auth. SameSite
 * is a setting of the stage: it must be None while the front end has another site.
 */
export function sessionCookies(tokens: Tokens, environment: Environment): string[] {
  const { accessToken, idToken, refreshToken, expiresIn } = tokens;
  return cookies({ accessToken, idToken, refreshToken }, expiresIn, REFRESH_SECONDS, environment);
}

/** The same cookies, empty and expired: the browser deletes them. */
export const expiredSessionCookies = (environment: Environment): string[] =>
  cookies({ accessToken: '', idToken: '', refreshToken: '' }, 0, 0, environment);

function cookies(
  values: Omit<Tokens, 'expiresIn'>,
  seconds: number,
  refreshSeconds: number,
  environment: Environment,
): string[] {
  const sameSite = readEnvironment(environment, 'COOKIE_SAME_SITE');
  const cookie = (name: string, value: string, path: string, age: number) =>
    `${name}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; Secure; SameSite=${sameSite}`;
  return [
    cookie('accessToken', values.accessToken, '/', seconds),
    cookie('idToken', values.idToken, '/', seconds),
    cookie(REFRESH_COOKIE, values.refreshToken, '/auth', refreshSeconds),
  ];
}

/**
 * The refresh cookie of a request. A browser sends the cookie for requests of any page, so the Origin must be one of
 * ours; any other answers FORBIDDEN. Payload 2.0 contains `cookies`, but an emulator may leave them in the header.
 */
export function refreshCookieOf(event: CookieEvent, environment: Environment): string | undefined {
  const cookies = event.cookies ?? event.headers.cookie?.split(/; */);
  const cookie = cookies?.find((one) => one.startsWith(`${REFRESH_COOKIE}=`));
  if (cookie === undefined) return undefined;
  const allowed = readEnvironment(environment, 'ALLOWED_ORIGINS').split(',');
  if (!allowed.some((origin) => origin === event.headers.origin)) {
    throw new AppError('FORBIDDEN', {
      message: 'Session cookies are accepted only from the pages of this service. Send the refresh token in the body.',
    });
  }
  return cookie.slice(REFRESH_COOKIE.length + 1);
}

/** The refresh token of the body or, if absent, of the cookie. Throws VALIDATION_FAILED without either. */
export function refreshTokenOf(body: SentToken, request: { readonly refreshCookie: () => string | undefined }): string {
  const refreshToken = body.refreshToken ?? request.refreshCookie();
  if (!refreshToken) throw validationError('refreshToken', 'Send the refresh token of your sign-in, or its cookie.');
  return refreshToken;
}

interface SentToken {
  readonly refreshToken?: string | undefined;
}

interface CookieEvent {
  readonly cookies?: string[] | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
}
