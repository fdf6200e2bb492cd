import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOfTable, sourceDate, TABLES } from './phpcfdi';
import type { Row } from './row';

/** The extracts of a folder. */
export interface Extracts {
  /** Throws an error if the folder does not have the extract. */
  readonly rows: (name: string) => readonly Row[];
  readonly has: (name: string) => boolean;
  /** The day that the folder states, YYYY-MM-DD. */
  readonly date: string | undefined;
}

/**
 * Reads the extracts of `folder`: `NAME.tsv`, tab-separated with a header line, or the tables of
 * phpcfdi/resources-sat-catalogs as its folder `database` has them. An extract is read once.
 */
export function extractsOf(folder: string): Extracts {
  const read = new Map<string, readonly Row[]>();
  return {
    date: sourceDate(folder),
    has: (name) => existsSync(join(folder, `${name}.tsv`)) || TABLES[name] !== undefined,
    rows: (name) => {
      const rows = read.get(name) ?? rowsOf(folder, name);
      read.set(name, rows);
      return rows;
    },
  };
}

function rowsOf(folder: string, name: string): Row[] {
  const file = join(folder, `${name}.tsv`);
  if (existsSync(file)) return tabSeparated(readFileSync(file, 'utf8'));
  const rows = rowsOfTable(folder, name);
  if (rows === undefined) throw new Error(`${folder} has no ${name}.tsv. Add that extract to the folder.`);
  return rows;
}

function tabSeparated(text: string): Row[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const values = line.split('\t');
    return (column) => values[columns.indexOf(column)] ?? '';
  });
}

export const keysOf = (rows: readonly Row[]): string[] => rows.map((row) => row('key'));
