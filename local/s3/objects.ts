import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openJournal } from '../journal';
import { replaceFile } from '../replace-file';
import { S3Error } from './error';

/** The headers that an object keeps and answers, in addition to its type. */
export interface KeptHeaders {
  readonly cacheControl?: string | undefined;
  readonly contentDisposition?: string | undefined;
  /** In base64. Only of an upload that named it. */
  readonly sha256?: string | undefined;
}

/** One version of an object. A delete marker has no body. */
export interface Version extends KeptHeaders {
  readonly id: string;
  readonly at: string;
  readonly isDeleteMarker: boolean;
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
}

/** A version and its key. */
interface ListedVersion extends Version {
  readonly key: string;
}

export interface PutRequest extends KeptHeaders {
  readonly bucket: string;
  readonly key: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** The buckets on disk: a journal lists the versions, and each version's body is in a file of its own. */
export interface Objects {
  readonly put: (request: PutRequest, now: Date) => Promise<Version>;
  /** Finds the newest version, or the version with that id. Throws S3's error when it does not exist. */
  readonly find: (bucket: string, key: string, versionId?: string) => Version;
  /** All versions of the keys with the prefix, ordered by key, newest first. */
  readonly list: (bucket: string, prefix: string) => readonly ListedVersion[];
  readonly bodyOf: (version: Version) => Buffer;
  /** Deletes one version for good. Without an id, adds a delete marker that hides all versions. */
  readonly remove: (bucket: string, key: string, versionId: string | undefined, now: Date) => void;
  readonly close: () => void;
}

/** The folder of the bodies, in the data folder. */
export const OBJECTS_FOLDER = 'objects';

/**
 * Versions of a key, oldest first. A body is complete in its file before the journal names it. The start deletes files that the journal
 * does not name, which a kill may leave.
 */
export function openObjects(dataDir: string): Objects {
  const folder = join(dataDir, OBJECTS_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const journal = openJournal<readonly Version[]>(join(dataDir, 'objects.jsonl'));
  sweep(folder, new Set([...journal.entries()].flatMap(([, versions]) => versions.map(({ id }) => id))));
  const versionsOf = (bucket: string, key: string) => journal.get(nameOf(bucket, key)) ?? [];
  const add = (bucket: string, key: string, version: Version) =>
    journal.set(nameOf(bucket, key), [...versionsOf(bucket, key), version]);

  return {
    put: async ({ bucket, key, body, contentType, cacheControl, contentDisposition, sha256 }, now) => {
      const kept = { contentType, cacheControl, contentDisposition, sha256 };
      const version = { ...newVersion(now), ...kept, size: body.length, etag: `"${md5(body)}"` };
      const file = join(folder, version.id);
      await writeFile(`${file}.new`, body, { mode: 0o600 });
      replaceFile(`${file}.new`, file);
      add(bucket, key, version);
      return version;
    },
    find: (bucket, key, versionId) => {
      const versions = versionsOf(bucket, key);
      const found = versionId === undefined ? versions.at(-1) : versions.find(({ id }) => id === versionId);
      if (found && !found.isDeleteMarker) return found;
      throw versionId === undefined
        ? new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
        : new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.');
    },
    list: (bucket, prefix) =>
      [...journal.entries()]
        .filter(([name]) => name.startsWith(nameOf(bucket, prefix)))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, versions]) =>
          [...versions].reverse().map((one) => ({ ...one, key: name.slice(bucket.length + 1) })),
        ),
    bodyOf: ({ id }) => readFileSync(join(folder, id)),
    remove: (bucket, key, versionId, now) => {
      if (versionId === undefined) {
        add(bucket, key, { ...newVersion(now), isDeleteMarker: true, size: 0, contentType: '', etag: '' });
        return;
      }
      const left = versionsOf(bucket, key).filter(({ id }) => id !== versionId);
      if (left.length > 0) journal.set(nameOf(bucket, key), left);
      else journal.delete(nameOf(bucket, key));
      sweepOne(folder, versionId);
    },
    close: journal.close,
  };
}

const nameOf = (bucket: string, key: string): string => `${bucket}/${key}`;
const newVersion = (now: Date) => ({
  id: randomBytes(16).toString('hex'),
  at: now.toISOString(),
  isDeleteMarker: false,
});
const md5 = (body: Buffer): string => createHash('md5').update(body).digest('hex');

function sweep(folder: string, named: ReadonlySet<string>): void {
  for (const file of readdirSync(folder)) if (!named.has(file)) rmSync(join(folder, file));
}

/** The id comes from the request, so it is checked before it becomes a file name. */
function sweepOne(folder: string, id: string): void {
  if (/^[0-9a-f]{32}$/.test(id)) rmSync(join(folder, id), { force: true });
}
