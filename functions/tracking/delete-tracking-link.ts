import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { deleteTrackingLink } from '../../shared/trips/tracking-links';
import { tripKey } from '../../shared/trips/trip';

/** Deletes a tracking link. From the answer on, its address answers 404. */
export const operation = defineOperation({
  id: 'deleteTrackingLink',
  summary: 'Delete a tracking link',
  route: 'DELETE /teams/{teamId}/trips/{tripId}/tracking-links/{linkId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'tracking:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: [],
  irreversible: true,
  uses: { deleteTrackingLink },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ input, caller, deps, entity: trip }) => {
    await deps.deleteTrackingLink(caller, trip, input.path.linkId);
    return { message: { en: 'The tracking link is deleted.', es: 'El enlace de seguimiento se borró.' } };
  },
});
