import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A local server of `npm start`, in a process of its own, with an empty data folder. */
export interface Server {
  readonly url: string;
  /** The addresses of the stand-ins by the name of their environment variable. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Moves the server's clock forward. */
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const START_MS = 120_000;

/** Starts the server of the tree at `root`. The environment replaces variables that the local cloud has set. */
export async function startServer(root: string, environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleet-attacks-'));
  const lever = join(__dirname, 'lever.cjs');
  const args = ['--require', lever, join(root, 'local', 'start.mjs'), '--port', '0', '--no-seed', '--data', dataDir];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await addressOf(child);
    const ask = asking(child);
    const endpoints = await ask({ environment });
    return { url, endpoints, advance: async (advance) => void (await ask({ advance })), stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

/** The address on the first screen. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The server did not start: ${said}`)), START_MS);
    const read = (chunk: Buffer): void => {
      said += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (url === undefined || !said.includes('--fresh')) return;
      clearTimeout(late);
      resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

interface Order {
  readonly advance?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Sends a message to the lever in the server. Each message has a number, because several attacks send at once. */
function asking(child: ChildProcess) {
  let last = 0;
  return (order: Order): Promise<Record<string, string>> => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      const hear = (answer: { id: number; endpoints: Record<string, string> }): void => {
        if (answer.id !== id) return;
        child.off('message', hear);
        resolve(answer.endpoints);
      };
      child.on('message', hear);
      child.send({ id, ...order });
    });
  };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.on('exit', () => {
      clearTimeout(late);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
