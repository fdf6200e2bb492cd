import { resolve } from 'node:path';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';
import { CONNECTS } from './bundling/connects';
import { droppable } from './bundling/droppable';
import { endpoints } from './bundling/endpoints';
import { buildWithLaterParts } from './bundling/later';
import { packageSettings, SUBSTITUTES } from './bundling/packages';
import { packedDocumentModule } from './bundling/packed-document';
import { s3Shapes } from './bundling/s3-shapes';
import { tableErrors } from './bundling/table-errors';

const ROOT = resolve(__dirname, '..');

/** The functions to bundle, by their file below `functions/`: all operations and triggers. */
export const functionFiles = (): string[] => [...Object.keys(OPERATIONS), ...Object.keys(TRIGGERS)].sort();

/**
 * Bundles all functions in one run, because separate runs take a minute. Writes `{outdir}/{file}/index.cjs`, which
 * exports `handler` and perhaps `ready`, and beside it what the function loads later. CommonJS with the SDK included and a single credential
 * source had the fastest measured cold start (docs/decisions/0035).
 */
export async function bundleFunctions(outdir: string, options: BuildOptions = {}): Promise<BuildResult> {
  return buildWithLaterParts({
    absWorkingDir: ROOT,
    entryPoints: functionFiles().map((file) => ({ in: `function:${file}`, out: `${file}/index` })),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // The SDK imports Node's own modules lazily. With `import()` this would load Node's ES module loader.
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    alias: SUBSTITUTES,
    plugins: [functionEntries, packedDocumentModule, droppable, endpoints, packageSettings, s3Shapes, tableErrors],
    ...options,
  });
}

/** Makes each function's entry point from its declaration, so that the declaration contains no handler. */
const functionEntries: Plugin = {
  name: 'function-entries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^function:/ }, ({ path }) => ({
      namespace: 'function',
      path: path.slice('function:'.length),
    }));
    onLoad({ filter: /.*/, namespace: 'function' }, ({ path }) => ({
      contents: entrySource(path),
      resolveDir: ROOT,
      loader: 'ts',
    }));
  },
};

/** The entry of a trigger has no rehearsal: no client waits for its first call. */
function entrySource(file: string): string {
  const operation = OPERATIONS[file];
  if (operation === undefined) {
    return `import { trigger } from './functions/${file}';
       import { triggerLambda } from './shared/operation/define-trigger';
       export const handler = triggerLambda(trigger);`;
  }
  const connects = CONNECTS.filter(({ isNeeded }) => isNeeded(operation));
  return `import { operation } from './functions/${file}';
       import { rehearsed } from './shared/operation/rehearsed';
       ${connects.map(({ name, from }) => `import { ${name} } from '${from}';`).join('\n')}
       export const { handler, ready } = rehearsed(operation, [${connects.map(({ name }) => name).join()}]);`;
}
