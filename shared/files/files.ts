import { auditStep, type TeamActor } from '../audit/audit';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { readPage, recordsAt, type Source } from '../platform/table/lists';
import { getItems, queryIndex } from '../platform/table/read';
import { create, deleteItem, unexpectedConflict } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Page } from '../platform/values/pages';
import { looksLike } from './content-types';
import {
  entityIdIn,
  FileRecord,
  type FileRegistration,
  filedEntity,
  isSameFile,
  MAXIMUM_FILE_BYTES,
  type Upload,
} from './file';
import {
  fileIdOf,
  fileIndexes,
  fileKey,
  filesOfEntity,
  filesOfTeam,
  objectHolderKey,
  objectVersionKey,
} from './file-keys';
import { filedEntityKey, foreignEntity } from './file-owners';
import { type Grant, grantFor, keepKeyStep } from './upload-grants';

/** The object storage calls that a registration needs. */
export interface ObjectStorage {
  readonly look: (grant: Grant) => Promise<Upload | undefined>;
  /** Deletes a version permanently. */
  readonly discard: (version: Grant & { readonly versionId: string }) => Promise<void>;
}

/** A file with that fileId exists, from this call or another one. */
class AlreadyRegistered extends Error {
  constructor(readonly file: FileRecord) {
    super('A file with that fileId exists.');
  }
}

/**
 * Registers the current version of an uploaded object as a file of the team. Later uploads to the same key do not
 * change it. A repeated call with the same `fileId` and data returns the same record. A version belongs to at most one
 * file, so that deleting one file cannot remove the content of another. The object is checked before anything is
 * written, and all writes form one transaction.
 */
export const registerFile = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'] },
  (context) =>
    async (
      actor: TeamActor,
      sent: FileRegistration,
      once: Once | undefined,
      storage: ObjectStorage,
    ): Promise<FileRecord> => {
      try {
        return await createOnce(context, once, FileRecord, () => planFile(context, actor, sent, storage));
      } catch (failure) {
        if (!(failure instanceof AlreadyRegistered)) throw failure;
        if (isSameFile(failure.file, sent)) return failure.file;
        throw validationError('fileId', 'Another file of this team has this fileId. Send a new UUID.');
      }
    },
);

async function planFile(
  context: Context,
  actor: TeamActor,
  sent: FileRegistration,
  storage: ObjectStorage,
): Promise<Creation<FileRecord>> {
  const { teamId } = actor;
  const entityKey = ownEntityKey(actor, sent);
  const [registered, holder, entity] = await getItems(context, [
    fileKey(teamId, sent.fileId),
    objectHolderKey(sent.key),
    entityKey,
  ]);
  if (registered) throw new AlreadyRegistered(registered);
  if (entityKey && entity === undefined) throw foreignEntity();
  const grant = grantFor(context, actor, sent, holder);
  const { size, versionId } = await checkedUpload(grant, storage);
  const { entityType, entityId, fileId, fileName } = sent;
  const file: FileRecord = {
    ...{ fileId, teamId, entityType, entityId, ...grant, fileName, size, versionId },
    uploadedBy: actor.id,
    uploadedAt: context.now().toISOString(),
  };
  const isTaken = () =>
    validationError('key', 'This upload is already registered as another file. Upload the file again.');
  return {
    result: file,
    steps: [
      create(fileKey(teamId, fileId), file, alreadyRegistered, fileIndexes(file)),
      create(objectVersionKey(grant.key, versionId), { fileId }, isTaken),
      keepKeyStep(context, actor, grant),
      auditStep(context, actor, { entityType: 'FILE', entityId: fileId, action: 'CREATE' }),
    ],
  };
}

const alreadyRegistered = (found: FileRecord | undefined): Error =>
  found ? new AlreadyRegistered(found) : new Error('A file was refused although its fileId is new.');

/**
 * Checks that the file's entity is the one in the object key and, for a known `entityType`, returns the key of its
 * record.
 */
function ownEntityKey(actor: TeamActor, { key, entityType, entityId }: FileRegistration) {
  if ((entityIdIn(key) ?? entityId) !== entityId) throw foreignEntity();
  const kind = filedEntity(entityType);
  return kind && filedEntityKey(actor, kind, entityId);
}

/**
 * Checks the uploaded object: it must exist, respect the size limit, and match the granted content type. A rejected
 * version is deleted.
 */
async function checkedUpload(grant: Grant, { look, discard }: ObjectStorage): Promise<Upload> {
  const upload = await look(grant);
  if (upload === undefined) {
    throw validationError(
      'key',
      'The key has no uploaded file, or an empty one. Upload the file to the upload address, then register it.',
    );
  }
  const refusal = refusalOf(upload, grant);
  if (refusal === undefined) return upload;
  await discard({ ...grant, versionId: upload.versionId });
  throw refusal;
}

function refusalOf({ size, contentType, head }: Upload, grant: Grant): AppError | undefined {
  if (size > MAXIMUM_FILE_BYTES)
    return validationError('size', 'The file is larger than 25 MB. Upload a smaller file.');
  if (contentType !== grant.contentType || !looksLike(contentType, head)) {
    return validationError('contentType', `The uploaded file is not ${grant.contentType}. Upload a file of that type.`);
  }
  return undefined;
}

export interface FileFilter {
  readonly entityType?: string | undefined;
  readonly entityId?: string | undefined;
}

/**
 * A team's files, the newest first. An index serves `entityId`. With `entityType`, a page examines at most 1,000 files.
 */
export const listFiles = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    (teamId: string, { entityType, entityId }: FileFilter, page: Page) => {
      const keep = (file: FileRecord) => file.entityType === entityType;
      const source: Source<FileRecord> = {
        identity: [filesOfTeam(teamId).gsi1pk, entityType, entityId],
        keep: entityType === undefined ? undefined : keep,
        next: async (after, limit) => {
          const positions = await (entityId === undefined
            ? queryIndex(context, 'gsi1', filesOfTeam(teamId).gsi1pk, { limit, after })
            : queryIndex(context, 'gsi2', filesOfEntity(teamId, entityId).gsi2pk, { limit, after }));
          return recordsAt(context, positions, (position) => fileKey(teamId, fileIdOf(position)));
        },
      };
      return readPage(source, page);
    },
);

/** Deletes a file's record after its object was deleted. The team keeps the key. */
export const removeFile = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, { fileId, key, versionId }: FileRecord): Promise<void> => {
      await transact(context, [
        deleteItem(fileKey(actor.teamId, fileId), {}, () => new AppError('NOT_FOUND')),
        deleteItem(objectVersionKey(key, versionId), {}, unexpectedConflict('The version of a file')),
        auditStep(context, actor, { entityType: 'FILE', entityId: fileId, action: 'DELETE' }),
      ]);
    },
);
