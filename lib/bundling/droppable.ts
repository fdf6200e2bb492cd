import { readFile } from 'node:fs/promises';
import type { Loader, Plugin } from 'esbuild';

/** Lets esbuild remove unused code that it would otherwise keep because creating it could have a side effect. */
export const droppable: Plugin = {
  name: 'droppable',
  setup({ onLoad }) {
    const rewrite = (filter: RegExp, loader: Loader, change: (source: string) => string): void =>
      onLoad({ filter }, async ({ path }) => ({ contents: change(await readFile(path, 'utf8')), loader }));
    rewrite(/[\\/](functions|shared)[\\/].*\.ts$/, 'ts', withDroppableConstants);
    rewrite(/@aws-sdk[\\/]lib-dynamodb[\\/].*Paginator\.js$/, 'js', withDroppablePaginator);
    rewrite(/@aws-sdk[\\/]client-dynamodb[\\/].*[\\/]schemas_0\.js$/, 'js', withoutErrorsOfTables);
    rewrite(/@aws-sdk[\\/]client-s3[\\/].*[\\/]schemas_0\.js$/, 'js', withPlainKeys);
    rewrite(/@smithy[\\/]core[\\/].*[\\/]Sha256Node\.js$/, 'js', withNativeSha256);
  },
};

/**
 * Matches `const Name = call(…);` or `const Name = { … };` at the start of a line, in the formatter's layout: on one
 * line, or up to the first line without indentation.
 */
const CONSTANT =
  /^((?:export )?const \w+(?:: [^=\n]+)? = )((?:(?:new )?[\w.]+(?:<.*>)?\(|\{)(?:.*|.*\n(?:(?:[ \t].*)?\n)*\S.*));$/gm;

/**
 * Makes our unused top-level constants removable, including the values that they are made from. This is safe because
 * our modules have no import-time effects (a test checks this). It saves about 30 kB per function.
 */
export const withDroppableConstants = (source: string): string =>
  source.replace(CONSTANT, (_, name, value) => `${name}/* @__PURE__ */ (() => (${value}))();`);

/**
 * Makes unused shapes of S3's commands removable. They use computed keys, which esbuild keeps because reading them
 * could have a side effect: 54 kB in each function that uses a bucket. Replaces `{ [_h]: … }` by `{ "http": … }` where
 * the file declares `const _h = "http";`.
 */
function withPlainKeys(source: string): string {
  const names = new Map([...source.matchAll(/^const (\w+) = ("[^"]*");$/gm)].map(([, name, text]) => [name, text]));
  return source.replace(/([{,]\s*)\[(\w+)\]:/g, (whole, before, name) =>
    names.has(name) ? `${before}${names.get(name)}:` : whole,
  );
}

const withDroppablePaginator = (source: string): string =>
  source.replace('= createPaginator(', '= /* @__PURE__ */ createPaginator(');

const ERRORS_OF_TABLES =
  /^n0_registry\.registerError\((?:Backup|ContinuousBackups|Export|GlobalTable|Import|Index|Invalid(?:Export|Restore)|PointInTime|Policy|Replica[AN]|Table)\w*\$, \w+\);$/gm;

/**
 * Removes the errors of calls on whole tables, indexes, backups and copies: 6 kB. If one occurs anyway, the SDK throws
 * its general exception with the same name.
 */
const withoutErrorsOfTables = (source: string): string => source.replace(ERRORS_OF_TABLES, '');

/** Removes the JavaScript SHA-256, which only a Node without crypto needs: 3 kB. */
const withNativeSha256 = (source: string): string =>
  source.replace('hasNativeCrypto ? buildNativeClass() : Sha256Js', 'buildNativeClass()');
