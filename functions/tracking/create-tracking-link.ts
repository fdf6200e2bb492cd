import { defineOperation } from '../../shared/operation/define';
import { CreatedTrackingLink, NewTrackingLink } from '../../shared/trips/tracking-link';
import { createTrackingLink } from '../../shared/trips/tracking-links';
import { tripKey } from '../../shared/trips/trip';

/**
 * Makes a link that shows the trip without an account: its status, its ends and about where the truck is. Send it to the customer. The answer is
 * the only one with the address. A trip has at most ten links at once.
 */
export const operation = defineOperation({
  id: 'createTrackingLink',
  summary: 'Make a tracking link',
  route: 'POST /teams/{teamId}/trips/{tripId}/tracking-links',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'tracking:write' },
  input: { body: NewTrackingLink },
  output: { status: 201, body: CreatedTrackingLink },
  errors: ['TRACKING_LINK_LIMIT', 'TRIP_ENDED', 'CONFLICT'],
  withoutKey: 'SECRET',
  uses: { createTrackingLink },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ input, caller, deps, entity: trip, request }) => {
    const made = await deps.createTrackingLink(caller, trip, input.body);
    return { ...made, url: `${request.publicUrl}/tracking/${made.token}` };
  },
});
