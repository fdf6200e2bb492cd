import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { baseEnvironment } from './command';
import { tailOf } from './progress';

export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';
/** The emulator's credentials for the account's root. */
export const ROOT_CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };

export interface Emulator {
  readonly endpoint: string;
  readonly log: string;
  stop(): Promise<void>;
}

/** The variables by which an AWS client reaches the emulator as the account's root. */
export const clientEnvironment = (endpoint: string): Record<string, string> => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: ROOT_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: ROOT_CREDENTIALS.secretAccessKey,
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_EC2_METADATA_DISABLED: 'true',
});

/**
 * Starts the emulator (emulator.py) on a free port with this Python; it writes all its files below `directory`. It enforces the functions' roles, and refuses a sign-in
 * whose trigger fails, as AWS does. Functions run on the Node of this process, with `variables` beside their own.
 */
export async function startEmulator(
  python: string,
  directory: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Emulator> {
  const port = await freePort();
  const log = join(directory, 'emulator.log');
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const base = baseEnvironment();
  const output = openSync(log, 'a');
  const child = spawn(python, [join(__dirname, 'emulator.py')], {
    cwd: directory,
    // A process group of its own, so that the functions it starts end with it.
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      ...variables,
      PATH: `${dirname(process.execPath)}:${base.PATH ?? ''}`,
      HOME: directory,
      TMPDIR: temporary,
      STATE_DIR: join(directory, 'state'),
      S3_DATA_DIR: join(directory, 's3'),
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      AUTH: 'true',
      // Lambda's runtime has the SDK, which the functions of the infrastructure import.
      NODE_PATH: join(__dirname, '..', '..', 'node_modules'),
      MINISTACK_COGNITO_PRETOKEN_STRICT: '1',
      // Every function is called here and keeps a process. They end after a short time, because a small machine cannot hold all of them.
      LAMBDA_WARM_TTL_SECONDS: '20',
    },
  });
  const emulator = { endpoint: `http://127.0.0.1:${port}`, log, stop: () => stop(child) };
  await untilReady(emulator, child);
  return emulator;
}

async function untilReady({ endpoint, log, stop }: Emulator, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  await stop();
  throw new Error(`The emulator did not come up:\n${tailOf(log)}`);
}

async function stop(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(-pid, signal);
    } catch {
      return; // The whole group has ended.
    }
    await sleep(1000);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
