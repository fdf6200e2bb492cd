import * as v from 'valibot';
import type { Environment } from '../runtime/env';
import { readEnvironment } from '../runtime/env';

/** The tokens of interface.md §4.1. */
export const Tokens = v.object({
  idToken: v.string(),
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.pipe(v.number(), v.integer()),
});
export type Tokens = v.InferOutput<typeof Tokens>;

const REFRESH_COOKIE = 'refreshToken';
/** As long as the pools' refresh tokens live. */
const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/**
 * The session cookies of an answer that carries tokens (product.md §1). The API itself reads only the refresh cookie, and that only under
 * /auth; SameSite is the stage's, None while the front end lives on another site.
 */
export function sessionCookies(tokens: Tokens, environment: Environment): string[] {
  const sameSite = readEnvironment(environment, 'COOKIE_SAME_SITE');
  const cookie = (name: string, value: string, path: string, seconds: number) =>
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; Secure; SameSite=${sameSite}`;
  return [
    cookie('accessToken', tokens.accessToken, '/', tokens.expiresIn),
    cookie('idToken', tokens.idToken, '/', tokens.expiresIn),
    cookie(REFRESH_COOKIE, tokens.refreshToken, '/auth', REFRESH_SECONDS),
  ];
}

/**
 * The refresh cookie of a request, only where its Origin is one of ours: a cookie is sent by the browser, whoever's page asked.
 * Payload 2.0 has `cookies`; an emulator may leave them in the header.
 */
export function refreshCookieOf(
  event: { cookies?: string[] | undefined; headers?: Readonly<Record<string, string | undefined>> | undefined },
  environment: Environment,
): string | undefined {
  const cookies = event.cookies ?? event.headers?.cookie?.split(/; */) ?? [];
  const cookie = cookies.find((one) => one.startsWith(`${REFRESH_COOKIE}=`));
  if (cookie === undefined) return undefined;
  const allowed = readEnvironment(environment, 'ALLOWED_ORIGINS').split(',');
  return allowed.includes(event.headers?.origin ?? '') ? cookie.slice(REFRESH_COOKIE.length + 1) : undefined;
}
