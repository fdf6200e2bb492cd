import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { tailOf } from './progress';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. The command inherits no other variable. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: string;
  /** The working directory; by default the caller's. */
  readonly cwd?: string | undefined;
}

/** Runs a command to its end and writes its output to a log. A failure carries the end of the log. */
export async function run({ command, args, env, log, cwd }: Command): Promise<void> {
  const output = openSync(log, 'a');
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      spawn(command, args, { env, cwd, stdio: ['ignore', output, output] })
        .on('error', reject)
        .on('close', resolve);
    });
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${tailOf(log, 150)}`);
  } finally {
    closeSync(output);
  }
}

/** The variables of the caller's environment that find programs and a package registry. */
export function baseEnvironment(): Record<string, string> {
  const kept = [
    'PATH',
    'HOME',
    'LANG',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
  ];
  const pip = Object.keys(process.env).filter((name) => name.startsWith('PIP_') || name.startsWith('SSL_'));
  return Object.fromEntries(
    [...kept, ...pip].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}
