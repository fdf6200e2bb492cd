import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { readTimeline } from '../../shared/trips/read-trip';
import { TimelineEntry } from '../../shared/trips/timeline-entry';
import { tripKey } from '../../shared/trips/trip';

/** Lists the events of a trip, oldest first. */
export const operation = defineOperation({
  id: 'getTripTimeline',
  summary: 'Read the timeline of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/timeline',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  input: { query: v.object(PageQuery) },
  output: { status: 200, body: listOf('timeline', TimelineEntry) },
  errors: [],
  uses: { readTimeline },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ input, caller, deps, entity: trip }) => {
    const { records: timeline, ...page } = await deps.readTimeline(caller.teamId, trip.id, input.query);
    return { timeline, ...page };
  },
});
