import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathsBelow } from '../support/source-files';
import { documentAt, isThere } from './named-tests';

/** Comments cite documents of this repository only, by their path. */
const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['bench', 'bin', 'functions', 'lib', 'local', 'scripts', 'shared', 'test'];

const files = FOLDERS.flatMap(pathsBelow).filter(
  (file) => /\.(ts|js|mjs|cjs|py)$/.test(file) && !file.includes('node_modules'),
);
const decisions = readdirSync(join(ROOT, 'docs', 'decisions')).map((file) => file.slice(0, 4));

/** What a comment line cites: a path below docs/, a decision by its number, or the name of a document without its path. */
const CITATION = /docs\/decisions\/(\d{4})|(docs\/[\w/-]+\.md)|(?<=[\s(])(\w+\.md) §/g;

const citations = files.flatMap((file) =>
  documentAt(file)
    .split('\n')
    .filter((line) => /^\s*(\/\/|\/?\*|#)/.test(line))
    .flatMap((line) =>
      [...line.matchAll(CITATION)].map(([, decision, path, name]) => ({ file, decision, path, name })),
    ),
);

test('every document that a comment cites is there', () => {
  const missing = citations.filter(({ decision, path, name }) => {
    if (decision !== undefined) return !decisions.includes(decision);
    return name !== undefined || !isThere(path ?? '');
  });
  expect(citations.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
