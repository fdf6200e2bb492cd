import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_USER_KEY } from '../../../local/facturapi/keys';
import { type FacturapiStandIn, facturapi } from '../../../local/facturapi/stand-in';
import { serveWire } from '../../../local/wire';
import { providerKey } from '../../../shared/stamping/organization/provider-keys';
import { createDocument } from '../../../shared/stamping/provider/documents';
import type { DocumentBody } from '../../../shared/stamping/provider/port';
import { ENVIRONMENT, makeTestContext, START } from '../../support/engine-runtime';

export interface Received {
  /** The bytes that the stand-in got over HTTP. */
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
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The stand-in of the provider, which keeps the bytes of each request. Call it once at the top of a test file. */
export function recordingProvider(): Provider {
  const bodies: Uint8Array[] = [];
  let running: Running | undefined;
  let key = providerKey('', false);
  beforeAll(async () => {
    running = await start(bodies);
    const ask = (method: string, path: string, body?: string) =>
      fetch(`${running?.url}${path}`, {
        method,
        ...(body && { body }),
        headers: { authorization: `Bearer ${LOCAL_USER_KEY}` },
      });
    const { id } = Object(await (await ask('POST', '/organizations', '{"name":"Flota"}')).json());
    const secret = await (await ask('GET', `/organizations/${id}/apikeys/test`)).json();
    key = providerKey(String(secret), false);
  });
  afterAll(() => running?.stop());
  return {
    send: async (body) => {
      if (running === undefined) throw new Error('The stand-in runs only inside tests.');
      bodies.length = 0;
      const { context, use } = makeTestContext({ environment: { ...ENVIRONMENT, STAMPING_PROVIDER_URL: running.url } });
      const outcome = await use(createDocument)(key, body);
      if (outcome.kind !== 'done') throw new Error(`${context.now().toISOString()}: ${JSON.stringify(outcome)}`);
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

async function start(bodies: Uint8Array[]): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'conformance-'));
  const standIn = facturapi({ dataDir, now: () => new Date(START), warn: console.error });
  const listener = await serveWire((request) => {
    if (request.method === 'POST' && request.path === '/v2/invoices') bodies.push(request.body);
    return standIn.answer(request);
  }, console.error);
  return {
    standIn,
    url: `${listener.endpoint}/v2`,
    stop: async () => {
      await listener.stop();
      await standIn.stop?.();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
