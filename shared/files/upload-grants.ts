import type { TeamActor } from '../audit/audit';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { BucketName } from '../platform/storage/buckets';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { getItems } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { incrementIf, type Step, unexpectedConflict, update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import type { ContentType } from './content-types';
import {
  ABANDONED_AFTER_SECONDS,
  bucketOf,
  type FileRegistration,
  FOLDERS,
  GRANT_SECONDS,
  keyOf,
  UPLOAD_SECONDS,
  type UploadRequest,
} from './file';
import { grantedUploadKey, type ObjectHolder, objectHolderKey } from './file-keys';
import { filedEntityKey, foreignEntity } from './file-owners';

/** The values that an upload address is signed for. */
export interface Grant {
  readonly key: string;
  readonly bucket: BucketName;
  readonly contentType: ContentType;
}

/** The `expires` of a key that never expires: the last second of the year 9999. */
const NEVER = 253_402_300_799;

const secondsAt = (now: Date): number => Math.floor(now.getTime() / 1000);

/** The hold of the key changed since it was read. */
class HeldMeanwhile extends Error {}
const meanwhile = () => new HeldMeanwhile();

/**
 * Reserves the key for the team for one hour, with the permitted bucket and content type. Throws FORBIDDEN when the
 * entity is not the team's or another team holds the key. DynamoDB deletes expired items up to days late, so the expiry
 * is compared here.
 */
export const grantUpload = capability(
  { table: ['BatchGetItem', 'UpdateItem'] },
  (context) =>
    async (actor: TeamActor, request: UploadRequest): Promise<Grant> => {
      const { folder, entityId, bucket, contentType } = request;
      const grant = { key: keyOf(request), bucket: bucketOf(folder, bucket), contentType };
      const entityKey = entityId === undefined ? undefined : filedEntityKey(actor, FOLDERS[folder], entityId);
      for (let tries = 1; ; tries += 1) {
        const [holder, entity] = await getItems(context, [objectHolderKey(grant.key), entityKey]);
        if (entityKey && entity === undefined) throw foreignEntity();
        try {
          const held = holdStep(context, actor, grant, holder);
          await writeOne(context, dueStep(context, grant));
          await writeOne(context, held);
          return grant;
        } catch (failure) {
          if (!(failure instanceof HeldMeanwhile)) throw failure;
          await backOff(context, tries, failure);
        }
      }
    },
);

/**
 * Schedules the cleanup before the grant is written. An upload without this item would stay forever; an item without an
 * upload is deleted when it is due.
 */
function dueStep(context: Context, { bucket, key }: Grant): Step {
  const due = context.now().getTime() + (UPLOAD_SECONDS + ABANDONED_AFTER_SECONDS) * 1000;
  const granted = { bucket, key, dueAt: new Date(due).toISOString() };
  return incrementIf(grantedUploadKey(granted), { set: granted }, {}, unexpectedConflict('The note of a grant'));
}

/** Reserves a free key. Renews a key that the team already holds, and never shortens its time. */
function holdStep(context: Context, { teamId }: TeamActor, grant: Grant, holder: ObjectHolder | undefined): Step {
  const now = secondsAt(context.now());
  const { key, bucket, contentType } = grant;
  const granted = { teamId, bucket, contentType, [TIME_TO_LIVE]: now + GRANT_SECONDS };
  if (holder === undefined || holder.expires <= now) {
    return incrementIf(objectHolderKey(key), { set: granted }, { absentOrAtMost: { [TIME_TO_LIVE]: now } }, meanwhile);
  }
  if (holder.teamId !== teamId) {
    throw new AppError('FORBIDDEN', {
      field: 'fileName',
      message: 'Another team holds this key. Choose another fileName, or send the entityId.',
    });
  }
  const expires = Math.max(holder.expires, granted.expires);
  return update(
    objectHolderKey(key),
    { set: { ...granted, expires } },
    { equals: { teamId, expires: holder.expires } },
    meanwhile,
  );
}

const notGranted = (): AppError =>
  new AppError('FORBIDDEN', {
    field: 'key',
    message: 'This team has no grant for the key, or it expired after an hour. Request one: POST /dms/upload-url.',
  });

/**
 * The grant of a registration. It must be the team's own, not expired, and have the bucket and content type that the
 * body names.
 */
export function grantFor(
  context: Context,
  { teamId }: TeamActor,
  sent: FileRegistration,
  holder: ObjectHolder | undefined,
): Grant {
  if (holder?.teamId !== teamId || holder.expires <= secondsAt(context.now())) throw notGranted();
  const { bucket, contentType } = holder;
  if (sent.bucket !== undefined && sent.bucket !== bucket) {
    throw validationError('bucket', `The key was granted in the bucket ${bucket}. Send that bucket, or leave it out.`);
  }
  if (sent.contentType !== contentType) {
    throw validationError(
      'contentType',
      `The key was granted for ${contentType}. Send that contentType, or request a new upload address.`,
    );
  }
  return { key: sent.key, bucket, contentType };
}

/** Reserves the key for the team permanently, because a file is registered under it. */
export const keepKeyStep = (context: Context, { teamId }: TeamActor, { key }: Pick<Grant, 'key'>): Step =>
  update(
    objectHolderKey(key),
    { set: { [TIME_TO_LIVE]: NEVER } },
    { equals: { teamId }, above: { [TIME_TO_LIVE]: secondsAt(context.now()) } },
    notGranted,
  );
