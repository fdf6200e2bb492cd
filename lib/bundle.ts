import { resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';
import { droppable } from './bundling/droppable';
import { packageSettings, SUBSTITUTES } from './bundling/packages';
import { s3Shapes } from './bundling/s3-shapes';

const ROOT = resolve(__dirname, '..');

/** The functions to bundle, by their file below `functions/`: all operations and triggers. */
export const functionFiles = (): string[] => [...Object.keys(OPERATIONS), ...Object.keys(TRIGGERS)].sort();

/**
 * Bundles all functions in one run, because one by one they would cost a minute: `{outdir}/{file}/index.js`, each exporting `handler`.
 * CommonJS with the SDK inside and only one credential source is the fastest cold start that was measured (docs/decisions).
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
    // The SDK imports Node's own modules late; by `import()` that would load Node's whole loader of ES modules.
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    alias: SUBSTITUTES,
    plugins: [functionEntries, droppable, packageSettings, s3Shapes],
    ...options,
  });
}

/** Makes each function's entry point from its declaration: the file itself need not say how it becomes a handler. */
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
