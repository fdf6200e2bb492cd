import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';
import { droppable } from './bundling/droppable';

const ROOT = resolve(__dirname, '..');

const substitute = (file: string): string => join(ROOT, 'lib', 'bundling', 'substitutes', `${file}.ts`);

/** Modules of the SDK that our functions never run, and their replacements. Each replacement states its reason. */
const SUBSTITUTES = {
  '@aws-sdk/credential-provider-node': substitute('credential-provider'),
  '@aws-sdk/endpoint-cache': substitute('endpoint-cache'),
  '@smithy/core/event-streams': substitute('event-streams'),
};

/** The functions to bundle: all operations and triggers, by their file below `functions/`. */
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
    plugins: [functionEntries, droppable, versionsAlone],
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

/** An SDK client reads only the version from its package.json. The rest would add 2 kB per client. */
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
