import type { TeamActor } from '../audit/audit';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { type ItemKey, TIME_TO_LIVE } from '../platform/table/keys';
import { getItems } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { deleteItem, incrementIf, type Step, unexpectedConflict, update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { bucketOf, type FileRegistration, FOLDERS, GRANT_SECONDS, isPrivate, keyOf, type UploadRequest } from './file';
import { type ObjectHolder, objectHolderKey, type UploadGrant, uploadGrantKey } from './file-keys';
import { filedEntityKey, foreignEntity } from './file-owners';
import { countGrant } from './upload-caps';

/** A new grant, with the values that its upload address is signed for. */
export interface Grant extends Pick<UploadGrant, 'grantId' | 'bucket' | 'contentType' | 'sha256'> {
  readonly teamId: string;
  readonly key: string;
  readonly size: number | undefined;
}

export const secondsAt = (now: Date): number => Math.floor(now.getTime() / 1000);

/** The hold of the key changed since it was read. */
class HeldMeanwhile extends Error {}
const meanwhile = () => new HeldMeanwhile();

/** What granting an upload needs. */
export const GRANT_PERMISSIONS = {
  table: ['BatchGetItem', 'UpdateItem'],
  tableKeys: ['OBJECT#', 'UPLOAD#', 'UPLOAD_COUNT#'],
} as const;

/** A member may name a record of the team, which is read. */
const TEAM_GRANT_PERMISSIONS = {
  ...GRANT_PERMISSIONS,
  tableKeys: [...GRANT_PERMISSIONS.tableKeys, 'TEAM#'],
} as const;

/**
 * Grants the caller one upload for an hour, and reserves the key for the team. Throws FORBIDDEN when the entity is not
 * the team's or another team holds the key, and TOO_MANY_REQUESTS beyond a cap of the team.
 */
export const grantUpload = capability(
  TEAM_GRANT_PERMISSIONS,
  (context) => (actor: TeamActor, request: UploadRequest) => {
    const { folder, bucket, entityId } = request;
    if (isPrivate(folder) && bucket === 'assets') throw isNeverPublic();
    if (folder === 'imports') checkImport(request);
    const entityKey = entityId === undefined ? undefined : filedEntityKey(actor, FOLDERS[folder], entityId);
    return grantFor(context, actor, request, entityKey);
  },
);

/**
 * Grants an upload. The entity must exist; without its key the caller has checked it. DynamoDB deletes expired items up to
 * days late, so the expiry is compared here.
 */
export async function grantFor(
  context: Context,
  actor: TeamActor,
  request: UploadRequest & Pick<UploadGrant, 'sha256'> & { readonly driverId?: string },
  entityKey: ItemKey | undefined,
): Promise<Grant> {
  const { folder, bucket, contentType, size, sha256, driverId } = request;
  const { teamId } = actor;
  const key = keyOf(request);
  let hold = await planHold(context, actor, entityKey, key);
  await countGrant(context, { teamId, countedBytes: size ?? 0, driverId });
  for (let tries = 1; ; tries += 1) {
    try {
      await writeOne(context, hold);
      break;
    } catch (failure) {
      if (!(failure instanceof HeldMeanwhile)) throw failure;
      await backOff(context, tries, failure);
      hold = await planHold(context, actor, entityKey, key);
    }
  }
  const grant = { grantId: context.newId(), teamId, key, bucket: bucketOf(folder, bucket), contentType, size, sha256 };
  await writeOne(context, grantStep(context, actor, grant));
  return grant;
}

const isNeverPublic = (): AppError =>
  validationError('bucket', {
    en: 'Files of this folder are private. Send the bucket documents, or leave it out.',
    es: 'Los archivos de esta carpeta son privados. Envíe el bucket documents u omítalo.',
  });

/** A file of records is CSV. */
function checkImport({ contentType }: UploadRequest): void {
  if (contentType !== 'text/csv')
    throw validationError('contentType', {
      en: 'An import is a CSV file. Send text/csv.',
      es: 'Una importación es un archivo CSV. Envíe text/csv.',
    });
}

/** Reads the key's holder and the entity, and plans the reservation. Throws FORBIDDEN when one of them is foreign. */
async function planHold(
  context: Context,
  actor: TeamActor,
  entityKey: ItemKey | undefined,
  key: string,
): Promise<Step> {
  const [holder, entity] = await getItems(context, [objectHolderKey(key), entityKey]);
  if (entityKey && entity === undefined) throw foreignEntity();
  return holdStep(context, actor, key, holder);
}

/** Reserves a free key. Renews a key that the team already holds, and never shortens its time. */
function holdStep(context: Context, { teamId }: TeamActor, key: string, holder: ObjectHolder | undefined): Step {
  const now = secondsAt(context.now());
  const held = { teamId, [TIME_TO_LIVE]: now + GRANT_SECONDS };
  if (holder === undefined || holder.expires <= now) {
    return incrementIf(objectHolderKey(key), { set: held }, { absentOrAtMost: { [TIME_TO_LIVE]: now } }, meanwhile);
  }
  if (holder.teamId !== teamId) {
    throw new AppError('FORBIDDEN', {
      field: 'fileName',
      message: {
        en: 'Another team holds this key. Choose another fileName, or send the entityId.',
        es: 'Otra empresa tiene esta clave. Elija otro fileName o envíe el entityId.',
      },
    });
  }
  const expires = Math.max(holder.expires, held.expires);
  return update(objectHolderKey(key), { set: { expires } }, { equals: { teamId, expires: holder.expires } }, meanwhile);
}

/** Writes the caller's grant for the key. It replaces an earlier one of the same caller. */
function grantStep(context: Context, { teamId, id }: TeamActor, { key, size = 0, ...grant }: Grant): Step {
  const now = context.now();
  const { grantId, bucket, contentType, sha256 } = grant;
  const stored: UploadGrant = {
    ...{ grantId, bucket, contentType, ...(sha256 !== undefined && { sha256 }) },
    countedBytes: size,
    countedAt: now.toISOString(),
    [TIME_TO_LIVE]: secondsAt(now) + GRANT_SECONDS,
  };
  return incrementIf(uploadGrantKey(teamId, key, id), { set: stored }, {}, unexpectedConflict('A grant'));
}

export const notGranted = (): AppError =>
  new AppError('FORBIDDEN', {
    field: 'key',
    message: {
      en: 'You have no grant for the key, or it expired after an hour. Request one: POST /dms/upload-url.',
      es: 'No tiene permiso para esta clave, o venció después de una hora. Pida uno: POST /dms/upload-url.',
    },
  });

/** True when the grant exists and has not expired. */
export const isValidGrant = (context: Context, grant: UploadGrant | undefined): grant is UploadGrant =>
  grant !== undefined && grant.expires > secondsAt(context.now());

/** Checks that the body of a registration names the bucket and the content type of the grant. */
export function checkGranted({ bucket, contentType }: UploadGrant, sent: FileRegistration): void {
  if (sent.bucket !== undefined && sent.bucket !== bucket) {
    throw validationError('bucket', {
      en: `The key was granted in the bucket ${bucket}. Send that bucket, or leave it out.`,
      es: `La clave se otorgó en el bucket ${bucket}. Envíe ese bucket u omítalo.`,
    });
  }
  if (sent.contentType !== contentType) {
    throw validationError('contentType', {
      en: `The key was granted for ${contentType}. Send that contentType, or request a new upload address.`,
      es: `La clave se otorgó para ${contentType}. Envíe ese contentType o pida otra dirección de carga.`,
    });
  }
}

/** Ends the grant with the registration, so that one upload becomes one file. */
export function endGrantStep(context: Context, { teamId, id }: TeamActor, key: string, { grantId }: UploadGrant): Step {
  const condition = { equals: { grantId }, above: { [TIME_TO_LIVE]: secondsAt(context.now()) } };
  return deleteItem(uploadGrantKey(teamId, key, id), condition, (found) =>
    found?.grantId === grantId
      ? notGranted()
      : validationError('key', {
          en: 'This upload is already registered as another file. Request a new upload address.',
          es: 'Esta carga ya está registrada como otro archivo. Pida otra dirección de carga.',
        }),
  );
}
