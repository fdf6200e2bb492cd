import type { TeamActor } from '../audit/audit';
import { type Upload, waitingKey } from '../files/file';
import { type UploadGrant, uploadGrantKey } from '../files/file-keys';
import type { Publication, StoredObject } from '../files/stored-object';
import { isValidGrant, notGranted } from '../files/upload-grants';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { spendHourlyOfTeam } from '../platform/table/quota';
import { getItems } from '../platform/table/read';
import { create, unexpectedConflict } from '../platform/table/steps';
import { readCsv } from './csv-file';
import {
  dueIndexes,
  IMPORT_DAYS,
  ImportRecord,
  type ImportRequest,
  importKey,
  MOST_IMPORT_BYTES,
  runningImportKey,
  sourceKeyOf,
} from './import';
import { columnsFor, KIND_RULES } from './kinds';

/** The object storage calls that the start of an import needs. */
interface ImportStorage {
  readonly look: (waiting: StoredObject) => Promise<Upload | undefined>;
  /** Copies the checked version. Undefined when it is gone. */
  readonly publish: (publication: Publication) => Promise<string | undefined>;
  readonly read: (job: Pick<ImportRecord, 'teamId' | 'id'>) => Promise<Uint8Array>;
}

const MOST_AN_HOUR = 10;
const TOO_MANY = {
  en: `A team starts at most ${MOST_AN_HOUR} imports an hour. Wait, and send this one again.`,
  es: `Una empresa inicia como máximo ${MOST_AN_HOUR} importaciones por hora. Espere y envíe esta de nuevo.`,
};
const NO_UPLOAD = {
  en: 'The key has no uploaded file, or an empty one. Upload the file to the upload address first.',
  es: 'La clave no tiene un archivo subido, o está vacío. Primero suba el archivo a la dirección de carga.',
};

/**
 * Starts an import of the caller's upload: copies the checked version to the place of the import, reads only the copy, and writes the import
 * as the one of the team that has not ended. Throws FORBIDDEN without a grant of this caller and team, IMPORT_RUNNING while another import
 * runs, TOO_MANY_REQUESTS beyond ten an hour, and VALIDATION_FAILED for a file that cannot be read.
 */
export const startImport = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'],
    tableKeys: ['CALLER#', 'QUOTA#', 'TEAM#', 'UPLOAD#'],
  },
  (context) =>
    (actor: TeamActor, request: ImportRequest, once: Once | undefined, storage: ImportStorage): Promise<ImportRecord> =>
      createOnce(context, once, ImportRecord, () => planImport(context, actor, request, storage)),
);

async function planImport(
  context: Context,
  actor: TeamActor,
  request: ImportRequest,
  storage: ImportStorage,
): Promise<Creation<ImportRecord>> {
  const { teamId } = actor;
  const [grant, running] = await getItems(context, [
    uploadGrantKey(teamId, request.key, actor.id),
    runningImportKey(teamId),
  ]);
  if (!isValidGrant(context, grant)) throw notGranted();
  if (running) throw new AppError('IMPORT_RUNNING');
  await spendHourlyOfTeam(context, { teamId, what: 'IMPORTS', most: MOST_AN_HOUR, message: TOO_MANY });
  const id = context.newId();
  await copyUpload(teamId, id, grant, storage);
  const rows = rowsIn(await storage.read({ teamId, id }), request);
  const now = context.now();
  const dueAt = now.toISOString();
  const job: ImportRecord = {
    ...{ id, teamId, kind: request.kind, dryRun: request.dryRun, status: 'QUEUED', rows },
    ...{ done: 0, created: 0, updated: 0, unchanged: 0, failed: 0, claims: 0 },
    createdBy: actor.id,
    ...(actor.pool === 'keys' && { pool: actor.pool }),
    createdAt: dueAt,
    dueAt,
    [TIME_TO_LIVE]: Math.floor(now.getTime() / 1000) + IMPORT_DAYS * 24 * 60 * 60,
  };
  const steps = [
    create(importKey(teamId, id), job, unexpectedConflict('An import'), dueIndexes(teamId, id, dueAt)),
    create(runningImportKey(teamId), { importId: id }, () => new AppError('IMPORT_RUNNING')),
  ];
  return { result: job, steps };
}

/** Copies exactly the version that was checked, so that a later upload to the same address changes nothing. */
async function copyUpload(
  teamId: string,
  id: string,
  { grantId, contentType }: UploadGrant,
  { look, publish }: ImportStorage,
): Promise<void> {
  const waiting: StoredObject = { bucket: 'documents', key: waitingKey(teamId, grantId) };
  const upload = await look(waiting);
  if (upload === undefined) throw validationError('key', NO_UPLOAD);
  const { size, versionId, etag } = upload;
  if (size > MOST_IMPORT_BYTES)
    throw validationError('key', {
      en: 'The file is larger than 5 MB. Divide it into several files.',
      es: 'El archivo pesa más de 5 MB. Divídalo en varios archivos.',
    });
  // The bytes are not compared with the type: the rows say themselves what cannot be read.
  if (contentType !== CSV || upload.contentType !== CSV)
    throw validationError('key', {
      en: 'The uploaded file is not text/csv. Upload a CSV file.',
      es: 'El archivo subido no es text/csv. Suba un archivo CSV.',
    });
  const copied = await publish({
    waiting: { ...waiting, versionId },
    etag,
    bucket: 'documents',
    key: sourceKeyOf({ teamId, id }),
    contentType: CSV,
    fileName: 'source.csv',
  });
  if (copied === undefined) throw validationError('key', NO_UPLOAD);
}

const CSV = 'text/csv';

/** The number of rows, after the check of the file as a whole. */
function rowsIn(bytes: Uint8Array, { kind }: ImportRequest): number {
  const file = readCsv(bytes);
  columnsFor(KIND_RULES[kind], file.header);
  const { length } = file.rows;
  if (length === 0)
    throw validationError('key', {
      en: 'The file has no rows below its header.',
      es: 'El archivo no tiene filas debajo del encabezado.',
    });
  return length;
}
