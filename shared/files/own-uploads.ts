import * as v from 'valibot';
import type { TeamActor } from '../audit/audit';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { Uuid } from '../platform/values/fields';
import { Sha256 } from '../trips/proof';
import { File, FileName, keyOf, type Registration, type Upload } from './file';
import type { StoredObject, StoredVersion } from './stored-object';
import { GRANT_PERMISSIONS, grantFor } from './upload-grants';

/** The types of a driver's uploads, with the ending of their keys. */
const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const;
type OwnType = keyof typeof ENDINGS;
const OwnType = v.picklist(Object.keys(ENDINGS) as readonly OwnType[]);

const OwnUpload = {
  /** The trip, which is or was the caller’s. */
  tripId: Uuid,
  /** The identifier that the phone made for the file, as in its proof. */
  fileId: Uuid,
  /**
   * The name that people see.
   * @example entrega.jpg
   */
  fileName: FileName,
  /** The media type of the file. */
  contentType: OwnType,
} as const;

/** Body of POST /drivers/me/files/upload-url. */
export const OwnUploadRequest = v.object({
  ...OwnUpload,
  /** The SHA-256 of the bytes in hexadecimal digits. The address accepts these bytes alone. */
  sha256: Sha256,
});
export type OwnUploadRequest = v.InferOutput<typeof OwnUploadRequest>;

/** Body of POST /drivers/me/files. */
export const OwnFileRegistration = v.object({
  ...OwnUpload,
  /** The stop that the file belongs to. Absent: not said. */
  stopId: v.optional(Uuid),
  /** The `key` that POST /drivers/me/files/upload-url answered. */
  key: v.string(),
});
export type OwnFileRegistration = v.InferOutput<typeof OwnFileRegistration>;

/** A file that a driver uploaded. */
export const OwnFile = v.object({
  ...File.entries,
  /** The SHA-256 of the stored bytes in hexadecimal digits. */
  sha256: v.optional(v.string()),
  /** The stop that the file belongs to. Absent: not said. */
  stopId: v.optional(Uuid),
});

const uploadOf = (teamId: string, { tripId, fileId, contentType }: Omit<OwnUploadRequest, 'fileName' | 'sha256'>) =>
  ({ teamId, folder: 'trips', entityId: tripId, fileName: `${fileId}.${ENDINGS[contentType]}`, contentType }) as const;

/** Grants a driver the upload of a file of a trip that {@link findTripOfDriver} found. The file’s identifier makes its key. */
export const grantOwnUpload = capability(
  GRANT_PERMISSIONS,
  (context) => (driver: TeamActor, request: OwnUploadRequest) =>
    grantFor(
      context,
      driver,
      { ...uploadOf(driver.teamId, request), sha256: request.sha256, driverId: driver.id },
      undefined,
    ),
);

/** The registration of a driver’s upload as dms takes it. Throws VALIDATION_FAILED for the key of another file. */
export function ownRegistration(teamId: string, sent: OwnFileRegistration): Registration {
  const { tripId, ...file } = sent;
  if (sent.key !== keyOf(uploadOf(teamId, sent)))
    throw validationError('key', {
      en: 'The key is not the one of this file. Send the key that the upload address came with.',
      es: 'La clave no es la de este archivo. Envíe la clave que vino con la dirección de carga.',
    });
  return { ...file, teamId, entityType: 'TRIP', entityId: tripId };
}

/** Looks at a waiting upload with its checksum. */
export const lookWithChecksum =
  (
    look: (waiting: StoredObject) => Promise<Upload | undefined>,
    checksum: (version: StoredVersion) => Promise<string | undefined>,
  ) =>
  async (waiting: StoredObject): Promise<Upload | undefined> => {
    const upload = await look(waiting);
    if (upload === undefined) return undefined;
    const sha256 = await checksum({ ...waiting, versionId: upload.versionId });
    return sha256 === undefined ? undefined : { ...upload, sha256 };
  };
