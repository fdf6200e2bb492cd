import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_CREDENTIALS } from '../../local/engine';
import { openOutbox } from '../../local/mail/outbox';
import { s3 } from '../../local/s3/stand-in';
import type { StandIn } from '../../local/stand-in';
import { type Listener, serveWire, type Wire, type WireAnswer } from '../../local/wire';
import { encodedKey } from '../../shared/files/file';

/** The object storage of a test file: the stand-in of `npm start`, which checks signatures and their expiry. */
interface TestStorage {
  readonly endpoint: () => string;
  readonly dataDir: string;
  /** The answer of the gateway for a public asset. */
  readonly asset: (key: string) => Promise<WireAnswer>;
  /** Sets its clock, for example to a test context's. */
  readonly follow: (clock: () => Date) => void;
  /** The events that it has sent, as EventBridge would deliver them. */
  readonly events: readonly unknown[];
  /** Restarts it from the data on disk, as after a kill. */
  readonly restart: () => Promise<void>;
}

/** Call it once at the top of a test file. The SDK finds it by environment variables, with valid credentials. */
export function objectStorage(): TestStorage {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleet-test-'));
  const outbox = openOutbox(dataDir, () => new Date());
  let clock = () => new Date();
  let listener: Listener | undefined;
  let stopStandIn: StandIn['stop'];
  let shown: Wire | undefined;
  const events: unknown[] = [];
  const runTrigger = async (_source: string, event: unknown) => void events.push(event);
  const start = async () => {
    const services = { dataDir, now: () => clock(), outbox, runTrigger, warn: console.error };
    const standIn = await s3(services);
    stopStandIn = standIn.stop;
    shown = standIn.localRoutes?.['GET /_local/assets/*'];
    listener = await serveWire(standIn.answer, services.warn);
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: listener.endpoint,
      AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    });
  };
  // Windows keeps the name of an open file, so that its folder cannot be deleted, and nothing can be renamed over it.
  const stop = async () => {
    await listener?.stop();
    await stopStandIn?.();
  };
  beforeAll(start);
  afterAll(async () => {
    await stop();
    outbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    dataDir,
    events,
    endpoint: () => listener?.endpoint ?? '',
    asset: async (key) => {
      if (shown === undefined) throw new Error('The stand-in shows no assets.');
      const path = `/_local/assets/${encodedKey(key)}`;
      return shown({ method: 'GET', path, query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) });
    },
    follow: (other) => {
      clock = other;
    },
    restart: async () => {
      await stop();
      await start();
    },
  };
}

/** Sends a file to an upload address, as a browser or curl does. */
export const upload = async (
  address: unknown,
  body: string | Uint8Array<ArrayBuffer>,
  contentType?: string,
): Promise<Response> =>
  fetch(String(address), {
    method: 'PUT',
    body,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });
