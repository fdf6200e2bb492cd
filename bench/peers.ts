import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'peers');

/**
 * Installs the peers' packages into their own folder with their own lock file, so that the product does not depend on
 * them.
 */
export function installPeers(): void {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
}
