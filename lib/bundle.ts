import { resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';
import { droppable } from './bundling/droppable';
import { packageSettings, SUBSTITUTES } from './bundling/packages';
import { packedDocumentModule } from './bundling/packed-document';
import { s3Shapes } from './bundling/s3-shapes';

const ROOT = resolve(__dirname, '..');

/** The functions to bundle, by their file below `functions/`: all operations and triggers. */
export const functionFiles = (): string[] => [...Object.keys(OPERATIONS), ...Object.keys(TRIGGERS)].sort();

/**
 * Bundles all functions in one run, because separate runs take a minute. Writes `{outdir}/{file}/index.js`, which
 * exports `handler`. CommonJS with the SDK included and a single credential source had the fastest measured cold start
 * (docs/decisions).
 */
export async function bundleFunctions(outdir: string, options: BuildOptions = {}): Promise<BuildResult> {
  return build({
    absWorkingDir: ROOT,
    entryPoints: functionFiles().map((file) => ({ in: `function:${file}`, out: `${file}/index` })),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // The SDK imports Node's own modules lazily. With `import()` this would load Node's ES module loader.
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    alias: SUBSTITUTES,
    plugins: [functionEntries, packedDocumentModule, droppable, packageSettings, s3Shapes],
    ...options,
  });
}

/** Makes each function's entry point from its declaration, so that the declaration contains no handler. */
export const functionEntries: Plugin = {
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

const entrySource = (file: string): string =>
  file in TRIGGERS
    ? `import { trigger } from './functions/${file}';
       import { triggerLambda } from './shared/operation/define-trigger';
       export const handler = triggerLambda(trigger);`
    : `import { operation } from './functions/${file}';
       import { lambda } from './shared/operation/lambda';
       export const handler = lambda(operation);`;
