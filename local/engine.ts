import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { createTableInput } from '../shared/platform/table/table-definition';
import { Problem } from './problem';
import { forgetProcess, notedProcess, noteProcess, startOf } from './processes';
import { projectRoot } from './root';

/** A running DynamoDB engine. */
export interface Engine {
  readonly endpoint: string;
  /** Settles when the engine ends, also when another process ends it. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Credentials for services that check none. The SDK refuses to sign without credentials. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
export const LOCAL_REGION = 'us-east-1';

/**
 * Starts the DynamoDB engine on a file in the data folder, or in memory without one, which is faster for tests. When the environment has
 * `LOCAL_DYNAMODB_ENDPOINT`, that engine is used instead.
 */
export async function startEngine({ dataDir }: { dataDir?: string } = {}): Promise<Engine> {
  const given = process.env.LOCAL_DYNAMODB_ENDPOINT;
  if (given) return { endpoint: given, ended: new Promise(() => {}), stop: async () => {} };
  const program = enginePath();
  if (dataDir !== undefined) await reapEngine(dataDir);
  for (let tries = 1; ; tries += 1) {
    const engine = await launch(program, dataDir);
    if (engine) return engine;
    if (tries === 5)
      throw new Problem(`The DynamoDB engine does not start. Run it by hand to see its error: ${program} serve`);
  }
}

interface TableOptions {
  /** Deletes a table that the engine has from an earlier run. */
  readonly fresh?: boolean;
  /** DynamoDB Local has a separate database for each access key. */
  readonly credentials?: typeof LOCAL_CREDENTIALS;
}

/** Creates the table of {@link createTableInput} unless it exists. */
export async function createTable(
  endpoint: string,
  tableName: string,
  { fresh = false, credentials = LOCAL_CREDENTIALS }: TableOptions = {},
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials });
  try {
    if (fresh) await client.send(new DeleteTableCommand({ TableName: tableName })).catch(() => {});
    await client.send(new CreateTableCommand(createTableInput(tableName)));
  } catch (failure) {
    if (!(failure instanceof ResourceInUseException)) throw failure;
  } finally {
    client.destroy();
  }
}

function enginePath(): string {
  const packaged = join(projectRoot(), 'node_modules', '@dynoxide', 'linux-x64', 'dynoxide');
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'dynoxide'));
  const found = [packaged, ...onPath].find((path) => existsSync(path));
  if (found) return found;
  throw new Problem(
    `There is no DynamoDB engine for ${process.platform}-${process.arch}: put dynoxide on the PATH (cargo install dynoxide-rs), ` +
      'or run DynamoDB Local and start with LOCAL_DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
  );
}

/**
 * Ends the engine when its parent ends, also by a kill. The shell starts a watcher that waits for the end of a pipe whose other end only
 * the parent holds; then the shell becomes the engine. The watcher starts before the engine, so a kill between the two leaves no engine
 * behind.
 */
export const ENGINE_WITH_WATCHER = '(read _ <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&-';

/**
 * One attempt to start. Returns undefined when the engine ended before it listened, for example because another process took the port
 * first.
 */
async function launch(program: string, dataDir: string | undefined): Promise<Engine | undefined> {
  const port = await freePort();
  const file = dataDir === undefined ? [] : ['--db-path', join(dataDir, 'table.db')];
  const child = spawn('sh', ['-c', ENGINE_WITH_WATCHER, 'sh', program, 'serve', '-p', String(port), ...file], {
    // The engine gets a process group of its own. Ctrl-C reaches the whole foreground group, and the engine must still serve the last
    // requests.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => {});
  if (dataDir !== undefined && child.pid !== undefined) noteProcess(engineFile(dataDir), child.pid);
  if (!(await listens(child, ended))) return undefined;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    child.stdio[3]?.destroy();
    if (dataDir !== undefined) forgetProcess(engineFile(dataDir));
  };
  return { endpoint: `http://127.0.0.1:${port}`, ended, stop };
}

/** The engine reports on its error output that it listens. */
async function listens(child: ChildProcess, ended: Promise<void>): Promise<boolean> {
  const said = new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => chunk.includes('listening on') && resolve(true));
  });
  return Promise.race([said, ended.then(() => false)]);
}

const engineFile = (dataDir: string): string => join(dataDir, 'engine.json');

/** Ends an engine that an earlier server left running. */
async function reapEngine(dataDir: string): Promise<void> {
  const left = notedProcess(engineFile(dataDir));
  if (left === undefined) return;
  process.kill(left.pid, 'SIGKILL');
  while (startOf(left.pid) === left.startedAt) await new Promise((resolve) => setTimeout(resolve, 5));
  forgetProcess(engineFile(dataDir));
}

/** A port of this machine that no process listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}
