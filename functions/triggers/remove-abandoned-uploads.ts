import { defineTrigger } from '../../shared/operation/define-trigger';
import { deleteVersion } from '../../shared/providers/object-storage/uploads';
import { versionsOfKey } from '../../shared/providers/object-storage/versions';
import { removeAbandonedUploads } from '../../shared/store/files/abandoned-uploads';

/** Deletes what was uploaded and, a day later, is no file of anybody. */
export const trigger = defineTrigger({
  id: 'removeAbandonedUploads',
  summary: 'Delete uploads that nobody registered',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { removeAbandonedUploads, versionsOfKey, deleteVersion },
  run: ({ deps, report }) =>
    deps.removeAbandonedUploads({ versionsOf: deps.versionsOfKey, discard: deps.deleteVersion }, report),
});
