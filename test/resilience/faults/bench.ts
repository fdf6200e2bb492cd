import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '../../../local/cloud';
import type { Watch } from '../../../local/functions';
import { makeContext, type OutboundCall, type Runtime } from '../../../shared/platform/runtime/context';
import { liveRuntime } from '../../../shared/platform/runtime/live';
import { tableClient } from '../../../shared/platform/table/client';
import { attachBreak } from '../attack/breaks';
import { Keeper } from './state';

const NO_REQUEST = { requestId: 'bench', remaining: () => 0, meter: { calls: 0, readUnits: 0, writeUnits: 0 } };

/** The whole local cloud in this process. A test can observe every call of a function. */
export interface Bench {
  readonly cloud: Cloud;
  readonly dataDir: string;
  readonly keeper: Keeper;
  readonly clients: Runtime['clients'];
  /** Sets the observer of every later call of a function. */
  readonly watch: (watch: Watch) => void;
  /** Settles when no function of the cloud runs and no mail waits. Mails are delivered after the answer. */
  readonly quiet: () => Promise<void>;
  /** The outbound calls of the cloud's own functions since the last call. */
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
  // The client with which the cloud's functions wrote the seed. Its writes are recorded from now on.
  const client = makeContext({ ...liveRuntime(), clients }, NO_REQUEST, {}).client(tableClient);
  attachBreak(client);
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
      do {
        await Promise.allSettled(underWay);
        // The queue passes one batch after the other: between two of them no function runs.
        await fetch(`${cloud.url}/_local/outbox?to=none`);
      } while (underWay.size > 0);
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
