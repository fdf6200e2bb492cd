import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { type Step, update } from '../platform/table/steps';
import { hasRole } from '../teams/team';
import type { FileRecord } from './file';
import { type ObjectHolder, objectHolderKey } from './file-keys';
import type { FileActor } from './file-owners';
import { notGranted, secondsAt } from './upload-grants';

/** The `expires` of a key that never expires: the last second of the year 9999. */
const NEVER = 253_402_300_799;

/** The file that the key shows changed since it was read. */
export class KeyChanged extends Error {}

/** Throws FORBIDDEN unless the team holds the key and the actor may replace the file that the key shows. */
export function checkKey(actor: FileActor, holder: ObjectHolder | undefined): asserts holder is ObjectHolder {
  if (holder?.teamId !== actor.teamId) throw notGranted();
  const isOwn = holder.uploadedBy === undefined || holder.uploadedBy === actor.id;
  if (isOwn || (actor.role !== undefined && hasRole(actor.role, 'ADMIN'))) return;
  throw new AppError('FORBIDDEN', {
    field: 'key',
    message: {
      en: 'A colleague registered a file under this key. Choose another fileName, or ask an administrator.',
      es: 'Un colega registró un archivo con esta clave. Elija otro fileName o pida ayuda a un administrador.',
    },
  });
}

/**
 * Reserves the key for the team permanently and notes the file that it shows from now on. Fails with {@link KeyChanged}
 * when another file was registered under the key since the holder was read.
 */
export function keepKeyStep(context: Context, holder: ObjectHolder, file: FileRecord): Step {
  const { teamId, key, fileId, versionId, uploadedBy } = file;
  const now = secondsAt(context.now());
  const earlier =
    holder.fileId === undefined
      ? { equals: { teamId }, absent: ['fileId'] }
      : { equals: { teamId, fileId: holder.fileId } };
  return update(
    objectHolderKey(key),
    { set: { fileId, versionId, uploadedBy, [TIME_TO_LIVE]: NEVER } },
    { ...earlier, above: { [TIME_TO_LIVE]: now } },
    (found) => (found?.teamId === teamId && found.expires > now ? new KeyChanged() : notGranted()),
  );
}

/** The key shows another file by now. */
export class OtherFileShown extends Error {}

/** Notes that the key shows no file, because the one that it showed was deleted. The team keeps the key. */
export const clearKeyStep = ({ key, fileId }: FileRecord): Step =>
  update(
    objectHolderKey(key),
    { remove: ['fileId', 'versionId', 'uploadedBy'] },
    { equals: { fileId } },
    () => new OtherFileShown(),
  );
