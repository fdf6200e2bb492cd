import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { indexedSource } from '../platform/table/indexed-records';
import { queryIndex } from '../platform/table/read';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { UnitSource } from '../platform/table/unit-pages';
import { readUnits } from '../platform/table/unit-pages';
import type { Page } from '../platform/values/pages';
import type { FileRecord } from './file';
import { fileIdOf, fileKey, filesOfEntity, filesOfTeam, isFilePosition } from './file-keys';
import { clearKeyStep, OtherFileShown } from './held-keys';
import { recordsOfFile } from './record-of-file';

interface FileFilter {
  readonly entityType?: string | undefined;
  readonly entityId?: string | undefined;
}

/** A team's files, the newest first. An index serves `entityId`; `entityType` is compared with the records. */
export const listFiles = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) => (teamId: string, filter: FileFilter, page: Page) => {
    const { entityType } = filter;
    const keep = entityType === undefined ? undefined : (file: FileRecord) => file.entityType === entityType;
    return readUnits(context, fileSource(context, teamId, filter, keep), page);
  },
);

/** The files of a team or of one entity, the newest first. `keep` chooses among them; none: all. */
export const fileSource = (
  context: Context,
  teamId: string,
  { entityType, entityId }: FileFilter,
  keep?: (file: FileRecord) => boolean,
): UnitSource<FileRecord> =>
  indexedSource<FileRecord>(context, {
    identity: [filesOfTeam(teamId).gsi1pk, entityType, entityId],
    isPosition: isFilePosition,
    keep,
    read: (part) =>
      entityId === undefined
        ? queryIndex(context, 'gsi1', filesOfTeam(teamId).gsi1pk, part)
        : queryIndex(context, 'gsi2', filesOfEntity(teamId, entityId).gsi2pk, part),
    keyAt: (position) => fileKey(teamId, fileIdOf(position)),
  });

/** Deletes a file's record after its object was deleted. The team keeps the key. */
export const removeFile = capability(
  { table: ['DeleteItem', 'PutItem', 'UpdateItem'], tableKeys: ['OBJECT#', 'TEAM#'] },
  (context) =>
    async (actor: TeamActor, file: FileRecord): Promise<void> => {
      const { fileId } = file;
      const steps = [
        deleteItem(fileKey(actor.teamId, fileId), {}, () => new AppError('NOT_FOUND')),
        auditStep(context, actor, {
          entityType: 'FILE',
          entityId: fileId,
          action: 'DELETE',
          affects: recordsOfFile(file),
        }),
      ];
      try {
        await transact(context, [...steps, clearKeyStep(file)]);
      } catch (failure) {
        if (!(failure instanceof OtherFileShown)) throw failure;
        await transact(context, steps);
      }
    },
);
