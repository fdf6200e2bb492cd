// Bundles the recorder, because Middy cannot be required, and runs it.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(fileURLToPath(import.meta.url), '..', '..', '..');
const outfile = join(root, 'node_modules', '.cache', 'examples', 'record.cjs');
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

await build({
  entryPoints: [join(root, 'scenarios', 'record', 'record.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
await import(pathToFileURL(outfile));
