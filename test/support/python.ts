import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { baseEnvironment, run } from '../deploy/command';
import { step } from '../deploy/progress';

const CACHE = join(__dirname, '..', '..', 'node_modules', '.cache');

/**
 * Installs a program of Python packages with the pinned list `requirements` into an environment of its own, unless it is installed with
 * that list. Returns its path.
 */
export async function pythonProgram(requirements: string, name: string, log: string): Promise<string> {
  const venv = join(CACHE, `${basename(dirname(requirements))}-venv`);
  const stamp = join(venv, 'installed.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    await step(`installing ${wanted.trim().split('\n').join(', ')} (once)`, async () => {
      const env = { ...baseEnvironment(), PIP_DISABLE_PIP_VERSION_CHECK: '1' };
      await run({ command: 'python3', args: ['-m', 'venv', '--clear', venv], env, log });
      await run({ command: join(venv, 'bin', 'pip'), args: ['install', '--quiet', '-r', requirements], env, log });
      writeFileSync(stamp, wanted);
    });
  }
  return join(venv, 'bin', name);
}
