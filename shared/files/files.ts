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

/** What registering a file asks of the object storage. */
export interface ObjectStorage {
  readonly look: (grant: Grant) => Promise<Upload | undefined>;
  /** Deletes a version for good. */
  readonly discard: (version: Grant & { readonly versionId: string }) => Promise<void>;
}

/** The file is registered already, by this very call or by another. */
class AlreadyRegistered extends Error {
  constructor(readonly file: FileRecord) {
    super('There is a file with that fileId.');
  }
}

/**
 * Registers an uploaded object as a file of the team: the version that is there now, whatever comes later under the same key. The same
 * `fileId` and data again answer the same record; a version is one file's alone, so that the deletion of one takes nothing from another.
 * Nothing is written before the object was looked at, and then all of it at once.
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
        throw validationError('fileId', 'Another file of this team has that fileId. Send a new UUID.');
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
    validationError('key', 'That upload is registered already, as another file. Upload the file again.');
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

/** The entity of a file must be the team's, where the type says whose record it is, and the one that the key was granted for. */
function ownEntityKey(actor: TeamActor, { key, entityType, entityId }: FileRegistration) {
  if ((entityIdIn(key) ?? entityId) !== entityId) throw foreignEntity();
  const kind = filedEntity(entityType);
  return kind && filedEntityKey(actor, kind, entityId);
}

/** The upload under a grant, which must be there, small enough, and what it was said to be. What is refused is deleted. */
async function checkedUpload(grant: Grant, { look, discard }: ObjectStorage): Promise<Upload> {
  const upload = await look(grant);
  if (upload === undefined) {
    throw validationError(
      'key',
      'There is no file under that key, or an empty one. Upload it to the address, then register it.',
    );
  }
  const refusal = refusalOf(upload, grant);
  if (refusal === undefined) return upload;
  await discard({ ...grant, versionId: upload.versionId });
  throw refusal;
}

function refusalOf({ size, contentType, head }: Upload, grant: Grant): AppError | undefined {
  if (size > MAXIMUM_FILE_BYTES) return validationError('size', 'The file has more than 25 MB. Upload a smaller one.');
  if (contentType !== grant.contentType || !looksLike(contentType, head)) {
    return validationError(
      'contentType',
      `The file that was uploaded is not ${grant.contentType}. Upload one that is.`,
    );
  }
  return undefined;
}

export interface FileFilter {
  readonly entityType?: string | undefined;
  readonly entityId?: string | undefined;
}

/** Files of a team, the newest first. An index serves `entityId`; `entityType` examines at most 1,000 files a page. */
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

/** Takes a file out of the records, when its object is gone. The key stays the team's. */
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
