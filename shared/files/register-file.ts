import { auditStep } from '../audit/audit';
import { AppError, ERRORS, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, RecordsChanged, type StillThere, stillThereSteps } from '../platform/table/deletions';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { getItem, getItems } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { create, type Step } from '../platform/table/steps';
import { endsLike, looksLike } from './content-types';
import { FileRecord, isSameFile, MAXIMUM_FILE_BYTES, type Registration, type Upload, waitingKey } from './file';
import {
  fileIndexes,
  fileKey,
  type ObjectHolder,
  objectHolderKey,
  type UploadGrant,
  uploadGrantKey,
} from './file-keys';
import { entityKeysOf, type FileActor, foreignEntity } from './file-owners';
import { checkKey, KeyChanged, keepKeyStep } from './held-keys';
import { recordsOfFile } from './record-of-file';
import type { Publication, StoredObject, StoredVersion } from './stored-object';
import { giveBackStep } from './upload-caps';
import { checkGranted, endGrantStep, isValidGrant, notGranted } from './upload-grants';

/** The object storage calls that a registration needs. */
export interface ObjectStorage {
  readonly look: (waiting: StoredObject) => Promise<Upload | undefined>;
  /** Copies the checked version to its own key, and returns the id of the copy's version. Undefined when it is gone. */
  readonly publish: (publication: Publication) => Promise<string | undefined>;
  /** Deletes a version permanently. */
  readonly discard: (version: StoredVersion) => Promise<void>;
}

/** A file with that fileId exists, from this call or another one. */
class AlreadyRegistered extends Error {
  constructor(readonly file: FileRecord) {
    super('A file with that fileId exists.');
  }
}

/** The storage, and the condition that the entity of the file is still there. */
interface Registering extends ObjectStorage {
  readonly stillThere: StillThere;
}

/** A planned registration, with the versions that exist while it is not yet certain. */
interface Plan extends Creation<FileRecord> {
  readonly waiting: StoredVersion;
}

/**
 * Registers the caller's upload as a file of the team: checks the waiting object, copies exactly that version to the
 * key, writes the record in one transaction, and deletes the waiting object. A repeated call with the same `fileId` and
 * data returns the same record. An interrupted call leaves a copy that no record names; the same request copies again.
 */
export const registerFile = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    tableKeys: ['CALLER#', 'OBJECT#', 'TEAM#', 'UPLOAD#', 'UPLOAD_COUNT#'],
  },
  (context) =>
    async (
      actor: FileActor,
      sent: Registration,
      once: Once | undefined,
      storage: ObjectStorage,
    ): Promise<FileRecord> => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await namingRecords(context, (stillThere) =>
            registerOnce(context, actor, sent, once, { ...storage, stillThere }),
          );
        } catch (failure) {
          if (failure instanceof AlreadyRegistered) return sameFile(failure.file, sent);
          if (!(failure instanceof KeyChanged)) throw failure;
          await backOff(context, tries, failure);
        }
      }
    },
);

function sameFile(file: FileRecord, sent: Registration): FileRecord {
  if (isSameFile(file, sent)) return file;
  throw validationError('fileId', {
    en: 'Another file of this team has this fileId. Send a new UUID.',
    es: 'Otro archivo de esta empresa tiene este fileId. Envíe un UUID nuevo.',
  });
}

/** Registers once, and deletes the copy when the table says for certain that no record names it. */
async function registerOnce(
  context: Context,
  actor: FileActor,
  sent: Registration,
  once: Once | undefined,
  storage: Registering,
): Promise<FileRecord> {
  let plan: Plan | undefined;
  const discardCopy = async (registered: FileRecord | undefined) => {
    if (plan && plan.result.versionId !== registered?.versionId) await storage.discard(plan.result);
  };
  try {
    const file = await createOnce(context, once, FileRecord, async () => {
      plan = await planFile(context, actor, sent, storage);
      return plan;
    });
    // The Idempotency-Key may have answered the file of a concurrent request.
    await discardCopy(file);
    if (plan) await storage.discard(plan.waiting);
    return file;
  } catch (failure) {
    if (isRefused(failure)) await discardCopy(failure instanceof AlreadyRegistered ? failure.file : undefined);
    throw failure;
  }
}

/** The transaction was refused by a condition. After any other failure it may have been written. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof AlreadyRegistered ||
  failure instanceof KeyChanged ||
  failure instanceof RecordsChanged ||
  (failure instanceof AppError && ERRORS[failure.code].status < 500);

async function planFile(context: Context, actor: FileActor, sent: Registration, storage: Registering): Promise<Plan> {
  const { teamId } = actor;
  const { entityType, entityId, fileId, key, fileName, stopId } = sent;
  const { grant, holder, named } = await readGrant(context, actor, sent);
  const { bucket, contentType, sha256 } = grant;
  const { size, etag, ...upload } = await checkedUpload(context, actor, sent, grant, storage);
  const waiting = { ...waitingOf(teamId, grant), versionId: upload.versionId };
  const versionId = await storage.publish({ waiting, etag, bucket, key, contentType, fileName });
  if (versionId === undefined) throw await nothingUploaded(context, teamId, fileId);
  const file: FileRecord = {
    ...{ fileId, teamId, entityType, entityId, key, bucket, contentType, fileName, size, versionId },
    uploadedBy: actor.id,
    uploadedAt: context.now().toISOString(),
    ...(sha256 !== undefined && { sha256 }),
    ...(stopId !== undefined && { stopId }),
  };
  const steps = [
    create(fileKey(teamId, fileId), file, alreadyRegistered, fileIndexes(file)),
    endGrantStep(context, actor, key, grant),
    keepKeyStep(context, holder, file),
    giveBackStep(teamId, grant, size),
    ...stillThereSteps(teamId, storage.stillThere, named),
    ...auditSteps(context, actor, file, holder),
  ];
  return { result: file, steps, waiting };
}

/** Reads the caller's grant and the holder of the key, and checks that the caller may register this file with them. */
async function readGrant(context: Context, actor: FileActor, sent: Registration) {
  const { teamId, id } = actor;
  const entityKeys = entityKeysOf(actor, sent);
  const [grant, holder, ...entities] = await getItems(context, [
    uploadGrantKey(teamId, sent.key, id),
    objectHolderKey(sent.key),
    ...entityKeys,
  ]);
  if (!isValidGrant(context, grant)) await refuseRegistered(context, teamId, sent.fileId);
  if (entityKeys.length > 0 && entities.every((entity) => entity === undefined)) throw foreignEntity();
  if (!isValidGrant(context, grant)) throw notGranted();
  checkGranted(grant, sent);
  checkKey(actor, holder);
  return { grant, holder, named: entityKeys.map(({ sk }) => sk) };
}

/** The entry of the new file, and one of the file that it replaces under its key. */
function auditSteps(context: Context, actor: FileActor, file: FileRecord, holder: ObjectHolder): Step[] {
  const { fileId } = file;
  const affects = recordsOfFile(file);
  const created = auditStep(context, actor, { entityType: 'FILE', entityId: fileId, action: 'CREATE', affects });
  if (holder.fileId === undefined) return [created];
  const changes = { replaced: holder.versionId, by: fileId };
  return [
    created,
    auditStep(context, actor, { entityType: 'FILE', entityId: holder.fileId, action: 'UPDATE', changes }),
  ];
}

/** A registration ends its grant, so a repeated one finds its file instead. */
async function refuseRegistered(context: Context, teamId: string, fileId: string): Promise<void> {
  const registered = await getItem(context, fileKey(teamId, fileId));
  if (registered) throw new AlreadyRegistered(registered);
}

const alreadyRegistered = (found: FileRecord | undefined): Error =>
  found ? new AlreadyRegistered(found) : new Error('A file was refused although its fileId is new.');

const waitingOf = (teamId: string, { grantId }: UploadGrant): StoredObject => ({
  bucket: 'documents',
  key: waitingKey(teamId, grantId),
});

/**
 * Checks the waiting object: it must exist, respect the size limit, and match the granted content type at its beginning
 * and at its end. A rejected version is deleted.
 */
async function checkedUpload(
  context: Context,
  { teamId }: FileActor,
  { fileId }: Registration,
  grant: UploadGrant,
  { look, discard }: ObjectStorage,
): Promise<Upload> {
  const waiting = waitingOf(teamId, grant);
  const upload = await look(waiting);
  if (upload === undefined) throw await nothingUploaded(context, teamId, fileId);
  const refusal = refusalOf(upload, grant);
  if (refusal === undefined) return upload;
  await discard({ ...waiting, versionId: upload.versionId });
  throw refusal;
}

/** The refusal without an upload. A concurrent registration of this file deleted it: then the file exists. */
async function nothingUploaded(context: Context, teamId: string, fileId: string): Promise<Error> {
  await refuseRegistered(context, teamId, fileId);
  return validationError('key', {
    en: 'The key has no uploaded file, or an empty one. Upload the file to the upload address, then register it.',
    es: 'La clave no tiene un archivo subido, o está vacío. Suba el archivo a la dirección de carga y después regístrelo.',
  });
}

/** The most bytes of a file that a driver uploads from the road. */
const MOST_OWN_BYTES = 10 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

function refusalOf({ size, contentType, head, tail, sha256 }: Upload, grant: UploadGrant): AppError | undefined {
  const most = grant.sha256 === undefined ? MAXIMUM_FILE_BYTES : MOST_OWN_BYTES;
  if (size > most)
    return validationError('size', {
      en: `The file is larger than ${most / MEGABYTE} MB. Upload a smaller file.`,
      es: `El archivo pesa más de ${most / MEGABYTE} MB. Suba uno más pequeño.`,
    });
  if (grant.sha256 !== sha256)
    return validationError('sha256', {
      en: 'The uploaded bytes do not have the SHA-256 that was announced. Upload the file again.',
      es: 'Los bytes subidos no tienen el SHA-256 que se anunció. Suba el archivo otra vez.',
    });
  if (contentType !== grant.contentType || !looksLike(contentType, head) || !endsLike(contentType, tail)) {
    return validationError('contentType', {
      en: `The uploaded file is not ${grant.contentType}. Upload a file of that type.`,
      es: `El archivo subido no es ${grant.contentType}. Suba un archivo de ese tipo.`,
    });
  }
  return undefined;
}
