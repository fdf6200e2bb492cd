import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '../../../local/cloud';
import type { Watch } from '../../../local/functions';
import { makeContext, type OutboundCall, type Runtime } from '../../../shared/platform/runtime/context';
import { liveRuntime } from '../../../shared/platform/runtime/live';
import { tableClient } from '../../../shared/platform/table/client';
import { Keeper } from './state';

const NO_REQUEST = { requestId: 'bench', remaining: () => 0, meter: { calls: 0, readUnits: 0, writeUnits: 0 } };

/** The whole local cloud in this process, of which every call of a function can be watched. */
export interface Bench {
  readonly cloud: Cloud;
  readonly dataDir: string;
  readonly keeper: Keeper;
  readonly clients: Runtime['clients'];
  /** Who is told of every call of a function of the cloud from now on. */
  readonly watch: (watch: Watch) => void;
  /** Settles when no function of the cloud runs any more: mails are delivered after the answer. */
  readonly quiet: () => Promise<void>;
  /** Calls that the cloud's own functions sent out since this was last asked. */
  readonly takeCalls: () => OutboundCall[];
  readonly stop: () => Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleet-faults-'));
  const underWay = new Set<Promise<unknown>>();
  let watch: Watch = (_running, run) => run();
  let calls: OutboundCall[] = [];
  const clients: Runtime['clients'] = new Map();
  const cloud = await startCloud({
    dataDir,
    seed: true,
    runtime: {
      clients,
      outbound: (call, send) => {
        calls.push(call);
        return send();
      },
    },
    around: (running, run) => {
      const call = watch(running, run).finally(() => underWay.delete(call));
      underWay.add(call);
      return call;
    },
  });
  // The one by which the cloud's functions wrote the seed: what any of them writes is followed from now on.
  const client = makeContext({ ...liveRuntime(), clients }, NO_REQUEST, {}).client(tableClient);
  const keeper = new Keeper(client, process.env.TABLE_NAME ?? '', dataDir);
  await keeper.begin();
  return {
    cloud,
    dataDir,
    keeper,
    clients,
    watch: (other) => {
      watch = other;
    },
    quiet: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    stop: async () => {
      await cloud.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
