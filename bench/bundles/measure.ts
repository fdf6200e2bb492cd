import { relative, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundleFunctions } from '../../lib/bundle';
import type { Bundles } from '../results';
import { READ_A_TRIP } from '../starts/stage';
import { loadedUndici } from './loaded';
import { PARTS } from './parts';
import { brokenRules } from './rules';

const ROOT = resolve(__dirname, '../..');

/**
 * Bundles every function with the stack's build settings, and measures size, parts and broken rules. The short form
 * calls only one function for each set of parts.
 */
export async function measureBundles(outdir: string, { isShort = false } = {}): Promise<Bundles> {
  const { metafile } = await bundleFunctions(outdir, { metafile: true });
  if (metafile === undefined) throw new Error('esbuild wrote no metafile.');
  const sizes: Bundles['sizes'] = {};
  const broken: string[] = [];
  for (const [file, { bytes, inputs }] of outputsOf(metafile, outdir)) {
    sizes[file] = { bytes, parts: PARTS.filter(({ shows }) => inputs.some((input) => shows.test(input))).map(nameOf) };
    broken.push(...brokenRules(file, inputs));
  }
  broken.push(...(await loadedUndici(outdir, isShort ? oneOfEachKind(sizes) : Object.keys(sizes))));
  return { sizes, broken };
}

/** One function for each set of parts, because the parts determine the loaded modules. */
function oneOfEachKind(sizes: Bundles['sizes']): string[] {
  const byKind = new Map(Object.entries(sizes).map(([file, { parts }]) => [parts.join(), file]));
  return [...byKind.values(), READ_A_TRIP];
}

const nameOf = ({ name }: { readonly name: string }): string => name;

type Output = readonly [string, { readonly bytes: number; readonly inputs: readonly string[] }];

/**
 * Each bundle with the inputs that contribute bytes to it: that of a function by its file, and what it loads later by the name of the module below
 * that file.
 */
function outputsOf({ outputs }: Metafile, outdir: string): Output[] {
  return Object.entries(outputs).map(([path, { bytes, inputs }]) => {
    const held = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    const file = relative(outdir, resolve(ROOT, path)).replaceAll('\\', '/');
    return [file.replace(/(\/index)?\.cjs$/, ''), { bytes, inputs: held.map(([input]) => input) }];
  });
}
