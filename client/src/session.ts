import { within } from './deadline.js';
import { type ErrorCode, retryAfterOf } from './errors.js';
import { isText, membersOf } from './members.js';
import type { components } from './schema.js';
import { tell } from './tell.js';

export type Tokens = components['schemas']['Tokens'];

/** The tokens of a sign-in. Store it in the platform's secure storage, and pass it to the next client. */
export interface Session {
  readonly pool: 'staff' | 'drivers';
  readonly tokens: Tokens;
}

export interface ExchangeOptions {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** A stored session. A function is asked again before each renewal. */
  readonly session?: Session | (() => Session | undefined) | undefined;
  /** Called with each new session, and with `undefined` when the session ends. */
  readonly onSession?: ((session: Session | undefined) => void) | undefined;
  /** Called when the stored session, or that of the cookie, is another person's: then the session of this client has ended. */
  readonly onOtherPerson?: (() => void) | undefined;
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** A number from 0 to 1. It spreads renewals and retries of many clients over time. */
  readonly random: () => number;
}

// These stand before their use: then a minifier writes the values instead of the names.
const LOGOUT = '/auth/logout';
/** The calls that begin a session. */
const SIGN_IN = /^\/auth\/.*(login|mfa|new-password|change)/;
/** The other calls that may set, clear or read a cookie: that of the device proves who gives a password. None is redirected. */
const COOKIE = /^\/(auth|users\/me)\b/;

const TRIES = 3;
const PAUSE_MS = 500;
const SPREAD_MS = 2_000;
/** A caller waits this many seconds for an answer to a repeated request. A limit of an hour is the caller's to handle. */
const LONGEST_WAIT = 30;
/** Without a renewal a call fails, so a renewal waits longer. */
const LONGEST_WAIT_OF_RENEWAL = 60;
/** A thousand drivers sign in at the start of a shift, so a thousand tokens expire in the same minute. */
const MOST_EARLY_MS = 60_000;

export interface Exchange {
  /** The present session. */
  readonly session: () => Session | undefined;
  readonly send: (request: Request) => Promise<Response>;
}

/**
 * Sends requests with the session's token. An expired token is renewed once for all waiting calls, and these are then
 * repeated. Each sign-in through this exchange replaces the session.
 */
export function exchangeOf(options: ExchangeOptions): Exchange {
  // Local variables instead of a class: a minifier cannot shorten `this`.
  const { fetch, session: given, onSession, onOtherPerson, credentials, sleep, random } = options;
  const cookies = credentials && { credentials };
  const baseUrl = options.baseUrl.replace(/\/$/, '');
  let renewal: Promise<Response | undefined> | undefined;
  let changing: Promise<Response> | undefined;
  let endSignIn: (() => void) | undefined;
  let current: Session | undefined;
  /** Counts sign-ins and sign-outs. What was asked before the last one belongs to another person. */
  let turn = 0;
  /** The time for a renewal before the token expires. Unknown for a stored session: its renewal waits for a refusal. */
  let renewsAt = Infinity;
  const stored = typeof given === 'function' ? given : () => current ?? given;
  current = stored();

  const send = async (request: Request): Promise<Response> => {
    // As the platform writes it: a base may be relative, or have a port that an address leaves out.
    const path = request.url.slice(new Request(`${baseUrl}/`).url.length - 1);
    const isSignIn = SIGN_IN.test(path);
    // A browser refuses the redirect to a signed address if the call has cookies, so only the calls have them that need them.
    if (!isSignIn && !COOKIE.test(path)) return sendSigned(request);
    const sent = new Request(request, cookies);
    if (isSignIn || path === LOGOUT) endSignIn?.();
    // At once: a person who signs out must not stay signed in here because the service did not answer.
    if (path === LOGOUT) {
      turn += 1;
      keep(undefined);
    }
    const asked = turn;
    const answer = (isSignIn ? signIn : sendSigned)(sent);
    if (!isSignIn) changing = answer;
    await watch(path, await answer, asked, isSignIn);
    return answer;
  };

  /** Sends a sign-in. A later sign-in or sign-out ends it, so that the last call wins: a browser stores no cookie of an ended call. */
  const signIn = (request: Request): Promise<Response> =>
    within(0, request.signal, async (signal, end) => {
      endSignIn = end;
      // Their cookies must not replace that of the sign-in.
      if (cookies) await Promise.allSettled([renewal, changing]);
      return patiently(new Request(request, { signal }));
    });

  const sendSigned = async (request: Request): Promise<Response> => {
    if (current && Date.now() >= renewsAt) {
      // If no renewal is possible now, the token serves until it expires.
      renewsAt = Infinity;
      await renew(current).catch(() => undefined);
    }
    const session = current;
    const asked = turn;
    if (session === undefined || request.headers.has('authorization')) return patiently(request);
    const answer = await patiently(signed(request.clone(), session));
    if (!(await isTokenRefused(answer))) return answer;
    const failure = await renew(session);
    if (asked === turn && current && current !== session) return patiently(signed(request, current));
    return failure ?? answer;
  };

  /** Renews a session, unless another call has renewed it meanwhile. Resolves to an answer that says why there is no new token. */
  const renew = async (stale: Session): Promise<Response | undefined> => {
    if (current !== stale) return;
    renewal ??= askForTokens(stale).finally(() => {
      renewal = undefined;
    });
    return (await renewal)?.clone();
  };

  const askForTokens = async (stale: Session): Promise<Response | undefined> => {
    // Another tab may have renewed the session since: then only the cookie or the storage has the token that is still good.
    const latest = stored() ?? stale;
    if (isOther(latest)) return keep(undefined);
    const { pool, tokens } = latest;
    const asked = turn;
    const path = `/auth/${pool === 'drivers' ? 'drivers/' : ''}refresh`;
    const ask = (refreshToken?: string) => {
      const request = new Request(baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
        ...cookies,
      });
      return patiently(request, LONGEST_WAIT_OF_RENEWAL, TRIES);
    };
    let answer = await ask(credentials === 'include' ? undefined : tokens.refreshToken);
    // A browser that keeps no cookie of the service sent none.
    if (answer.status === 400) answer = await ask(tokens.refreshToken);
    const isOver = answer.status === 401;
    if (isOver && asked === turn) keep(undefined);
    await watch(path, answer, asked);
    return answer.ok || isOver ? undefined : answer;
  };

  /** Keeps the tokens of an answer if no sign-in or sign-out came since the call was sent. */
  const watch = async (path: string, answer: Response, asked: number, isSignIn = false): Promise<void> => {
    const { tokens } = await bodyOf(answer);
    if (!answer.ok || !isTokens(tokens) || asked !== turn) return;
    if (isSignIn) turn += 1;
    keep({ pool: path.startsWith('/auth/drivers') ? 'drivers' : 'staff', tokens }, isSignIn);
    renewsAt = Date.now() + tokens.expiresIn * 1_000 - random() * MOST_EARLY_MS;
  };

  const isOther = (one = current): boolean => personOf(one) !== personOf(current ?? one);

  /** Replaces or ends the session. Only a sign-in replaces that of another person, whose place in the storage no other call touches. */
  const keep = (session: Session | undefined, isSignIn = false): undefined => {
    const had = current;
    const isLost = !isSignIn && (isOther(session) || isOther(stored()));
    current = isLost ? undefined : session;
    renewsAt = Infinity;
    if (isLost) tell(onOtherPerson, undefined);
    else if (had || session) tell(onSession, session);
  };

  /**
   * Retries a repeatable request when no answer came or the service was busy. A renewal is not repeatable, but a busy
   * service has not begun it.
   */
  const patiently = async (
    request: Request,
    longest = LONGEST_WAIT,
    tries = isRepeatable(request) ? TRIES : 1,
  ): Promise<Response> => {
    if (tries < 2) return fetch(request);
    try {
      const answer = await fetch(request.clone());
      const { status } = answer;
      const seconds = retryAfterOf(answer) ?? 1;
      // The gateway's and the user pool's own limits, and a service without time.
      if ((status !== 503 && status !== 429) || seconds > longest) return answer;
      await wait(request, seconds * 1_000, SPREAD_MS);
    } catch (failure) {
      if (request.signal?.aborted || !isRepeatable(request)) throw failure;
      await wait(request, PAUSE_MS, PAUSE_MS);
    }
    return patiently(request, longest, tries - 1);
  };

  /** Waits, and a random time more: clients that were refused together must not come back together. */
  const wait = ({ signal }: Request, milliseconds: number, spread: number): Promise<void> =>
    within(0, signal, () => sleep(milliseconds + random() * spread));

  return { session: () => current, send };
}

const isRepeatable = ({ method, headers }: Request): boolean => method === 'GET' || headers.has('idempotency-key');

function signed(request: Request, { tokens }: Session): Request {
  request.headers.set('authorization', `Bearer ${tokens.accessToken}`);
  return request;
}

/** Distinguishes the 401 of a token from the 401 of a wrong authenticator code, which no new token can correct. */
const isTokenRefused = async (answer: Response): Promise<boolean> =>
  answer.status === 401 && (await bodyOf(answer)).error === ('UNAUTHENTICATED' satisfies ErrorCode);

/** The members of a JSON body; of another one, such as the page of a proxy, those of the failure. The body stays readable. */
const bodyOf = (answer: Response) => answer.clone().json().then(membersOf, membersOf);

const isTokens = (value: unknown): value is Tokens => isText(membersOf(value).refreshToken);

/** The person in a refresh token of the service (`{person}.{session}.{seal}.{token}`). */
const personOf = (one?: Session): string | undefined => one?.tokens.refreshToken.split('.')[0];
