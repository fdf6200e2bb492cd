import createClient, { type Middleware } from 'openapi-fetch';
import { CREATIONS } from './contract.js';
import { type AnyList, type GetPage, type ItemOf, type ListInit, type ListPath, recordsOf } from './pages.js';
import type { components, paths } from './schema.js';
import { Exchange, type Session } from './session.js';
import { type FileRecord, type JsonClient, type Upload, upload } from './upload.js';

export { type Call, ERROR_CODES, type ErrorCode, type FailureCode, FleetError, ok } from './errors.js';
export type { ItemOf, ListPath } from './pages.js';
export type { operations } from './schema.js';
export type { Session, Tokens } from './session.js';
export type { components, FileRecord, paths, Upload };

export interface FleetOptions {
  /** Where the service is, as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** The platform's own unless given. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** A session that was kept of an earlier sign-in. */
  readonly session?: Session;
  /** Told of every sign-in, every renewal and every end of a session, so that it can be kept. */
  readonly onSession?: (session: Session | undefined) => void;
  /** `include` lets a browser take and send the HttpOnly session cookies. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** Makes UUIDs: the platform's own unless given. */
  readonly newId?: () => string;
  /** Waits before a call is sent again. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** Answers are typed as JSON; whoever asks for CSV or a file says `parseAs`, and is answered its type. */
type Calls = Pick<JsonClient, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>;

/** The service, as one person or one driver calls it. */
export interface Fleet extends Calls {
  /** Absent before sign-in, and when it is over. */
  readonly session: Session | undefined;
  /** Every record of a list, page after page: `for await (const trip of fleet.each('/teams/{teamId}/trips', …))`. */
  each<P extends ListPath>(path: P, ...init: ListInit<P>): AsyncGenerator<ItemOf<P>, void>;
  /** Uploads a file and registers it. */
  upload(file: Upload): Promise<FileRecord>;
  /** Ends the session here and at the service. */
  signOut(): Promise<void>;
}

/** A client of the service. Signing in is a call like any other: whatever answers with tokens becomes the session. */
export function createFleet(options: FleetOptions): Fleet {
  const { baseUrl, credentials, newId = uuid, sleep = wait } = options;
  const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const exchange = new Exchange({ ...options, fetch, sleep });
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
      // The document says of what a list is; the walk does not look at it.
      return recordsOf(getPage, params) as AsyncGenerator<ItemOf<P>, void>;
    },
    upload: (file) => upload({ api, fetch, newId }, file),
    signOut: async () => {
      const refreshToken = exchange.session?.tokens.refreshToken;
      await api.POST('/auth/logout', { body: refreshToken ? { refreshToken } : {} });
    },
  };
}

/** Gives every creation a key, so that sending it again makes nothing twice. */
const keyed = (newId: () => string): Middleware => ({
  onRequest: ({ request, schemaPath }) => {
    if (request.method === 'POST' && CREATIONS.has(schemaPath) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', newId());
    }
  },
});

/** React Native has no `crypto.randomUUID`; an identifier of a file or a request need not be hard to guess. */
const uuid = (): string =>
  globalThis.crypto?.randomUUID?.() ??
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
