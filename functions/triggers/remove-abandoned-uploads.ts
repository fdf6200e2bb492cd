import { removeAbandonedUploads } from '../../shared/files/abandoned-uploads';
import { versionsOfKey } from '../../shared/files/object-versions';
import { deleteVersion } from '../../shared/files/uploads';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Deletes uploads that are not registered as a file after one day. */
export const trigger = defineTrigger({
  id: 'removeAbandonedUploads',
  summary: 'Delete unregistered uploads',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { removeAbandonedUploads, versionsOfKey, deleteVersion },
  run: ({ deps, report }) =>
    deps.removeAbandonedUploads({ versionsOf: deps.versionsOfKey, discard: deps.deleteVersion }, report),
});
