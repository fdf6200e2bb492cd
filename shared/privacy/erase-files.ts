import type { FileRecord } from '../files/file';
import { fileKey, objectHolderKey } from '../files/file-keys';
import { deleteVersion } from '../files/uploads';
import { capability } from '../platform/runtime/capability';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { deleteOne } from '../platform/table/write';
import { Gone, ignoreGone } from '../teams/teams-of-user';
import { type DriverPlace, filesOf, formerTripsOf, tripsOf, uploadsFor } from './driver-records';

const listFilesOf = capability(
  { table: ['BatchGetItem'], gsi2: ['Query'] },
  (context) => (teamId: string, entityId: string) => filesOf(context, teamId, entityId),
);

/** Deletes the record of a file and the hold of its key, whose text contains the file's name. */
const forgetFile = capability(
  { table: ['DeleteItem'], tableKeys: ['OBJECT#', 'TEAM#'] },
  (context) =>
    async ({ teamId, fileId, key }: FileRecord): Promise<void> => {
      const hold = deleteItem(objectHolderKey(key), { equals: { teamId, fileId } }, () => new Gone());
      await transact(context, [hold]).catch(ignoreGone);
      await deleteOne(context, fileKey(teamId, fileId));
    },
);

/** The uploads of a driver for trips whose erasure is not done. The records of the trips are erased after the files. */
const listUploadsOf = capability(
  { table: ['BatchGetItem', 'Query'], gsi2: ['Query'] },
  (context) => async (driver: DriverPlace) => {
    const trips = (await tripsOf(context, driver)).filter(({ driverName }) => driverName !== driver.id);
    return uploadsFor(context, driver, [...trips, ...(await formerTripsOf(context, driver))]);
  },
);

/** Deletes files with their objects. An object goes first, so that an interrupted call can be repeated. */
const deleteFiles = capability.of(
  { deleteVersion, forgetFile },
  (deps) =>
    async (files: readonly FileRecord[]): Promise<void> => {
      for (const file of files) {
        await deps.deleteVersion(file);
        await deps.forgetFile(file);
      }
    },
);

/** Deletes the files of a person. */
export const eraseFiles = capability.of(
  { listFilesOf, deleteFiles },
  (deps) =>
    async (teamId: string, entityId: string): Promise<void> =>
      deps.deleteFiles(await deps.listFilesOf(teamId, entityId)),
);

/** Deletes the files that a driver uploaded for trips. */
export const eraseUploads = capability.of(
  { listUploadsOf, deleteFiles },
  (deps) =>
    async (driver: DriverPlace): Promise<void> =>
      deps.deleteFiles(await deps.listUploadsOf(driver)),
);
