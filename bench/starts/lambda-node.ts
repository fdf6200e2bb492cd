import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The major version is that of the functions (lib/operation-function.ts). */
export const VERSION = '24.21.0';
const NAME = `node-${process.platform}-${process.arch}`;
const FOLDER = join(__dirname, '..', '..', 'node_modules', '.cache', `node-${VERSION}`);

/** The program of Node in the functions' version. It is installed once into a folder of its own. */
export function lambdaNode(): string {
  const program = join(FOLDER, 'node_modules', NAME, 'bin', 'node');
  if (!existsSync(program)) {
    mkdirSync(FOLDER, { recursive: true });
    const args = ['install', `${NAME}@${VERSION}`, '--no-save', '--no-audit', '--no-fund', '--prefix', FOLDER];
    execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit' });
  }
  return program;
}
