import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

export const documentAt = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A row of a document's table that names the test of its statement: the path below test/, and the title. */
interface HeldStatement {
  /** The columns before those of the test. */
  readonly said: readonly string[];
  readonly file: string;
  readonly title: string;
}

/** The rows of all tables whose last two columns are `Tests in` and `Title`. */
export function heldStatements(document: string): HeldStatement[] {
  return document.split(/\n(?!\|)/).flatMap((block) => {
    const [head = '', , ...lines] = block.split('\n').filter((line) => line.startsWith('|'));
    if (!head.endsWith('| Tests in | Title |')) return [];
    return lines.map((line) => {
      const cells = line.slice(2, -2).split(' | ');
      return { said: cells.slice(0, -2), file: cells.at(-2) ?? '', title: cells.at(-1) ?? '' };
    });
  });
}

/** The source of a test file, by its path below test/ with or without `.test`. */
export function testSource(file: string): string {
  const [found] = [`test/${file}.test.ts`, `test/${file}.ts`].filter((path) => existsSync(join(ROOT, path)));
  if (found === undefined) throw new Error(`There is no test/${file}.test.ts.`);
  return documentAt(found);
}

/** Files of the repository that a document names, in backquotes or in its text. */
export const namedFiles = (document: string): string[] => [
  ...new Set(
    [...document.matchAll(/\b(?:docs|functions|lib|scripts|shared|test)\/[\w/-]+\.\w+(?:\.ts)?/g)].map(
      ([path]) => path,
    ),
  ),
];

export const isThere = (path: string): boolean => existsSync(join(ROOT, path));
