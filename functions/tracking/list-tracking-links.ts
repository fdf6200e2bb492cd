import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { TrackingLink } from '../../shared/trips/tracking-link';
import { listTrackingLinks } from '../../shared/trips/tracking-links';
import { tripKey } from '../../shared/trips/trip';

/** Lists the tracking links of a trip, without their addresses. A link that has ended stays in the list until a new one takes its place. */
export const operation = defineOperation({
  id: 'listTrackingLinks',
  summary: 'List the tracking links of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/tracking-links',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'tracking:read' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('trackingLinks', TrackingLink)),
  errors: [],
  uses: { listTrackingLinks },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ input, deps, entity: trip }) => {
    const { records: trackingLinks, ...page } = await deps.listTrackingLinks(trip, input.query);
    return { trackingLinks, ...page };
  },
});
