import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'peers');

/** Installs what the peers are built of into their own folder, by their own lock: nothing of it is the product's. */
export function installPeers(): void {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
}
