import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createTableInput } from '../shared/platform/table/table-definition';
import { Problem } from './problem';
import { forgetProcess, notedProcess, noteProcess } from './processes';
import { OBJECTS_FOLDER } from './s3/objects';

/** The version of the stand-ins' file format. Increase it when the code can no longer read older journals. */
const JOURNAL_FORMAT = 1;

/** The format of the data: the table's definition and the version of the journals. A folder with another format cannot be read. */
const formatNow = (): string =>
  createHash('sha256')
    .update(JSON.stringify([JOURNAL_FORMAT, createTableInput('table')]))
    .digest('hex')
    .slice(0, 16);

/**
 * Takes the data folder: makes it, or empties it when `fresh` is set. Refuses a folder that another running server uses, and one that an
 * older version wrote. Returns a function that releases the folder.
 */
export function takeDataFolder(path: string, { fresh = false }: { fresh?: boolean } = {}): () => void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const owner = join(path, 'server.json');
  const other = notedProcess(owner);
  if (other) {
    throw new Problem(
      `The data in ${shown(path)} is in use by another server (process ${other.pid}): stop that server, or start a second one with npm start -- --port 3001 --data .local-2`,
    );
  }
  if (fresh) empty(path);
  checkFormat(path);
  noteProcess(owner, process.pid);
  return () => forgetProcess(owner);
}

/** Deletes only the files of a server, so that a folder given by mistake keeps its other files. */
function empty(path: string): void {
  const made = readdirSync(path).filter(
    (name) => name === FORMAT_FILE || name === OBJECTS_FOLDER || /^(?:table\.db.*|.+\.jsonl(?:\.new)?)$/.test(name),
  );
  for (const name of made) rmSync(join(path, name), { recursive: true });
}

const FORMAT_FILE = 'format';

function checkFormat(path: string): void {
  const file = join(path, FORMAT_FILE);
  const isNew = !existsSync(join(path, 'table.db')) && !existsSync(file);
  if (isNew) writeFileSync(file, formatNow());
  if (existsSync(file) && readFileSync(file, 'utf8') === formatNow()) return;
  throw new Problem(
    `Another version of this service wrote the data in ${shown(path)}: delete the data and start with npm start -- --fresh`,
  );
}

const shown = (path: string): string => relative(process.cwd(), path) || path;
