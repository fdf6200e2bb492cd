import * as v from 'valibot';
import { listOf, PageQuery } from '../../shared/domain/lists';
import { TimelineEntry } from '../../shared/domain/trips';
import { defineOperation } from '../../shared/operation/define';
import { tripKey } from '../../shared/store/table/keys';
import { readTimeline } from '../../shared/store/trips/trip-reads';

/** What happened to a trip, the oldest first. */
export const operation = defineOperation({
  id: 'getTripTimeline',
  summary: 'Read the timeline of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/timeline',
  auth: { pool: 'staff', team: 'path.teamId' },
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
