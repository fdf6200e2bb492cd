import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';
import { droppable } from './bundling/droppable';

const ROOT = resolve(__dirname, '..');

const substitute = (file: string): string => join(ROOT, 'lib', 'bundling', 'substitutes', `${file}.ts`);

/** What of the SDK can never run in a function of ours, and what is bundled in its place: each says why. */
const SUBSTITUTES = {
  '@aws-sdk/credential-provider-node': substitute('credential-provider'),
  '@aws-sdk/endpoint-cache': substitute('endpoint-cache'),
  '@smithy/core/event-streams': substitute('event-streams'),
};

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
    plugins: [functionEntries, droppable, versionsAlone],
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

/** Of its own package.json a client of the SDK reads the version; the rest would be 2 kB of each client. */
const versionsAlone: Plugin = {
  name: 'versions-alone',
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
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
