import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';

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
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    alias: { '@aws-sdk/credential-provider-node': join(ROOT, 'lib', 'credential-provider.ts') },
    plugins: [functionEntries, unusedShapes, versionsAlone],
    ...options,
  });
}

/** Makes each function's entry point from its declaration: the file itself need not say how it becomes a handler. */
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

/**
 * Lets esbuild drop the shapes of S3's commands that nobody uses. They write the names of their traits as computed keys, which might do
 * something when they are read, so that all of them are kept: 54 kB in each function that knows a bucket.
 */
const unusedShapes: Plugin = {
  name: 'unused-shapes',
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk[\\/]client-s3[\\/].*[\\/]schemas_0\.js$/ }, async ({ path }) => ({
      contents: withPlainKeys(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** Writes `{ [_h]: … }` as `{ "http": … }` where the file says `const _h = "http";`. */
function withPlainKeys(source: string): string {
  const names = new Map([...source.matchAll(/^const (\w+) = ("[^"]*");$/gm)].map(([, name, text]) => [name, text]));
  return source.replace(/([{,]\s*)\[(\w+)\]:/g, (whole, before, name) =>
    names.has(name) ? `${before}${names.get(name)}:` : whole,
  );
}

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
