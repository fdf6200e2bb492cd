import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_USER_KEY } from '../../../local/facturapi/keys';
import { type FacturapiStandIn, facturapi } from '../../../local/facturapi/stand-in';
import { serveWire, type Wire } from '../../../local/wire';
import { providerKey } from '../../../shared/stamping/organization/provider-keys';
import { createDocument } from '../../../shared/stamping/provider/documents';
import type { CreateDocument, DocumentBody, ProviderKey } from '../../../shared/stamping/provider/port';
import { ENVIRONMENT, makeTestContext, START } from '../../support/engine-runtime';

export interface Received {
  /** The bytes of the request that the stand-in got. */
  readonly bytes: Uint8Array;
  /** What it answered. */
  readonly total: unknown;
}

export interface Provider {
  /** Sends a body as a stamp does, and returns what arrived. Throws when the stand-in refuses it. */
  readonly send: (body: DocumentBody) => Promise<Received>;
}

interface Running {
  readonly standIn: FacturapiStandIn;
  readonly create: (body: DocumentBody) => ReturnType<CreateDocument>;
  readonly stop: () => Promise<void>;
}

/**
 * The stand-in of the provider, which keeps the bytes of each request. Call it once at the top of a test file. Without `overHttp` the requests
 * reach it by a `fetch` of its own: a connection takes two thirds of the time of a document. A test compares the bytes of both ways.
 */
export function recordingProvider({ overHttp = false } = {}): Provider {
  const bodies: Uint8Array[] = [];
  let running: Running | undefined;
  beforeAll(async () => {
    running = await start(bodies, overHttp);
  });
  afterAll(() => running?.stop());
  return {
    send: async (body) => {
      if (running === undefined) throw new Error('The stand-in runs only inside tests.');
      bodies.length = 0;
      const outcome = await running.create(body);
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
      const [bytes, ...more] = bodies;
      if (bytes === undefined || more.length > 0) throw new Error('The stand-in did not get exactly one request.');
      const { invoices } = running.standIn.state;
      const total = invoices.get(outcome.value.id)?.total;
      // The stand-in reads all its invoices at each request, which takes a third of the time with 2,000.
      invoices.delete(outcome.value.id);
      return { bytes, total };
    },
  };
}

async function start(bodies: Uint8Array[], overHttp: boolean): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'conformance-'));
  const standIn = facturapi({ dataDir, now: () => new Date(START), warn: console.error });
  const { url, stop } = await (overHttp ? served : replaced)((request) => {
    if (request.method === 'POST' && request.path === '/v2/invoices') bodies.push(request.body);
    return standIn.answer(request);
  });
  const { use } = makeTestContext({ environment: { ...ENVIRONMENT, STAMPING_PROVIDER_URL: url } });
  const key = await organizationKey(url);
  return {
    standIn,
    create: (body) => use(createDocument)(key, body),
    stop: async () => {
      await stop();
      await standIn.stop?.();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes an organization at the stand-in, and returns its key. */
async function organizationKey(url: string): Promise<ProviderKey> {
  const ask = async (method: string, path: string, body?: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${LOCAL_USER_KEY}` };
    return (await fetch(`${url}${path}`, { method, ...(body && { body }), headers })).json();
  };
  const { id } = Object(await ask('POST', '/organizations', '{"name":"Flota"}'));
  return providerKey(String(await ask('GET', `/organizations/${id}/apikeys/test`)), false);
}

interface Connection {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function served(answer: Wire): Promise<Connection> {
  const { endpoint, stop } = await serveWire(answer, console.error);
  return { url: `${endpoint}/v2`, stop };
}

const STAND_IN = 'http://stand-in';

/** Replaces `fetch` for one address: the stand-in receives the bytes that a connection would carry. */
async function replaced(answer: Wire): Promise<Connection> {
  const { fetch: former } = globalThis;
  globalThis.fetch = async (input, init = {}) => {
    const { origin, pathname, searchParams } = new URL(String(input));
    if (origin !== STAND_IN) return former(input, init);
    const { method = 'GET', headers, body } = init;
    if (body && typeof body !== 'string') throw new Error('Only JSON texts are sent here.');
    const {
      status,
      headers: answered,
      body: text,
    } = await answer({
      method,
      path: pathname,
      query: searchParams,
      headers: Object.fromEntries(new Headers(headers)),
      body: Buffer.from(body || '', 'utf8'),
    });
    // The text is not read through a stream, which takes a third of the request's time.
    const response = new Response(null, { status, headers: { ...answered } });
    return Object.assign(response, {
      text: async () => String(text),
      json: async (): Promise<unknown> => JSON.parse(String(text)),
    });
  };
  const stop = async (): Promise<void> => {
    globalThis.fetch = former;
  };
  return { url: `${STAND_IN}/v2`, stop };
}
