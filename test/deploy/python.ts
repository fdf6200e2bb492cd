import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnvironment, run } from './command';
import { step } from './progress';

const REQUIREMENTS = join(__dirname, 'requirements.txt');
const VENV = join(__dirname, '..', '..', 'node_modules', '.cache', 'deploy-venv');
const STAMP = join(VENV, 'installed.txt');

/** Answers where a program of the Python packages lies; the first time, or when their list changed, they are installed. */
export async function pythonProgram(name: 'ministack' | 'cfn-lint', log: string): Promise<string> {
  const wanted = readFileSync(REQUIREMENTS, 'utf8');
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
    await step('installing the emulator and the linter (once)', async () => {
      const env = { ...baseEnvironment(), PIP_DISABLE_PIP_VERSION_CHECK: '1' };
      await run({ command: 'python3', args: ['-m', 'venv', '--clear', VENV], env, log });
      await run({ command: join(VENV, 'bin', 'pip'), args: ['install', '--quiet', '-r', REQUIREMENTS], env, log });
      writeFileSync(STAMP, wanted);
    });
  }
  return join(VENV, 'bin', name);
}
