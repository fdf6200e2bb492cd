import { sendMessages } from '../platform/queue/send-messages';
import { capability } from '../platform/runtime/capability';
import type { ImportPlace, ImportRecord } from './import';

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
