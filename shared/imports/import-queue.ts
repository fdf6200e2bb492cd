import { sendMessages } from '../platform/queue/send-messages';
import { capability } from '../platform/runtime/capability';
import type { ImportPlace, ImportRecord } from './import';
import { listDueImports } from './jobs';

/** Puts imports on their queue. The team is the group, so that the import of one does not delay the others. */
export const queueImports = capability(
  { importQueue: ['SendMessage'] },
  (context) =>
    (places: readonly ImportPlace[]): Promise<void> =>
      sendMessages(
        context,
        { resource: 'importQueue', url: 'IMPORT_QUEUE_URL' },
        places.map((place) => ({ body: JSON.stringify(place), group: place.teamId })),
      ),
);

/**
 * Queues a new import. The queue only makes it begin sooner: when it cannot be reached, the schedule takes the import within a minute. So a
 * failure of the queue is not answered to the client: the import exists.
 */
export const announceImport = capability.of(
  { queueImports },
  (deps) =>
    async ({ teamId, id, status }: Pick<ImportRecord, 'teamId' | 'id' | 'status'>): Promise<void> => {
      if (status === 'QUEUED') await deps.queueImports([{ teamId, importId: id }]).catch(() => {});
    },
);

/** The result of a run, counted in imports. An alarm watches `failed`. */
interface SweptImports extends Record<string, number> {
  readonly queued: number;
  readonly failed: number;
}

/** Queues the imports that are due. One whose position cannot be read is reported and counted. */
export const sweepImports = capability.of(
  { listDueImports, queueImports },
  (deps) =>
    async (report: (failure: unknown) => void): Promise<SweptImports> => {
      let failed = 0;
      const places = await deps.listDueImports((failure) => {
        failed += 1;
        report(failure);
      });
      await deps.queueImports(places);
      return { queued: places.length, failed };
    },
);
