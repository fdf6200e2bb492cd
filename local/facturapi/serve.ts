import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveWire } from '../wire';
import { LOCAL_USER_KEY } from './keys';
import { type FacturapiStandIn, facturapi } from './stand-in';

export interface ServedFacturapi {
  /** The value for STAMPING_PROVIDER_URL. */
  readonly url: string;
  readonly userKey: string;
  readonly standIn: FacturapiStandIn;
  readonly stop: () => Promise<void>;
}

interface ServeFacturapiOptions {
  /** Absent: the stand-in makes a temporary folder and deletes it when it stops. */
  readonly dataDir?: string;
  readonly now?: () => Date;
  readonly warn?: (line: string) => void;
}

/** Serves the stand-in alone, without the local cloud: for a test of the adapter or the deploy test on the emulator. */
export async function serveFacturapi(options: ServeFacturapiOptions = {}): Promise<ServedFacturapi> {
  const { now = () => new Date(), warn = console.error } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'facturapi-'));
  const standIn = facturapi({ dataDir, now, warn });
  const listener = await serveWire(standIn.answer, warn);
  return {
    url: `${listener.endpoint}/v2`,
    userKey: LOCAL_USER_KEY,
    standIn,
    stop: async () => {
      await listener.stop();
      await standIn.stop?.();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
