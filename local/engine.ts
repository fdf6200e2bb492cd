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
  /** Settles when the engine has ended, whoever ended it. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Credentials for stand-ins that check none; the SDK refuses to sign without any. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
export const LOCAL_REGION = 'us-east-1';

/**
 * Starts the DynamoDB engine: on the data folder's file, or in memory when there is none, which is what store tests want.
 * A `LOCAL_DYNAMODB_ENDPOINT` in the environment is used as it stands instead.
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
      throw new Problem(`The DynamoDB engine ${program} does not start. Try it by hand: ${program} serve`);
  }
}

/** Makes the table of {@link createTableInput} unless it is there; `fresh` takes away first what is there, as in an engine that is not ours. */
export async function createTable(endpoint: string, tableName: string, { fresh = false } = {}): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
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
    `There is no DynamoDB engine for ${process.platform}-${process.arch} here: put dynoxide on the PATH (cargo install dynoxide-rs), ` +
      'or run DynamoDB Local and start with LOCAL_DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
  );
}

/**
 * Ends with its parent, whatever ends that: the shell leaves a watcher behind that waits for the end of a pipe whose other end only the
 * parent holds, and then becomes the engine itself. The watcher is there before the engine is, so no kill can fall between the two.
 */
const ENGINE_WITH_WATCHER = '(read _ <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&-';

/** One try; undefined when the engine ended before it listened, as it does when another process was quicker to take the port. */
async function launch(program: string, dataDir: string | undefined): Promise<Engine | undefined> {
  const port = await freePort();
  const file = dataDir === undefined ? [] : ['--db-path', join(dataDir, 'table.db')];
  const child = spawn('sh', ['-c', ENGINE_WITH_WATCHER, 'sh', program, 'serve', '-p', String(port), ...file], {
    // A group of its own: Ctrl-C goes to the whole foreground group, and the engine must outlive the last answers.
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

/** The engine says on its error output that it listens. */
async function listens(child: ChildProcess, ended: Promise<void>): Promise<boolean> {
  const said = new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => chunk.includes('listening on') && resolve(true));
  });
  return Promise.race([said, ended.then(() => false)]);
}

const engineFile = (dataDir: string): string => join(dataDir, 'engine.json');

/** Ends an engine that a former server left behind. */
async function reapEngine(dataDir: string): Promise<void> {
  const left = notedProcess(engineFile(dataDir));
  if (left === undefined) return;
  process.kill(left.pid, 'SIGKILL');
  while (startOf(left.pid) === left.startedAt) await new Promise((resolve) => setTimeout(resolve, 5));
  forgetProcess(engineFile(dataDir));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}
