import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { JWTPayload } from 'jose';
import { startCloud } from '../../../local/cloud';
import type { Operation } from '../../../shared/operation/define';
import { type HttpHandler, makeHandler } from '../../../shared/operation/lambda';
import type { OutboundCall, Runtime } from '../../../shared/platform/runtime/context';
import { readEnvironment } from '../../../shared/platform/runtime/env';
import { liveRuntime } from '../../../shared/platform/runtime/live';
import { clientAt } from '../../support/engine';
import { makeTestContext, type TestContext } from '../../support/engine-runtime';
import { httpEvent, lambdaContext, REQUEST_ID, type TestRequest } from '../../support/http-event';
import { type TestPool, testPool } from '../../support/user-pools';
import { broken } from './breaks';

export interface Answered {
  readonly status: number;
  /** The body without the request id. */
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The outbound calls of the process during the request. */
  readonly calls: readonly OutboundCall[];
  readonly milliseconds: number;
}

/** A request with its source address, which the limits of sign-in count. */
export type Attack = TestRequest & { readonly sourceIp?: string };

/** Sorts the fields of objects by name, because the table returns them in any order. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The whole local cloud in this process. The functions are called as the gateway calls them, with tokens that the attacker can make. */
export interface AttackWorld {
  readonly url: string;
  readonly pools: Readonly<Record<'staff' | 'drivers', TestPool>>;
  /** A valid access token with these changed claims. */
  readonly tokenOf: (pool: 'staff' | 'drivers', claims: JWTPayload) => Promise<string>;
  readonly send: (operation: Operation, attack: Attack) => Promise<Answered>;
  /** The lines that functions logged since the last call. */
  readonly takeLogs: () => string[];
  /** Injects a fault into every later outbound call. Without an argument, removes the fault. */
  readonly befall: (fault?: Runtime['outbound']) => void;
  /** The folder of the stand-ins' data. */
  readonly dataDir: string;
  /** For inserting records. */
  readonly testContext: TestContext;
  /** All items of the table, one text each. */
  readonly everything: () => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

/** The number of log lines kept when the test does not read them, to limit the memory of half a million requests. */
const LINES_KEPT = 10_000;

/** A key set that accepts the test's tokens and those of the stand-in. */
const joined = (...keySets: readonly string[]): string =>
  JSON.stringify({ keys: keySets.flatMap((keySet) => JSON.parse(keySet).keys) });

async function openWorld(): Promise<AttackWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleet-attack-'));
  const cloud = await startCloud({ dataDir, seed: true });
  const found = { ...process.env };
  const env = (key: Parameters<typeof readEnvironment>[1]): string => readEnvironment(found, key);
  const [staff, drivers] = await Promise.all([
    testPool(env('STAFF_USER_POOL_ID'), { client_id: env('STAFF_CLIENT_ID') }),
    testPool(env('DRIVERS_USER_POOL_ID'), { client_id: env('DRIVERS_CLIENT_ID') }),
  ]);
  const pools = { staff, drivers };
  const clientIds = { staff: env('STAFF_CLIENT_ID'), drivers: env('DRIVERS_CLIENT_ID') };
  const environment = {
    ...found,
    STAFF_JWKS: joined(staff.keySet, env('STAFF_JWKS')),
    DRIVERS_JWKS: joined(drivers.keySet, env('DRIVERS_JWKS')),
  };
  let calls: OutboundCall[] = [];
  let logs: string[] = [];
  const unharmed: Runtime['outbound'] = (_call, send) => send();
  let fault = unharmed;
  const whole: Runtime = {
    ...liveRuntime(),
    environment,
    log: (line) => void logs.push(line),
    outbound: (call, send) => {
      calls.push(call);
      return fault(call, send);
    },
  };
  const runtime = broken(whole);
  const handlers = new Map<Operation, HttpHandler>();
  const handlerOf = (operation: Operation): HttpHandler => {
    const made = handlers.get(operation) ?? makeHandler(operation, runtime);
    handlers.set(operation, made);
    return made;
  };
  const table = clientAt(found.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  return {
    url: cloud.url,
    pools,
    tokenOf: (pool, claims) => pools[pool].accessToken({ client_id: clientIds[pool], ...claims }),
    send: async (operation, { sourceIp = '192.0.2.1', ...request }) => {
      const event = httpEvent(operation.route, request);
      event.requestContext.http.sourceIp = sourceIp;
      calls = [];
      if (logs.length > LINES_KEPT) logs = [];
      const startedAt = performance.now();
      const answer = await handlerOf(operation)(event, lambdaContext());
      return {
        status: answer.statusCode ?? 0,
        text: (answer.body ?? '').replaceAll(REQUEST_ID, ''),
        headers: { ...answer.headers },
        calls,
        milliseconds: performance.now() - startedAt,
      };
    },
    takeLogs: () => {
      const taken = logs;
      logs = [];
      return taken;
    },
    befall: (other = unharmed) => {
      fault = other;
    },
    dataDir,
    testContext: makeTestContext({ environment: found }),
    everything: async () => {
      const items: string[] = [];
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await table.send(
          new ScanCommand({ TableName: env('TABLE_NAME'), ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
        );
        items.push(...(page.Items ?? []).map((item) => JSON.stringify(item, sorted)));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return items.sort();
    },
    stop: async () => {
      table.destroy();
      await cloud.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Opens a world for one use and closes it. */
export async function inWorld<T>(use: (world: AttackWorld) => Promise<T>): Promise<T> {
  const world = await openWorld();
  try {
    return await use(world);
  } finally {
    await world.stop();
  }
}
