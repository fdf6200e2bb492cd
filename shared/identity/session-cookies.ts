import { AppError, validationError } from '../platform/errors';
import { type Environment, readEnvironment } from '../platform/runtime/env';
import type { Tokens } from './session';

const REFRESH_COOKIE = 'refreshToken';
/** As long as the pools' refresh tokens live. */
const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/**
 * The session cookies of an answer that carries tokens. The API itself reads only the refresh cookie, and that only under
 * /auth; SameSite is the stage's, None while the front end lives on another site.
 */
export function sessionCookies(tokens: Tokens, environment: Environment): string[] {
  const { accessToken, idToken, refreshToken, expiresIn } = tokens;
  return cookies({ accessToken, idToken, refreshToken }, expiresIn, REFRESH_SECONDS, environment);
}

/** The same cookies, empty and over: a browser forgets them. */
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
 * The refresh cookie of a request. A request with one must come from a page of ours, because a browser sends the cookie whoever's page
 * asks; another Origin is FORBIDDEN. Payload 2.0 has `cookies`; an emulator may leave them in the header.
 */
export function refreshCookieOf(event: CookieEvent, environment: Environment): string | undefined {
  const cookies = event.cookies ?? event.headers.cookie?.split(/; */);
  const cookie = cookies?.find((one) => one.startsWith(`${REFRESH_COOKIE}=`));
  if (cookie === undefined) return undefined;
  const allowed = readEnvironment(environment, 'ALLOWED_ORIGINS').split(',');
  if (!allowed.some((origin) => origin === event.headers.origin)) {
    throw new AppError('FORBIDDEN', { message: 'A session cookie is taken from the pages of this service alone.' });
  }
  return cookie.slice(REFRESH_COOKIE.length + 1);
}

/** The refresh token of the body, or else of the cookie; 400 when there is neither. */
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
