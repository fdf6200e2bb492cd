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

/** What an upload address is signed for. */
export interface Grant {
  readonly key: string;
  readonly bucket: BucketName;
  readonly contentType: ContentType;
}

/** The end of a key's time that is none: the last second of the year 9999. */
const NEVER = 253_402_300_799;

const secondsAt = (now: Date): number => Math.floor(now.getTime() / 1000);

/** The key was taken, freed or used since it was read. */
class HeldMeanwhile extends Error {}
const meanwhile = () => new HeldMeanwhile();

/**
 * Records the key with its team, and what may be uploaded under it, for an hour. FORBIDDEN for an entity that is not the team's, and for a
 * key that another team holds. The time-to-live removes holders days late, so their end is tested here.
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

/** Notes before the grant that it is to be looked after: an upload without a note would stay for ever, a note without an upload does not. */
function dueStep(context: Context, { bucket, key }: Grant): Step {
  const due = context.now().getTime() + (UPLOAD_SECONDS + ABANDONED_AFTER_SECONDS) * 1000;
  const granted = { bucket, key, dueAt: new Date(due).toISOString() };
  return incrementIf(grantedUploadKey(granted), { set: granted }, {}, unexpectedConflict('The note of a grant'));
}

/** A free key becomes the team's; one that is the team's is granted again, and never for less time than it is held already. */
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
      message: 'Another team holds that key. Choose another file name, or send the entityId.',
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
    message: 'That key was not granted to this team, or more than an hour ago. Ask POST /dms/upload-url for it.',
  });

/** The grant by which a registration may be made: the team's own, not expired, and of the bucket and type that are sent. */
export function grantFor(
  context: Context,
  { teamId }: TeamActor,
  sent: FileRegistration,
  holder: ObjectHolder | undefined,
): Grant {
  if (holder?.teamId !== teamId || holder.expires <= secondsAt(context.now())) throw notGranted();
  const { bucket, contentType } = holder;
  if (sent.bucket !== undefined && sent.bucket !== bucket) {
    throw validationError('bucket', `The key was granted in the bucket ${bucket}. Send that, or leave it out.`);
  }
  if (sent.contentType !== contentType) {
    throw validationError(
      'contentType',
      `The key was granted for ${contentType}. Send that, or ask for a new upload address.`,
    );
  }
  return { key: sent.key, bucket, contentType };
}

/** Keeps a key its team's for good, now that a file is registered under it. */
export const keepKeyStep = (context: Context, { teamId }: TeamActor, { key }: Pick<Grant, 'key'>): Step =>
  update(
    objectHolderKey(key),
    { set: { [TIME_TO_LIVE]: NEVER } },
    { equals: { teamId }, above: { [TIME_TO_LIVE]: secondsAt(context.now()) } },
    notGranted,
  );
