import createClient, { type Middleware } from 'openapi-fetch';
import { ok } from './errors.js';
import type { Methods } from './methods.js';
import { type AnyPaths, methodsOf, OPERATIONS } from './methods-of.js';
import { type ItemOf, type ListInit, type ListPath, recordsOf } from './pages.js';
import { reaching } from './reach.js';
import type { components, paths } from './schema.js';
import { exchangeOf, type Session } from './session.js';
import { type FileRecord, type JsonClient, type Upload, upload } from './upload.js';

export { MAXIMUM_FILE_BYTES } from './contract.js';
export {
  type Call,
  ERROR_CODES,
  type ErrorCode,
  type FailureCode,
  type FieldError,
  FleetError,
  type LocalCode,
  ok,
} from './errors.js';
export type { Methods } from './methods.js';
export type {
  AnswerOf,
  CallOptions,
  CodesOf,
  ErrorOf,
  FieldsOf,
  InputOf,
  InvalidField,
  OperationId,
  Pending,
  Result,
} from './operation.js';
export type { ItemOf, ListPath } from './pages.js';
export type { Progress } from './put.js';
export type { operations } from './schema.js';
export type { Session, Tokens } from './session.js';
export type { components, FileRecord, paths, Upload };

export interface FleetOptions {
  /** The service's address, such as `http://127.0.0.1:4000`. */
  readonly baseUrl: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * A stored session of an earlier sign-in. Pass a function if several tabs share it: it is asked again before each renewal,
   * because the renewal of another tab has replaced the refresh token.
   */
  readonly session?: Session | (() => Session | undefined);
  /**
   * Called after each sign-in and renewal with the session, and at its end with `undefined`, so that the app can store
   * it.
   */
  readonly onSession?: (session: Session | undefined) => void;
  /**
   * Called instead of `onSession` when another person has signed in in another tab: the session of this client has ended, and the storage
   * or the cookie is theirs. Reload the page.
   */
  readonly onOtherPerson?: () => void;
  /** The language of messages, such as `es-MX`: the Accept-Language of every call. A function is asked at each call. */
  readonly language?: string | (() => string);
  /**
   * Milliseconds until a request without an answer is given up; a repeatable one is sent again. 0: never. Default:
   * 40,000, because the gateway answers within 30 seconds. Uploads have no such limit.
   */
  readonly timeout?: number;
  /** `include` makes a browser accept and send the HttpOnly session cookies. For the calls of `/auth` and `/users/me`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** Creates UUIDs. Default: the platform's generator. */
  readonly newId?: () => string;
  /** Waits before a retry. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** A number from 0 to 1 that spreads renewals and retries. Default: the platform's generator. */
  readonly random?: () => number;
}

/** Answers are typed as JSON. A call for CSV or a file sets `parseAs`, which changes the type. */
type Calls = Pick<JsonClient, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>;

/** A client for one user or driver. */
export interface Fleet extends Calls, Methods {
  /** Undefined before sign-in and after the session's end. */
  readonly session: Session | undefined;
  /**
   * Iterates over all records of a list, page by page: `for await (const trip of fleet.each('/teams/{teamId}/trips',
   * …))`.
   */
  each<P extends ListPath>(path: P, ...init: ListInit<P>): AsyncGenerator<ItemOf<P>, void>;
  /**
   * Uploads a file and registers it. A file over 25 MB is refused before anything is sent. `onProgress` is called while the
   * bytes leave, where the platform has XMLHttpRequest (browsers, React Native); elsewhere at the start and at the end.
   */
  upload(file: Upload): Promise<FileRecord>;
  /** Ends the session in this client, and then at the service. Throws a {@link FleetError} if the service did not end it. */
  signOut(): Promise<void>;
}

/** Creates a client of the service. An operation that returns tokens, such as sign-in, starts the session. */
export function createFleet(options: FleetOptions): Fleet {
  const { baseUrl, newId = uuid, sleep = wait, random = Math.random, timeout = TIMEOUT_MS } = options;
  const platform = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const exchange = exchangeOf({ ...options, fetch: reaching(platform, timeout), sleep, random });
  const settings = { baseUrl, fetch: exchange.send };
  const api = createClient<paths, 'application/json'>(settings);
  const calls = createClient<AnyPaths>(settings);
  for (const client of [api, calls]) client.use(dressed(newId, options.language));
  const fleet = {
    ...api,
    get session() {
      return exchange.session();
    },
    each: <P extends ListPath>(path: P, ...[init]: ListInit<P>) => {
      const { params, signal = null } = init ?? {};
      const getPage = (next: Record<string, unknown>) =>
        ok(calls.GET(path, { params: { ...params, query: { ...params?.query, ...next } }, signal }));
      // The OpenAPI document gives the type of the items. The iteration does not depend on it.
      return recordsOf(getPage) as AsyncGenerator<ItemOf<P>, void>;
    },
    upload: (file: Upload) => upload({ api, fetch: reaching(platform, 0), newId }, file),
    signOut: async () => {
      await ok(calls.POST('/auth/logout', { body: { refreshToken: exchange.session()?.tokens.refreshToken } }));
    },
  };
  // `methods.ts` and the tree of paths are generated from the same declarations. A test compares them.
  return Object.assign(fleet, methodsOf(calls.request) as Methods);
}

const TIMEOUT_MS = 40_000;

const isKeyed = (schemaPath: string): boolean => OPERATIONS.some((one) => one.isKeyed && one.path === schemaPath);

/** Adds the language, and an Idempotency-Key to every create request, so that a retry creates nothing twice. */
const dressed = (newId: () => string, language: FleetOptions['language']): Middleware => ({
  onRequest: ({ request, schemaPath }) => {
    const { headers, method } = request;
    const addAbsent = (name: string, make: () => string | undefined) => {
      const value = headers.get(name) ?? make();
      if (value) headers.set(name, value);
    };
    addAbsent('accept-language', typeof language === 'function' ? language : () => language);
    if (method === 'POST' && isKeyed(schemaPath)) addAbsent('idempotency-key', newId);
  },
});

/**
 * React Native has no `crypto.randomUUID`. Ids of files and requests need not be unguessable, so `Math.random` is
 * enough.
 */
const uuid = (): string =>
  globalThis.crypto?.randomUUID?.() ??
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
