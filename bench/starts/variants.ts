import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundleFunctions, functionEntries } from '../../lib/bundle';
import { READ_A_TRIP } from './stage';

/** A build of the operation: its name, and the file that a process loads. */
export interface Variant {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

export const OURS = 'ours';
export const DEFAULT = 'default ESM bundle';

const ROOT = join(__dirname, '..', '..');

/** CommonJS packages need `require`, which ES modules lack. Guides to bundling for Lambda recommend this line. */
export const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

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
  return variant(OURS, join(outdir, 'index.js'));
}

/** The same operation with the bundler's defaults. */
export async function buildDefault(folder: string): Promise<Variant> {
  const outdir = join(folder, 'default');
  await build({
    ...byDefault,
    entryPoints: entry,
    outdir,
    plugins: [functionEntries],
    outExtension: { '.js': '.mjs' },
  });
  return variant(DEFAULT, join(outdir, 'index.mjs'));
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

export const variant = (name: string, file: string): Variant => ({ name, file, bytes: statSync(file).size });
