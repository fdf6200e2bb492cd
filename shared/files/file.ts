import * as v from 'valibot';
import { BucketName } from '../platform/storage/buckets';
import { Instant, Integer, Line, Uuid, Whole } from '../platform/values/fields';
import { said } from '../platform/values/text';
import { CONTENT_TYPES } from './content-types';

/** The lifetime of an upload address, fixed by the interface. */
export const UPLOAD_SECONDS = 300;

/** How long a grant is valid, and how long a granted key without a file stays reserved for its team. */
export const GRANT_SECONDS = 60 * 60;

/**
 * The lifecycle of the documents bucket deletes an upload that was not registered within this time. A front end
 * registers within a minute.
 */
export const WAITING_DAYS = 1;

export const MAXIMUM_FILE_BYTES = 25 * 1024 * 1024;

/** Uploads wait below this prefix of the documents bucket until they are registered. No address reads them. */
export const WAITING_PREFIX = 'uploads/';

/** The object key under which the upload of a grant waits. */
export const waitingKey = (teamId: string, grantId: string): string => `${WAITING_PREFIX}${teamId}/${grantId}`;

/** The kind of record that an `entityId` names. `caller` is the requesting user, `member` any member of the team. */
export type FiledEntity = 'team' | 'driver' | 'vehicle' | 'client' | 'trip' | 'caller' | 'member';

/** The interface's folders and the kind of record that owns their files. */
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
  imports: 'team',
  trips: 'trip',
} as const satisfies Record<string, FiledEntity>;
export type Folder = keyof typeof FOLDERS;

/**
 * The bucket of an upload. Without an explicit bucket, `-files` folders and those that are always private go to documents, the
 * others to assets: a driving licence must not be public by default.
 */
export const bucketOf = (folder: Folder, bucket: BucketName | undefined): BucketName =>
  bucket ?? (folder.endsWith('-files') || isPrivate(folder) ? 'documents' : 'assets');

/** Files of these folders are never public: rows of an import, and what drivers show of a delivery. */
export const isPrivate = (folder: Folder): boolean => folder === 'imports' || folder === 'trips';

/** Characters that disguise a name: direction marks and invisible line separators. */
const DECEIVING = /[\p{Bidi_Control}\u2028\u2029]/u;
const MAXIMUM_NAME_BYTES = 255;

/**
 * A file's name. It is the last part of the object key, so it contains no slash. It contains no invisible marks that
 * change how it is displayed.
 */
export const FileName = v.pipe(
  Line(MAXIMUM_NAME_BYTES, 1),
  v.check(
    (name) => Buffer.byteLength(name) <= MAXIMUM_NAME_BYTES,
    said({ en: 'Send at most 255 bytes.', es: 'Envíe como máximo 255 bytes.' }),
  ),
  v.check(
    (name) => !/[/\\]/.test(name),
    said({ en: 'Remove the slashes from the file name.', es: 'Quite las diagonales del nombre del archivo.' }),
  ),
  v.check(
    (name) => name !== '.' && !name.includes('..'),
    said({ en: 'Remove the ".." from the file name.', es: 'Quite el «..» del nombre del archivo.' }),
  ),
  v.check(
    (name) => !DECEIVING.test(name),
    said({
      en: 'Remove the invisible direction and line marks from the file name.',
      es: 'Quite las marcas invisibles de dirección y de línea del nombre del archivo.',
    }),
  ),
);

const SentType = v.picklist(CONTENT_TYPES);

/** Body of POST /dms/upload-url. */
export const UploadRequest = v.object({
  teamId: Uuid,
  /** The kind of file. It decides the bucket and which record `entityId` names. */
  folder: v.picklist(Object.keys(FOLDERS) as readonly Folder[]),
  entityId: v.optional(Uuid),
  /**
   * At most 255 bytes, without slashes.
   * @example licencia-federal.pdf
   */
  fileName: FileName,
  /** The media type of the file. The upload must send the same. */
  contentType: SentType,
  /** assets is public, documents is private. Absent: the folder decides. */
  bucket: v.optional(BucketName),
  /** The upload address then accepts exactly this number of bytes. */
  size: v.optional(Integer(1, MAXIMUM_FILE_BYTES)),
});
export type UploadRequest = v.InferOutput<typeof UploadRequest>;

/**
 * The object key of an upload. The interface fixes its form. A file of an import stands below its team: two teams import
 * files of the same name.
 */
export function keyOf({
  folder,
  entityId,
  fileName,
  teamId,
}: Pick<UploadRequest, 'folder' | 'entityId' | 'fileName' | 'teamId'>): string {
  const owner = entityId ?? (folder === 'imports' ? teamId : undefined);
  return [folder, ...(owner === undefined ? [] : [owner]), fileName].join('/');
}

/** The entity's id in a key that {@link keyOf} built. */
export const entityIdIn = (key: string): string | undefined => {
  const [, entityId, fileName] = key.split('/');
  return fileName === undefined ? undefined : entityId;
};

/** Encodes a key for an address: each part is percent-encoded, the slashes stay. */
export const encodedKey = (key: string): string =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');

/** S3 limits keys to 1,024 bytes. */
const Key = v.pipe(
  Line(1024, 1),
  v.check(
    (key) => Buffer.byteLength(key) <= 1024,
    said({ en: 'Send at most 1,024 bytes.', es: 'Envíe como máximo 1,024 bytes.' }),
  ),
);

/** Body of POST /dms/files. `size` is ignored: the stored size is read from the object. */
export const FileRegistration = v.object({
  teamId: Uuid,
  entityType: Line(50, 1),
  entityId: Uuid,
  /** A UUID that the client makes. A second registration with it is refused. */
  fileId: Uuid,
  /** The `key` that POST /dms/upload-url answered. */
  key: Key,
  /** assets is public, documents is private. Absent: the folder in the key decides. */
  bucket: v.optional(BucketName),
  /**
   * The name that people see.
   * @example licencia-federal.pdf
   */
  fileName: FileName,
  /** The media type of the file. */
  contentType: SentType,
  /** Ignored: the service reads the size from the object. */
  size: v.optional(Integer(0, Number.MAX_SAFE_INTEGER)),
});
export type FileRegistration = v.InferOutput<typeof FileRegistration>;

const FileFields = {
  /** Identifies the record. The client made it. */
  fileId: Uuid,
  teamId: Uuid,
  entityType: v.string(),
  entityId: Uuid,
  /** The key of the object in its bucket. */
  key: v.string(),
  /** assets is public, documents is private. */
  bucket: BucketName,
  /** The name that people see. */
  fileName: v.string(),
  /** The media type of the object. */
  contentType: v.string(),
  /** Bytes, read from the object. */
  size: Whole,
  /** The person who registered the file, by the identifier of the account. */
  uploadedBy: Uuid,
  /** The instant, in UTC, of the registration. */
  uploadedAt: Instant,
};

/** A stored file. It names one version of its object, which a later upload cannot change. */
export const FileRecord = v.object({
  ...FileFields,
  /** The version of the object that was registered. A later upload under the same key does not change the file. */
  versionId: v.string(),
  /** The SHA-256 of the bytes in hexadecimal digits. Only of an upload whose address was signed for it. */
  sha256: v.optional(v.string()),
  /** The stop of the trip that a driver's upload belongs to. Absent: not said. */
  stopId: v.optional(Uuid),
});
export type FileRecord = v.InferOutput<typeof FileRecord>;

/** A file in the interface's answers. */
export const File = v.object({
  ...FileFields,
  /** In `assets` the public address; in `documents` one that is valid for 900 seconds. */
  url: v.string(),
});
export type File = v.InferOutput<typeof File>;

/** The fields that must be equal in a repeated registration. */
const COMPARED = ['entityType', 'entityId', 'key', 'fileName', 'contentType', 'stopId'] as const;

/** A registration by a member, or by a driver, who can name a stop. */
export type Registration = FileRegistration & Pick<FileRecord, 'stopId'>;

export const isSameFile = (file: FileRecord, sent: Registration): boolean =>
  COMPARED.every((field) => file[field] === sent[field]) && (sent.bucket === undefined || sent.bucket === file.bucket);

const FILED_TYPES: Readonly<Record<string, FiledEntity>> = {
  team: 'team',
  driver: 'driver',
  vehicle: 'vehicle',
  client: 'client',
  user: 'member',
};

/**
 * The kind of record that an `entityType` such as `DRIVER` or `drivers` names. Undefined for the front end's own types.
 */
export const filedEntity = (entityType: string): FiledEntity | undefined =>
  Object.entries(FILED_TYPES).find(([name]) => name === nounOf(entityType))?.[1];

/** The noun in the singular that the text of an `entityType` contains. */
export const nounOf = (entityType: string): string => entityType.trim().toLowerCase().replace(/s$/, '');

/** The uploaded object, read at registration. */
export interface Upload {
  readonly size: number;
  readonly contentType: string;
  readonly versionId: string;
  readonly etag: string;
  /** The SHA-256 in hexadecimal digits. Absent when the upload was not signed for it. */
  readonly sha256?: string | undefined;
  /** The first bytes, {@link EDGE_BYTES} unless the file is shorter. */
  readonly head: Uint8Array;
  /** The last bytes, {@link EDGE_BYTES} unless the file is shorter. */
  readonly tail: Uint8Array;
}
