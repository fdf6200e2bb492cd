import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../../local/root';

const ROOT = projectRoot();

/** A run of `npm start` in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** The address from the first screen. Throws the output when the process ended before. */
  readonly url: () => Promise<string>;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Sends SIGINT to the whole process group, as Ctrl-C does. Windows sends it within a console alone: there the process is killed. */
  readonly interrupt: () => Promise<number | NodeJS.Signals>;
}

const running = new Set<ServerProcess>();

/** Starts a server; `root` is another copy of the project. All its processes end with the test. */
export function startServer(
  args: readonly string[],
  options: { root?: string; nodeArgs?: readonly string[]; environment?: Readonly<Record<string, string>> } = {},
): ServerProcess {
  const { root = ROOT, nodeArgs = [], environment = {} } = options;
  const child = spawn(process.execPath, [...nodeArgs, join(root, 'local', 'start.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => {
    said.stderr += chunk;
  });
  const ended = new Promise<number | NodeJS.Signals>((settle) => {
    child.on('close', (code, signal) => settle(code ?? signal ?? -1));
  });
  const url = new Promise<string>((settle, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said.stdout += chunk;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.stdout) ?? [];
      if (address && said.stdout.includes('--fresh')) settle(address);
    });
    ended.then((code) => reject(new Error(`The server ended with ${code}: ${said.stderr}`)));
  });
  url.catch(() => {});
  const server: ServerProcess = {
    child,
    url: () => url,
    output: () => said,
    ended,
    interrupt: () => {
      if (process.platform === 'win32') child.kill();
      else process.kill(-(child.pid ?? 0), 'SIGINT');
      return ended;
    },
  };
  running.add(server);
  ended.then(() => running.delete(server));
  return server;
}

export async function endServers(): Promise<void> {
  for (const server of running) {
    server.child.kill('SIGKILL');
    await server.ended;
  }
}
