import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../local/root';

/** A DynamoDB in Rust (dynoxide), in memory: an engine that this project did not make, for comparison. */
interface RustEngine {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** The engine that `LOCAL_DYNAMODB_ENDPOINT` names, or the Rust one: both were made by others. */
export async function startReferenceEngine(): Promise<RustEngine> {
  const given = process.env.LOCAL_DYNAMODB_ENDPOINT;
  return given ? { endpoint: given, stop: async () => {} } : startRustEngine();
}

/** Throws when this machine has no program of the engine. */
export async function startRustEngine(): Promise<RustEngine> {
  const program = enginePath();
  for (let tries = 1; ; tries += 1) {
    const engine = await launch(program);
    if (engine) return engine;
    if (tries === 5)
      throw new Error(`The DynamoDB engine does not start. Run it by hand to see its error: ${program} serve`);
  }
}

function enginePath(): string {
  const packaged = join(projectRoot(), 'node_modules', '@dynoxide', 'linux-x64', 'dynoxide');
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'dynoxide'));
  const found = [packaged, ...onPath].find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `There is no dynoxide for ${process.platform}-${process.arch}: put it on the PATH (cargo install dynoxide-rs).`,
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
async function launch(program: string): Promise<RustEngine | undefined> {
  const port = await freePort();
  const child = spawn('sh', ['-c', ENGINE_WITH_WATCHER, 'sh', program, 'serve', '-p', String(port)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => {});
  if (!(await listens(child, ended))) return undefined;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    child.stdio[3]?.destroy();
  };
  return { endpoint: `http://127.0.0.1:${port}`, stop };
}

/** The engine reports on its error output that it listens. */
async function listens(child: ChildProcess, ended: Promise<void>): Promise<boolean> {
  const said = new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => chunk.includes('listening on') && resolve(true));
  });
  return Promise.race([said, ended.then(() => false)]);
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
