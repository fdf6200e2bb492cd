import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { RULES } from './rules';

const ROOT = join(__dirname, '..', '..', '..');
const MODULES = new Map(Object.entries(RULES).map(([module, names]) => [resolve(ROOT, module), names]));
const NAMESPACE = 'replaced';

/**
 * Bundles each module with rules so that the other modules get a rule through a function, which asks for a weak one first. A
 * module calls its own functions as before.
 */
export const replaceRules: Plugin = {
  name: 'replace-rules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, namespace }) => {
      const module = resolve(resolveDir, path);
      if (namespace === NAMESPACE || !MODULES.has(module)) return undefined;
      return { path: module, namespace: NAMESPACE };
    });
    onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: [
        `export * from ${JSON.stringify(path)};`,
        `import * as strong from ${JSON.stringify(path)};`,
        `import { active } from ${JSON.stringify(join(__dirname, 'active-rules'))};`,
        ...(MODULES.get(path) ?? []).map(
          (name) =>
            `export const ${name} = (...given) => (active.rules.${name}?.(strong.${name}) ?? strong.${name})(...given);`,
        ),
      ].join('\n'),
      resolveDir: ROOT,
      loader: 'ts',
    }));
  },
};
