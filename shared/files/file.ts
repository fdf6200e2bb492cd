import * as v from 'valibot';
import { BucketName } from '../platform/storage/buckets';
import { Instant, Integer, Line, Uuid, Whole } from '../platform/values/fields';
import { CONTENT_TYPES } from './content-types';

/** A presigned address works for 300 seconds (docs/spec/interface.md §8). */
export const UPLOAD_SECONDS = 300;

/** What a granted key stands unused before anybody may have it. */
export const GRANT_SECONDS = 60 * 60;

/** An upload that is no file after a day is nobody's: a front end registers within a minute, or was closed. */
export const ABANDONED_AFTER_SECONDS = 24 * 60 * 60;

/** The registration limits the size, because a presigned PUT cannot. */
export const MAXIMUM_FILE_BYTES = 25 * 1024 * 1024;

/** Whose record an `entityId` names: `caller` is the one who asks, `member` anyone of the team. */
export type FiledEntity = 'team' | 'driver' | 'vehicle' | 'client' | 'caller' | 'member';

/** The interface's folders, and whose files they hold. */
export const FOLDERS = {
  teams: 'team',
  drivers: 'driver',
  vehicles: 'vehicle',
  clients: 'client',
  users: 'caller',
  'drivers-profile': 'driver',
  'drivers-files': 'driver',
  'vehicles-profile': 'vehicle',
  'vehicles-files': 'vehicle',
  'clients-files': 'client',
  'user-profiles': 'caller',
  'teams-files': 'team',
} as const satisfies Record<string, FiledEntity>;
export type Folder = keyof typeof FOLDERS;

/** An explicit bucket wins; else papers are documents and the rest assets: a licence must not be public by default. */
export const bucketOf = (folder: Folder, bucket: BucketName | undefined): BucketName =>
  bucket ?? (folder.endsWith('-files') ? 'documents' : 'assets');

/** Characters that make a name read as another one: marks of writing direction, and separators that no line shows. */
const DECEIVING = /[\p{Bidi_Control}\u2028\u2029]/u;
const MAXIMUM_NAME_BYTES = 255;

/** A file's name, which is the last part of its key: it must stay one part, and be what it looks like. */
export const FileName = v.pipe(
  Line(MAXIMUM_NAME_BYTES, 1),
  v.check((name) => Buffer.byteLength(name) <= MAXIMUM_NAME_BYTES, 'Send at most 255 bytes.'),
  v.check((name) => !/[/\\]/.test(name), 'Remove the slashes: a file name is no path.'),
  v.check((name) => name !== '.' && !name.includes('..'), 'Remove the "..": a file name is no path.'),
  v.check((name) => !DECEIVING.test(name), 'Remove the marks that turn the direction of writing.'),
);

const SentType = v.picklist(CONTENT_TYPES);

/** Body of POST /dms/upload-url (docs/spec/interface.md §4.3). */
export const UploadRequest = v.object({
  teamId: Uuid,
  folder: v.picklist(Object.keys(FOLDERS) as readonly Folder[]),
  entityId: v.optional(Uuid),
  fileName: FileName,
  contentType: SentType,
  bucket: v.optional(BucketName),
});
export type UploadRequest = v.InferOutput<typeof UploadRequest>;

/** The key of an upload, literally as the interface has it. */
export const keyOf = ({
  folder,
  entityId,
  fileName,
}: Pick<UploadRequest, 'folder' | 'entityId' | 'fileName'>): string =>
  [folder, ...(entityId === undefined ? [] : [entityId]), fileName].join('/');

/** The entity's identifier in a key that {@link keyOf} made. */
export const entityIdIn = (key: string): string | undefined => {
  const [, entityId, fileName] = key.split('/');
  return fileName === undefined ? undefined : entityId;
};

/** A key as the last part of an address: every part percent-encoded, and the slashes left. */
export const encodedKey = (key: string): string =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');

/** S3 takes keys of 1,024 bytes. */
const Key = v.pipe(
  Line(1024, 1),
  v.check((key) => Buffer.byteLength(key) <= 1024, 'Send at most 1,024 bytes.'),
);

/** Body of POST /dms/files (docs/spec/interface.md §4.4). `size` is not believed: the object's own is stored. */
export const FileRegistration = v.object({
  teamId: Uuid,
  entityType: Line(50, 1),
  entityId: Uuid,
  fileId: Uuid,
  key: Key,
  bucket: v.optional(BucketName),
  fileName: FileName,
  contentType: SentType,
  size: v.optional(Integer(0, Number.MAX_SAFE_INTEGER)),
});
export type FileRegistration = v.InferOutput<typeof FileRegistration>;

const FileFields = {
  fileId: Uuid,
  teamId: Uuid,
  entityType: v.string(),
  entityId: Uuid,
  key: v.string(),
  bucket: BucketName,
  fileName: v.string(),
  contentType: v.string(),
  size: Whole,
  uploadedBy: Uuid,
  uploadedAt: Instant,
};

/** A file as it is stored: it points at one version of its object, which no later upload can change. */
export const FileRecord = v.object({ ...FileFields, versionId: v.string() });
export type FileRecord = v.InferOutput<typeof FileRecord>;

/** A file as it is answered (docs/spec/interface.md §2.10). */
export const File = v.object({ ...FileFields, url: v.string() });
export type File = v.InferOutput<typeof File>;

/** What of a registration makes it the same one when it is sent again. */
const TOLD = ['entityType', 'entityId', 'key', 'fileName', 'contentType'] as const;

export const isSameFile = (file: FileRecord, sent: FileRegistration): boolean =>
  TOLD.every((field) => file[field] === sent[field]) && (sent.bucket === undefined || sent.bucket === file.bucket);

const FILED_TYPES: Readonly<Record<string, FiledEntity>> = {
  team: 'team',
  driver: 'driver',
  vehicle: 'vehicle',
  client: 'client',
  user: 'member',
};

/** Whose record the `entityType` of a file names, where it is a word of the folders: `DRIVER`, `drivers`. Others are the front end's own. */
export const filedEntity = (entityType: string): FiledEntity | undefined =>
  Object.entries(FILED_TYPES).find(([name]) => name === entityType.trim().toLowerCase().replace(/s$/, ''))?.[1];

/** What a look at an uploaded object shows. */
export interface Upload {
  readonly size: number;
  readonly contentType: string;
  readonly versionId: string;
  /** The first bytes, at least those that tell types apart. */
  readonly head: Uint8Array;
}
