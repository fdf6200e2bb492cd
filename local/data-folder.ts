import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createTableInput } from '../shared/platform/table/table-definition';
import { Problem } from './problem';
import { forgetProcess, notedProcess, noteProcess } from './processes';
import { OBJECTS_FOLDER } from './s3/objects';

/** Counts the ways in which the stand-ins have kept their state; one more when older journals can no longer be read. */
const JOURNAL_FORMAT = 1;

/** What older data must equal to be read: the table's shape, and the journals' format. */
const formatNow = (): string =>
  createHash('sha256')
    .update(JSON.stringify([JOURNAL_FORMAT, createTableInput('table')]))
    .digest('hex')
    .slice(0, 16);

/**
 * Takes the data folder: makes it, or empties it when `fresh`. Refuses one that another living server uses and one that an older version
 * wrote. Answers what gives the folder back.
 */
export function takeDataFolder(path: string, { fresh = false }: { fresh?: boolean } = {}): () => void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const owner = join(path, 'server.json');
  const other = notedProcess(owner);
  if (other) {
    throw new Problem(
      `The data in ${shown(path)} is in use by a server that runs already (process ${other.pid}): stop it, or start beside it with npm start -- --port 3001 --data .local-2`,
    );
  }
  if (fresh) empty(path);
  checkFormat(path);
  noteProcess(owner, process.pid);
  return () => forgetProcess(owner);
}

/** Only what a server made: a folder given by mistake keeps what else is in it. */
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
    `The data in ${shown(path)} was made by another version of this service: start empty with npm start -- --fresh`,
  );
}

const shown = (path: string): string => relative(process.cwd(), path) || path;
