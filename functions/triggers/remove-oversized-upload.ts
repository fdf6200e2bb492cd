import { oversizedUploadIn } from '../../shared/files/oversized-upload';
import { deleteVersion } from '../../shared/files/uploads';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Deletes an upload of more than 25 MB. An address that was requested without a size cannot limit it. */
export const trigger = defineTrigger({
  id: 'removeOversizedUpload',
  summary: 'Delete an upload that is too large',
  source: 'oversizedUpload',
  uses: { deleteVersion },
  run: async ({ event, deps }) => {
    await deps.deleteVersion(oversizedUploadIn(event));
    return undefined;
  },
});
