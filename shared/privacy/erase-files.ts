import type { FileRecord } from '../files/file';
import { fileKey, objectHolderKey } from '../files/file-keys';
import { deleteVersion } from '../files/uploads';
import { capability } from '../platform/runtime/capability';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { deleteOne } from '../platform/table/write';
import { Gone, ignoreGone } from '../teams/teams-of-user';
import { filesOf } from './driver-records';

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

/** Deletes the files of a person with their objects. An object goes first, so that an interrupted call can be repeated. */
export const eraseFiles = capability.of(
  { listFilesOf, deleteVersion, forgetFile },
  (deps) =>
    async (teamId: string, entityId: string): Promise<void> => {
      for (const file of await deps.listFilesOf(teamId, entityId)) {
        await deps.deleteVersion(file);
        await deps.forgetFile(file);
      }
    },
);
