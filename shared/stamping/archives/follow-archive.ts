import { AppError } from '../../platform/errors';
import type { Deps } from '../../platform/runtime/capability';
import { presignDocument, putDocument } from '../../platform/storage/documents';
import type { Text } from '../../platform/values/text';
import { keyOf } from '../find-documents';
import { downloadZip, LARGEST_ZIP, readZipRequest } from '../provider/archives';
import type { ProviderKey } from '../provider/port';
import { type Archive, type ArchiveRecord, archiveOf, fileKeyOf, isExpired, isHeld } from './archive';
import { ARCHIVE_TRANSITIONS } from './archive-states';
import { ArchiveChanged } from './archives';
import { askAgain, SEND_USES } from './ask-archive';

export const FOLLOW_USES = { ...SEND_USES, readZipRequest, downloadZip, putDocument, presignDocument };
type FollowDeps = Deps<typeof FOLLOW_USES>;

/**
 * Reads an archive. While it is not FINISHED or FAILED, asks the provider how far the zip is, and copies the finished file to our
 * bucket, once. While one call copies, the others answer PROCESSING.
 */
export async function followArchive(deps: FollowDeps, record: ArchiveRecord): Promise<Archive> {
  if (isExpired(record, deps.clock.now())) throw new AppError('NOT_FOUND');
  const followed = await advance(deps, record).catch((failure: unknown) => {
    if (failure instanceof ArchiveChanged && failure.found) return failure.found;
    throw failure;
  });
  const url = followed.status === 'FINISHED' ? await deps.presignDocument(fileKeyOf(followed)) : undefined;
  return archiveOf(followed, url);
}

async function advance(deps: FollowDeps, record: ArchiveRecord): Promise<ArchiveRecord> {
  const { status, teamId, providerId } = record;
  if (status === 'FINISHED' || status === 'FAILED' || isHeld(record, deps.clock.now())) return record;
  const keys = await deps.openKeys(teamId);
  if (keys === undefined) throw new AppError('PROVIDER_ERROR');
  const key = keyOf(keys, record.livemode, record.fingerprint);
  if (providerId === undefined) return askAgain(deps, key, record);
  const request = await deps.readZipRequest(key, providerId);
  switch (request?.status) {
    case 'waiting':
      return record;
    case 'processing':
      return deps.moveArchive(ARCHIVE_TRANSITIONS.process, record);
    case 'finished':
      return copy(deps, key, record, providerId);
    case 'failed':
    case undefined:
      return fail(deps, record, NOT_BUILT);
  }
}

const fail = ({ moveArchive }: Pick<FollowDeps, 'moveArchive'>, record: ArchiveRecord, reason: Text) =>
  moveArchive(ARCHIVE_TRANSITIONS.fail, record, { reason });

/** Copies the file. After a failure the next call copies it, to the same key. */
async function copy(
  deps: FollowDeps,
  key: ProviderKey,
  record: ArchiveRecord,
  providerId: string,
): Promise<ArchiveRecord> {
  const held = await deps.moveArchive(ARCHIVE_TRANSITIONS.copy, record);
  try {
    const body = await deps.downloadZip(key, providerId);
    if (body === undefined) return await fail(deps, held, TOO_LARGE);
    await deps.putDocument({ key: fileKeyOf(held), body, contentType: 'application/zip' });
  } catch (failure) {
    await deps.moveArchive(ARCHIVE_TRANSITIONS.pause, held);
    throw failure;
  }
  return deps.moveArchive(ARCHIVE_TRANSITIONS.finish, held);
}

const NOT_BUILT: Text = {
  en: 'The stamping provider could not build the file. Ask for the archive again.',
  es: 'El proveedor de timbrado no pudo generar el archivo. Solicítelo de nuevo.',
};

const TOO_LARGE: Text = {
  en: `The file is larger than ${LARGEST_ZIP / 1_000_000} MB. Ask for an archive of each type, or download the month at the stamping provider.`,
  es: `El archivo pesa más de ${LARGEST_ZIP / 1_000_000} MB. Solicite un archivo por tipo de comprobante o descargue el mes con el proveedor de timbrado.`,
};
