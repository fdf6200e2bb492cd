import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundleFunctions } from '../../lib/bundle';
import { writeStart } from '../../lib/bundling/start';
import { READ_A_TRIP } from './stage';

/** A build of the operation: its name, and the file that a process loads. */
export interface Variant {
  readonly name: string;
  readonly file: string;
  /** The file with the code, which differs from `file` where a module in front of it awaits the rehearsal. */
  readonly bundle: string;
  readonly bytes: number;
}

export const OURS = 'ours';
export const DEFAULT = 'default ESM bundle';

const ROOT = join(__dirname, '..', '..');

/** CommonJS packages need `require`, which ES modules lack. Guides to bundling for Lambda recommend this line. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** The settings that guides to Lambda recommend for an ES module, without our substitutes and annotations. */
const byDefault: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
  banner: { js: REQUIRE },
  logLevel: 'error',
};

const entry = [{ in: `function:${READ_A_TRIP}`, out: 'index' }];

/** Our bundle, with the stack's build settings. */
export async function buildOurs(folder: string): Promise<Variant> {
  const outdir = join(folder, 'ours');
  await bundleFunctions(outdir, { entryPoints: entry });
  return variant(OURS, writeStart(outdir), join(outdir, 'index.cjs'));
}

/** The handler is made on the first call, as a guide's example does. */
const DEFAULT_ENTRY = `import { operation } from './functions/${READ_A_TRIP}';
  import { makeHandler } from './shared/operation/lambda';
  import { liveRuntime } from './shared/platform/runtime/live';
  let made;
  export const handler = (event, context) => (made ??= makeHandler(operation, liveRuntime()))(event, context);`;

/** The same operation with the bundler's defaults, and without a rehearsal. */
export async function buildDefault(folder: string): Promise<Variant> {
  const outfile = join(folder, 'default', 'index.mjs');
  await build({ ...byDefault, stdin: { contents: DEFAULT_ENTRY, resolveDir: ROOT, loader: 'js' }, outfile });
  return variant(DEFAULT, outfile);
}

/** An alternative in `bench/peers`, bundled as its own guide recommends: one minified CommonJS file. */
export async function buildPeer(folder: string, name: string, file: string): Promise<Variant> {
  const outfile = join(folder, file, 'index.js');
  const nodePaths = [join(ROOT, 'bench', 'peers', 'node_modules')];
  await build({
    ...byDefault,
    format: 'cjs',
    banner: {},
    nodePaths,
    entryPoints: [join(ROOT, 'bench', 'peers', `${file}.mjs`)],
    outfile,
  });
  return variant(name, outfile);
}

const variant = (name: string, file: string, bundle = file): Variant => ({
  name,
  file,
  bundle,
  bytes: statSync(bundle).size,
});
