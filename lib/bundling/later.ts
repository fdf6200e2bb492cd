import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';

/**
 * Makes a bundle of its own of each module of ours that another one imports by `import()`, beside the bundle of the function: only a call that
 * needs it loads it. Inside the bundle it would be read at each start, and esbuild would keep the constants that nothing reads (docs/decisions/0104).
 */
export async function buildWithLaterParts(options: BuildOptions): Promise<BuildResult> {
  const { absWorkingDir = '', outdir = '', plugins = [] } = options;
  const found = new Map<string, string>();
  const built = await build({ ...options, metafile: true, plugins: [laterParts(found), ...plugins] });
  const entryPoints = Object.entries(built.metafile.outputs).flatMap(([output, { imports }]) => {
    const folder = relative(resolve(absWorkingDir, outdir), resolve(absWorkingDir, dirname(output)));
    return imports.flatMap(({ path }) => {
      const module = found.get(path);
      return module === undefined ? [] : [{ in: module, out: join(folder, basename(path, EXTENSION)) }];
    });
  });
  if (entryPoints.length === 0) return built;
  const parts = await build({ ...options, entryPoints, metafile: true });
  return {
    ...built,
    ...(built.outputFiles && { outputFiles: [...built.outputFiles, ...(parts.outputFiles ?? [])] }),
    metafile: {
      inputs: { ...built.metafile.inputs, ...parts.metafile.inputs },
      outputs: { ...built.metafile.outputs, ...parts.metafile.outputs },
    },
  };
}

const EXTENSION = '.cjs';

/** Leaves these imports to the run, and notes the module of each. */
const laterParts = (found: Map<string, string>): Plugin => ({
  name: 'later-parts',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import' || /node_modules/.test(resolveDir)) return undefined;
      const file = `./${basename(path)}${EXTENSION}`;
      found.set(file, `${join(resolveDir, path)}.ts`);
      return { path: file, external: true };
    });
  },
});
