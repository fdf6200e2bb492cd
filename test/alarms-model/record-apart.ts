import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Recordings } from './recordings';

const ROOT = join(__dirname, '..', '..');

/** Records in a process of its own, from a bundle, because Middy cannot be required. */
export async function recordApart(): Promise<Recordings> {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.alarms-'));
  try {
    const [worker, answer] = [join(folder, 'worker.cjs'), join(folder, 'recordings.json')];
    await build({
      entryPoints: [join(__dirname, 'record-worker.ts')],
      outfile: worker,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      mainFields: ['module', 'main'],
      logLevel: 'error',
    });
    const env = { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', NODE_NO_WARNINGS: '1' };
    const { status } = spawnSync(process.execPath, [worker, answer], { stdio: ['ignore', 'inherit', 'inherit'], env });
    if (status !== 0) throw new Error('The handlers could not be recorded.');
    return JSON.parse(readFileSync(answer, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
