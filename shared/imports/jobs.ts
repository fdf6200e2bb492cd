import { auditStep, type TeamActor } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { readablePlaces } from '../platform/table/due-entries';
import { listItems } from '../platform/table/lists';
import { getItem, queryIndex } from '../platform/table/read';
import { deleteIfPresent, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import type { Page } from '../platform/values/pages';
import {
  dueIndexes,
  duePlace,
  IMPORTS_DUE,
  type ImportPlace,
  type ImportRecord,
  importKey,
  importsOf,
  runningImportKey,
} from './import';
import type { countsOf } from './results';

/** Longer than a run of the function can last, so that no two runs work on one import. */
const LEASE_MS = 2 * 60_000;
/** The imports that one run of the schedule sends to the queue. */
const PAGE = 100;

/** The imports of a team, the newest first. */
export const listImports = capability(
  { table: ['Query'] },
  (context) => (teamId: string, page: Page) => listItems(context, importsOf(teamId), page),
);

export const readImport = capability(
  { table: ['GetItem'] },
  (context) =>
    ({ teamId, importId }: ImportPlace): Promise<ImportRecord | undefined> =>
      getItem(context, importKey(teamId, importId)),
);

/** The imports that wait for a run, or whose run has not returned within its lease. A position that cannot be read is reported and left out. */
export const listDueImports = capability(
  { gsi2: ['Query'], gsi2Keys: ['IMPORTS_DUE'] },
  (context) =>
    async (report: (failure: unknown) => void): Promise<ImportPlace[]> => {
      const to = `${context.now().toISOString()}~`;
      const { positions } = await queryIndex(context, 'gsi2', IMPORTS_DUE, { ascending: true, limit: PAGE, to });
      return readablePlaces(positions, duePlace, report);
    },
);

/** Takes an import for a lease. Of two runs one gets it. Undefined when it is not due, or has ended. */
export const claimImport = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (job: ImportRecord): Promise<ImportRecord | undefined> => {
      const now = context.now();
      if (job.dueAt === undefined || job.dueAt > now.toISOString()) return undefined;
      const dueAt = new Date(now.getTime() + LEASE_MS).toISOString();
      const claims = job.claims + 1;
      const set = { status: 'RUNNING' as const, dueAt, claims };
      const isTaken = await isWritten(
        writeOne(
          context,
          update(
            importKey(job.teamId, job.id),
            { set: { ...set, ...dueIndexes(job.teamId, job.id, dueAt) } },
            { equals: { dueAt: job.dueAt, claims: job.claims } },
            () => new AlreadyThere(),
          ),
        ),
      );
      return isTaken ? { ...job, ...set } : undefined;
    },
);

/** Saves the counts after a chunk. The lease begins anew, or ends at once for a run that stops here. Undefined when another run has the import. */
export const saveCheckpoint = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (
      job: ImportRecord,
      counts: ReturnType<typeof countsOf>,
      stops: boolean,
    ): Promise<ImportRecord | undefined> => {
      const dueAt = new Date(context.now().getTime() + (stops ? 0 : LEASE_MS)).toISOString();
      const set = { ...counts, claims: 0, dueAt };
      const isTaken = await isWritten(
        writeOne(
          context,
          update(
            importKey(job.teamId, job.id),
            { set: { ...set, ...dueIndexes(job.teamId, job.id, dueAt) } },
            { equals: { dueAt: job.dueAt } },
            () => new AlreadyThere(),
          ),
        ),
      );
      return isTaken ? { ...job, ...set } : undefined;
    },
);

/** Ends an import: from then on the team may start another one. Its audit entry is the event import.finished. */
export const endImport = capability(
  { table: ['UpdateItem', 'DeleteItem', 'PutItem'] },
  (context) =>
    async (job: ImportRecord, status: 'DONE' | 'FAILED'): Promise<void> => {
      const { teamId, id } = job;
      const set = { status, finishedAt: context.now().toISOString() };
      await isWritten(
        transact(context, [
          update(
            importKey(teamId, id),
            { set, remove: ['dueAt', 'gsi2pk', 'gsi2sk'] },
            { equals: { dueAt: job.dueAt } },
            () => new AlreadyThere(),
          ),
          deleteIfPresent(runningImportKey(teamId)),
          auditStep(context, actorOf(job), {
            entityType: 'IMPORT',
            entityId: id,
            action: 'STATUS',
            changes: { previousStatus: job.status, newStatus: status },
          }),
        ]),
      );
    },
);

/** The member or key that started the import is the actor of its rows. */
export const actorOf = ({ teamId, createdBy, pool }: ImportRecord): TeamActor => ({
  id: createdBy,
  teamId,
  ...(pool && { pool }),
});

/** False when another run changed the import first. */
const isWritten = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (failure) => {
      ignoreAlreadyThere(failure);
      return false;
    },
  );
