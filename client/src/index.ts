import createClient, { type Middleware } from 'openapi-fetch';
import { CREATIONS } from './contract.js';
import { type AnyList, type GetPage, type ItemOf, type ListInit, type ListPath, recordsOf } from './pages.js';
import type { components, paths } from './schema.js';
import { Exchange, type Session } from './session.js';
import { type FileRecord, type JsonClient, type Upload, upload } from './upload.js';

export { type Call, ERROR_CODES, type ErrorCode, type FailureCode, type FieldError, FleetError, ok } from './errors.js';
export type { ItemOf, ListPath } from './pages.js';
export type { operations } from './schema.js';
export type { Session, Tokens } from './session.js';
export type { components, FileRecord, paths, Upload };

export interface FleetOptions {
  /** The service's address, such as `http://127.0.0.1:4000`. */
  readonly baseUrl: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** A stored session of an earlier sign-in. */
  readonly session?: Session;
  /**
   * Called after each sign-in and renewal with the session, and at its end with `undefined`, so that the app can store
   * it.
   */
  readonly onSession?: (session: Session | undefined) => void;
  /** `include` makes a browser accept and send the HttpOnly session cookies. */
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
export interface Fleet extends Calls {
  /** Undefined before sign-in and after the session's end. */
  readonly session: Session | undefined;
  /**
   * Iterates over all records of a list, page by page: `for await (const trip of fleet.each('/teams/{teamId}/trips',
   * …))`.
   */
  each<P extends ListPath>(path: P, ...init: ListInit<P>): AsyncGenerator<ItemOf<P>, void>;
  /** Uploads a file and registers it. */
  upload(file: Upload): Promise<FileRecord>;
  /** Ends the session in this client and at the service. */
  signOut(): Promise<void>;
}

/** Creates a client of the service. An operation that returns tokens, such as sign-in, starts the session. */
export function createFleet(options: FleetOptions): Fleet {
  const { baseUrl, credentials, newId = uuid, sleep = wait, random = Math.random } = options;
  const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const exchange = new Exchange({ ...options, fetch, sleep, random });
  const settings = { baseUrl, fetch: exchange.send, ...(credentials && { credentials }) };
  const api = createClient<paths, 'application/json'>(settings);
  api.use(keyed(newId));
  const lists = createClient<AnyList>(settings);
  const { GET, POST, PUT, PATCH, DELETE } = api;
  return {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE,
    get session() {
      return exchange.session;
    },
    each: <P extends ListPath>(path: P, ...[init]: ListInit<P>) => {
      const { params = {}, signal } = init ?? {};
      const getPage: GetPage = (page) => lists.GET(path, { params: page, ...(signal && { signal }) });
      // The OpenAPI document gives the type of the items. The iteration does not depend on it.
      return recordsOf(getPage, params) as AsyncGenerator<ItemOf<P>, void>;
    },
    upload: (file) => upload({ api, fetch, newId }, file),
    signOut: async () => {
      const refreshToken = exchange.session?.tokens.refreshToken;
      await api.POST('/auth/logout', { body: refreshToken ? { refreshToken } : {} });
    },
  };
}

/** Adds an Idempotency-Key to every create request, so that a retry creates nothing twice. */
const keyed = (newId: () => string): Middleware => ({
  onRequest: ({ request, schemaPath }) => {
    if (request.method === 'POST' && CREATIONS.has(schemaPath) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', newId());
    }
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
