import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { createTableInput } from '../shared/platform/table/table-definition';
import { Problem } from './problem';
import { OBJECTS_FOLDER } from './s3/objects';

/** The version of the file format of table and stand-ins. Increase it when the code can no longer read older files. */
const JOURNAL_FORMAT = 2;

/** The format of the data: the table's definition and the version of the journals. A folder with another format cannot be read. */
const formatNow = (): string =>
  createHash('sha256')
    .update(JSON.stringify([JOURNAL_FORMAT, createTableInput('table')]))
    .digest('hex')
    .slice(0, 16);

/** A data folder that this server uses alone. */
export interface DataFolder {
  readonly release: () => void;
  /** The server answers this secret at {@link OWNER_PATH}, so that another start can tell that it is alive. */
  readonly token: string;
}

/** The route at which a server answers the secret of its data folder. */
export const OWNER_PATH = '/_local/owner';

interface TakeOptions {
  readonly fresh?: boolean | undefined;
  /** The address of this server. It listens already, so that no other server has this address. */
  readonly url: string;
}

/**
 * Takes the data folder: makes it, or empties it when `fresh` is set. Refuses a folder that another running server uses, and one that an
 * older version wrote.
 */
export async function takeDataFolder(path: string, { fresh = false, url }: TakeOptions): Promise<DataFolder> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const file = join(path, OWNER_FILE);
  const owner = ownerIn(file);
  if (owner && owner.url !== url && (await isAlive(owner))) throw inUse(path, owner.url);
  rmSync(file, { force: true });
  if (fresh) empty(path);
  checkFormat(path);
  const token = randomUUID();
  writeOwner(path, file, { url, token });
  return { token, release: () => rmSync(file, { force: true }) };
}

const OWNER_FILE = 'server.json';
const Owner = v.object({ url: v.string(), token: v.string() });
type Owner = v.InferOutput<typeof Owner>;

function ownerIn(file: string): Owner | undefined {
  try {
    return v.parse(Owner, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // No file, or one that a kill cut off: the server that wrote it did not get as far as to use the folder.
    return undefined;
  }
}

const PATIENCE_MS = 1_000;

/** Asks the address that the owner wrote. A server that starts or is busy does not answer in time: it is alive. */
async function isAlive({ url, token }: Owner): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(url + OWNER_PATH, { signal });
    return v.is(v.object({ token: v.literal(token) }), await answer.json());
  } catch {
    return signal.aborted;
  }
}

/** Fails when another start wrote the file since it was removed. */
function writeOwner(path: string, file: string, owner: Owner): void {
  try {
    writeFileSync(file, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
  } catch {
    throw inUse(path, ownerIn(file)?.url ?? 'another address');
  }
}

const inUse = (path: string, url: string): Problem =>
  new Problem(
    `The data in ${shown(path)} is in use by the server at ${url}: stop that server, or start a second one with npm start -- --port 3001 --data .local-2`,
  );

/** Deletes only the files of a server, so that a folder given by mistake keeps its other files. */
function empty(path: string): void {
  const made = readdirSync(path).filter(
    (name) => name === FORMAT_FILE || name === OBJECTS_FOLDER || /^(?:table\.db.*|.+\.jsonl(?:\.new)?)$/.test(name),
  );
  for (const name of made) rmSync(join(path, name), { recursive: true, maxRetries: 5 });
}

const FORMAT_FILE = 'format';

function checkFormat(path: string): void {
  const file = join(path, FORMAT_FILE);
  // The first version kept the table in table.db and wrote no format.
  const isNew = !existsSync(join(path, 'table.db')) && !existsSync(file);
  if (isNew) writeFileSync(file, formatNow());
  if (existsSync(file) && readFileSync(file, 'utf8') === formatNow()) return;
  throw new Problem(
    `Another version of this service wrote the data in ${shown(path)}: delete the data and start with npm start -- --fresh`,
  );
}

const shown = (path: string): string => relative(process.cwd(), path) || path;
