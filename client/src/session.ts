import { within } from './deadline.js';
import type { ErrorCode } from './errors.js';
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
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** A number from 0 to 1. It spreads renewals and retries of many clients over time. */
  readonly random: () => number;
}

/** Paths that need no token. Their answers start and end sessions. */
const AUTH = '/auth/';
const DRIVERS_AUTH = `${AUTH}drivers/`;
const LOGOUT = `${AUTH}logout`;
/** Needs a token, and answers those of a new session. */
const NEW_PASSWORD = '/users/me/password';

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
  const { fetch, session: given, onSession, credentials, sleep, random } = options;
  const baseUrl = options.baseUrl.replace(/\/$/, '');
  let renewal: Promise<Response> | undefined;
  let current: Session | undefined;
  /** Counts sign-ins and sign-outs. What was asked before the last one belongs to another person. */
  let turn = 0;
  /** The time for a renewal before the token expires. Unknown for a stored session: its renewal waits for a refusal. */
  let renewsAt = NEVER;
  const stored = typeof given === 'function' ? given : () => current ?? given;
  current = stored();

  const send = async (request: Request): Promise<Response> => {
    // As the platform writes it: a base may be relative, or have a port that an address leaves out.
    const path = request.url.slice(new Request(`${baseUrl}/`).url.length - 1);
    // At once: a person who signs out must not stay signed in here because the service did not answer.
    if (path === LOGOUT) {
      turn += 1;
      keep(undefined);
    }
    if (path.startsWith(AUTH)) return watch(path, await patiently(request));
    const asked = turn;
    const answer = await sendSigned(request);
    return path === NEW_PASSWORD ? watch(path, answer, asked) : answer;
  };

  const sendSigned = async (request: Request): Promise<Response> => {
    if (current && Date.now() >= renewsAt) await renewEarly(current);
    const session = current;
    const asked = turn;
    if (session === undefined || request.headers.has('authorization')) return patiently(request);
    const answer = await patiently(signed(request.clone(), session));
    if (!(await isTokenRefused(answer))) return answer;
    const renewed = await renew(session);
    if (asked === turn && current && current !== session) return patiently(signed(request, current));
    // An answer of the renewal is that of the call only when it says why there is no new token.
    return renewed.ok || renewed.status === 401 ? answer : renewed;
  };

  /** Renews a session, unless another call has renewed it meanwhile. */
  const renew = async (stale: Session): Promise<Response> => {
    if (current !== stale) return new Response();
    renewal ??= askForTokens(stale).finally(() => {
      renewal = undefined;
    });
    return (await renewal).clone();
  };

  /** Renews a session whose token still holds. If no renewal is possible now, the token serves until it expires. */
  const renewEarly = async (session: Session): Promise<void> => {
    renewsAt = NEVER;
    await renew(session).catch(() => undefined);
  };

  const askForTokens = async (stale: Session): Promise<Response> => {
    // Another tab may have renewed the session since: then only the cookie or the storage has the token that is still good.
    const { pool, tokens } = stored() ?? stale;
    const asked = turn;
    const path = `${pool === 'drivers' ? DRIVERS_AUTH : AUTH}refresh`;
    const ask = (refreshToken?: string) => {
      const request = new Request(baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
        ...(credentials && { credentials }),
      });
      return patiently(request, isBusy, TRIES);
    };
    let answer = await ask(credentials === 'include' ? undefined : tokens.refreshToken);
    // A browser that keeps no cookie of the service sent none.
    if (answer.status === 400) answer = await ask(tokens.refreshToken);
    if (answer.status === 401 && asked === turn) keep(undefined);
    return watch(path, answer, asked);
  };

  /** Keeps the tokens of a sign-in, and those of a renewal or new password (`asked`) if no sign-in or sign-out came meanwhile. */
  const watch = async (path: string, answer: Response, asked?: number): Promise<Response> => {
    if (!answer.ok) return answer;
    const { tokens } = await bodyOf(answer);
    if (!isTokens(tokens)) return answer;
    if (asked === undefined) turn += 1;
    if (asked === undefined || asked === turn) {
      keep({ pool: path.startsWith(DRIVERS_AUTH) ? 'drivers' : 'staff', tokens });
      renewsAt = Date.now() + tokens.expiresIn * 1_000 - random() * MOST_EARLY_MS;
    }
    return answer;
  };

  const keep = (session: Session | undefined): void => {
    current = session;
    renewsAt = NEVER;
    tell(onSession, session);
  };

  /**
   * Retries a repeatable request when no answer came or the service was busy. A renewal is not repeatable, but a busy
   * service has not begun it.
   */
  const patiently = async (
    request: Request,
    isWorthAnother = isWorthAWait,
    tries = isRepeatable(request) ? TRIES : 1,
  ): Promise<Response> => {
    for (let left = tries - 1; left > 0; left -= 1) {
      try {
        const answer = await fetch(request.clone());
        if (!isWorthAnother(answer)) return answer;
        await wait(request, secondsToWait(answer) * 1_000, SPREAD_MS);
      } catch (failure) {
        if (request.signal?.aborted || !isRepeatable(request)) throw failure;
        await wait(request, PAUSE_MS, PAUSE_MS);
      }
    }
    return fetch(request);
  };

  /** Waits, and a random time more: clients that were refused together must not come back together. */
  const wait = ({ signal }: Request, milliseconds: number, spread: number): Promise<void> =>
    within(0, signal, () => sleep(milliseconds + Math.round(random() * spread)));

  return { session: () => current, send };
}

const NEVER = Number.POSITIVE_INFINITY;
const TRIES = 3;
const PAUSE_MS = 500;
const BUSY = 503;
/** The gateway's and the user pool's own limits, and a service without time. */
const isBusy = ({ status }: Response): boolean => status === BUSY || status === 429;
/** A caller waits this many seconds for an answer to a repeated request. A limit of an hour is the caller's to handle. */
const LONGEST_WAIT = 30;
const isWorthAWait = (answer: Response): boolean => isBusy(answer) && secondsToWait(answer) <= LONGEST_WAIT;
/** A date instead of a number counts as one second: the service and the gateway send numbers. */
const secondsToWait = ({ headers }: Response): number => Number(headers.get('retry-after')) || 1;
/** A thousand drivers sign in at the start of a shift, so a thousand tokens expire in the same minute. */
const MOST_EARLY_MS = 60_000;
const SPREAD_MS = 2_000;

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

const isTokens = (value: unknown): value is Tokens => {
  const { accessToken, refreshToken } = membersOf(value);
  return isText(accessToken) && isText(refreshToken);
};
