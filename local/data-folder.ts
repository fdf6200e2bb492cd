import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { createTableInput } from '../shared/platform/table/table-definition';
import { Problem } from './problem';
import { replaceFile } from './replace-file';
import { OBJECTS_FOLDER } from './s3/objects';
import { shellWord } from './shell-word';

/** The version of the file format of table and stand-ins. Increase it when the code can no longer read older files. */
const JOURNAL_FORMAT = 2;

/** The format of the data: the table's definition and the version of the journals. A folder with another format cannot be read. */
const formatNow = (): string =>
  createHash('sha256')
    .update(JSON.stringify([JOURNAL_FORMAT, createTableInput('table')]))
    .digest('hex')
    .slice(0, 16);

/** A data folder that this server uses alone. */
interface DataFolder {
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
  /** Told where the data of another version are now. */
  readonly warn?: (line: string) => void;
}

/**
 * Takes the data folder: makes it, or empties it when `fresh` is set. Refuses a folder that another running server uses, and one that cannot be
 * written. Data that another version wrote are moved to a folder beside it, because this version cannot read them.
 */
export async function takeDataFolder(
  path: string,
  { fresh = false, url, warn = () => {} }: TakeOptions,
): Promise<DataFolder> {
  makeFolder(path);
  const file = join(path, OWNER_FILE);
  const owner = ownerIn(file);
  if (owner && owner.url !== url && (await isAlive(owner))) throw inUse(path, owner.url);
  rmSync(file, { force: true });
  if (fresh) empty(path);
  if (isOfAnotherVersion(path)) warn(setAside(path));
  writeFileSync(join(path, FORMAT_FILE), formatNow());
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

/** The address of the running server that uses the folder. */
export async function runningServer(path: string): Promise<string | undefined> {
  const owner = ownerIn(join(path, OWNER_FILE));
  return owner && (await isAlive(owner)) ? owner.url : undefined;
}

/** Fails when another start wrote the file since it was removed. */
function writeOwner(path: string, file: string, owner: Owner): void {
  try {
    writeFileSync(file, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
  } catch {
    throw inUse(path, ownerIn(file)?.url ?? 'another address');
  }
}

function inUse(path: string, url: string): Problem {
  const another = shellWord(`${shown(path)}-2`);
  return new Problem(
    `The data in ${shown(path)} is in use by the server at ${url}: stop that server, or repeat the command with --port 0 --data ${another}`,
  );
}

/** Why a folder cannot be used, by the code of the operating system. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of it is a file',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOENT: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links lead in a circle',
  EINVAL: 'the system allows no such name',
};

/** Below a file Windows answers ENOENT, as for a drive that it does not have, and other systems answer ENOTDIR. */
const reasonOf = (path: string, code: string): string =>
  UNUSABLE[code === 'ENOENT' && isBelowFile(path) ? 'ENOTDIR' : code] ?? `the system answers ${code}`;

function isBelowFile(path: string): boolean {
  const above = dirname(path);
  return above !== path && (statSync(above, { throwIfNoEntry: false })?.isFile() || isBelowFile(above));
}

const codeOf = (failure: unknown): string => String(Object(failure).code ?? '');

/**
 * Makes the folder and those above it, each alone: below a folder that takes none, such as /proc, `mkdirSync` with `recursive` never
 * returns.
 */
function makeFolders(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (failure) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw failure;
  }
}

/** Makes the folder, and writes a file into it, because a folder can exist and not be writable. */
function makeFolder(path: string): void {
  const trial = join(path, `trial-${randomUUID()}`);
  try {
    makeFolders(path);
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (failure) {
    throw codeOf(failure) === '' ? failure : unusable(path, codeOf(failure));
  }
}

const unusable = (path: string, code: string): Problem =>
  new Problem(
    `The data folder ${shown(path)} cannot be used, because ${reasonOf(path, code)}: choose another one, for example npm start -- --data ${shellWord(otherThan(path))}`,
  );

/** The sentence for a failure of a start in the folder that is the disk's: an empty file can be written to a full one. */
export const problemOfDisk = (path: string, failure: unknown): unknown =>
  codeOf(failure) === 'ENOSPC' ? unusable(path, 'ENOSPC') : failure;

/** Another place for the data. The folder of the repository can be read-only as a whole, so after `.local` it is one of the person. */
const otherThan = (path: string): string =>
  resolve(path) === resolve('.local') ? join(homedir(), 'fleet-data') : '.local';

/** The journals of the table and of the stand-ins, and how far the clock was moved. */
const WRITTEN =
  /^(?:(?:.+\.table|.+-queue|cognito-.+|facturapi-.+|objects|outbox|secrets)\.jsonl|clock\.json)(?:\.new)?$/;

/** The files and folders of a server alone, so that a folder given by mistake keeps its other files. */
const madeIn = (path: string): string[] =>
  readdirSync(path).filter(
    (name) => name === FORMAT_FILE || name === OBJECTS_FOLDER || /^table\.db/.test(name) || WRITTEN.test(name),
  );

/** True for a folder in which a server left data. */
export function hasData(path: string): boolean {
  try {
    return statSync(path).isDirectory() && madeIn(path).length > 0;
  } catch {
    // No such folder, or none that can be read: the start itself says why.
    return false;
  }
}

function empty(path: string): void {
  for (const name of madeIn(path)) rmSync(join(path, name), { recursive: true, maxRetries: 5 });
}

const FORMAT_FILE = 'format';

/** The first version kept the table in table.db and wrote no format. */
function isOfAnotherVersion(path: string): boolean {
  const file = join(path, FORMAT_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') !== formatNow() : existsSync(join(path, 'table.db'));
}

/** Moves the data to the first free folder `<path>.old-1`, `<path>.old-2` …; says so in a sentence. */
function setAside(path: string): string {
  let number = 1;
  while (existsSync(`${path}.old-${number}`)) number += 1;
  const aside = `${path}.old-${number}`;
  try {
    mkdirSync(aside, { mode: 0o700 });
    for (const name of madeIn(path)) replaceFile(join(path, name), join(aside, name));
  } catch (failure) {
    throw new Problem(
      `Another version of this service wrote the data in ${shown(path)}, and they cannot be moved to ${shown(aside)} (${codeOf(failure)}): move them yourself, or repeat the command with --fresh, which deletes them`,
    );
  }
  return `Another version of this service wrote the data in ${shown(path)}. They are in ${shown(aside)} now, and this start begins with new data.`;
}

/** Relative for a folder below the present one. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
