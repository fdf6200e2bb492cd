import { readFile } from 'node:fs/promises';
import type { Loader, Plugin } from 'esbuild';

/** Lets a bundle leave out what a function does not use, where esbuild by itself must fear that making it does something. */
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
 * `const Name = call(…);` or `const Name = { … };` at the beginning of a line, as the formatter writes it: on one line, or to the first
 * line that is not indented.
 */
const CONSTANT =
  /^((?:export )?const \w+(?:: [^=\n]+)? = )((?:(?:new )?[\w.]+(?:<.*>)?\(|\{)(?:.*|.*\n(?:(?:[ \t].*)?\n)*\S.*));$/gm;

/**
 * Makes every schema, capability and other value of ours droppable, with all that it is made from. Nothing of ours happens at import (a test
 * holds it), so an unused value need not be made. Without it every function carries the schemas of all nouns that its own refer to: 30 kB.
 */
export const withDroppableConstants = (source: string): string =>
  source.replace(CONSTANT, (_, name, value) => `${name}/* @__PURE__ */ (() => (${value}))();`);

/**
 * Lets esbuild drop the shapes of S3's commands that nobody uses. They write the names of their traits as computed keys, which might do
 * something when they are read, so that all of them are kept: 54 kB in each function that knows a bucket. Writes `{ [_h]: … }` as
 * `{ "http": … }` where the file says `const _h = "http";`.
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
 * Leaves out the errors that only calls about whole tables, their indexes, backups and copies answer: 6 kB. Should one come all the same, the
 * SDK throws its general exception under the same name.
 */
const withoutErrorsOfTables = (source: string): string => source.replace(ERRORS_OF_TABLES, '');

/** Leaves out SHA-256 in JavaScript, for a Node that was built without crypto: 3 kB. */
const withNativeSha256 = (source: string): string =>
  source.replace('hasNativeCrypto ? buildNativeClass() : Sha256Js', 'buildNativeClass()');
