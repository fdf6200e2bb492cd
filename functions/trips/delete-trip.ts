import * as v from 'valibot';
import { draftOfDeletable, removeTrip } from '../../shared/deletion/delete-trip';
import { refuseUsed } from '../../shared/deletion/references';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { dropProviderDraft, refuseIfStamped } from '../../shared/stamping/drop-draft';
import { removeDraft } from '../../shared/stamping/provider/documents';
import { SETTLE_USES } from '../../shared/stamping/uses';
import { tripKey } from '../../shared/trips/trip';

/**
 * Deletes a trip that was entered by mistake, with its draft: it is NO_INICIADO, its invoice is a draft, and no payment
 * and no file names it. Cancel one that was planned in earnest.
 */
export const operation = defineOperation({
  id: 'deleteTrip',
  summary: 'Delete a trip',
  route: 'DELETE /teams/{teamId}/trips/{tripId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'trips:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['IN_USE', 'INVOICE_NOT_EDITABLE', 'INVOICE_STAMP_OPEN', 'CONFLICT', 'PROVIDER_ERROR'],
  irreversible: true,
  uses: { ...SETTLE_USES, removeDraft, draftOfDeletable, refuseUsed, removeTrip },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ caller, deps, entity }) => {
    await deps.draftOfDeletable(entity);
    await deps.refuseUsed('TRIP', entity);
    // Read after the mark of the deletion: an invoice that was created before it is found now.
    const draft = await deps.draftOfDeletable(entity);
    if (draft) await refuseIfStamped(deps, caller, draft);
    await deps.removeTrip(caller, entity, draft);
    if (draft) await dropProviderDraft(deps, draft);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
