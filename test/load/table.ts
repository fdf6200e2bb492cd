import { LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from '../../local/engine';
import { capability } from '../../shared/platform/runtime/capability';
import { type Context, makeContext } from '../../shared/platform/runtime/context';
import { liveRuntime } from '../../shared/platform/runtime/live';

/** The name that the local cloud gives the table. */
const TABLE_NAME = 'fleet-local';

const READING = capability({ table: ['GetItem', 'BatchGetItem', 'Query'], gsi1: ['Query'] }, (context) => context);

/** Starts only the engine on the data folder of a dead server, and calls `read` with its table. */
export async function withTable<T>(dataDir: string, read: (context: Context) => Promise<T>): Promise<T> {
  const engine = await startEngine({ dataDir });
  try {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.endpoint;
    process.env.AWS_REGION = LOCAL_REGION;
    process.env.AWS_ACCESS_KEY_ID = LOCAL_CREDENTIALS.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = LOCAL_CREDENTIALS.secretAccessKey;
    const runtime = { ...liveRuntime(), environment: { TABLE_NAME } };
    const scope = { requestId: 'load', remaining: () => 60_000, meter: { calls: 0, readUnits: 0, writeUnits: 0 } };
    return await read(READING.make(makeContext(runtime, scope, READING.permissions)));
  } finally {
    await engine.stop();
  }
}
