import * as v from 'valibot';
import { FleetEvent } from '../../shared/events/event';
import { EVENT_TYPES } from '../../shared/events/event-type';
import { listEvents } from '../../shared/events/list-events';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { Instant, Uuid } from '../../shared/platform/values/fields';
import { PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists what happened to the team's records, in the order in which it was written. Ask again with the `after` of the answer: it continues there, also when there is no
 * new event yet. Events of the last 90 seconds are not listed, because an earlier one may still arrive. Read the
 * record to know its state now. With `type` a page examines at most 1,000 entries, so that it may be short and have more.
 */
export const operation = defineOperation({
  id: 'listEvents',
  summary: 'List the events of a team',
  route: 'GET /teams/{teamId}/events',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'events:read' },
  input: {
    query: v.object({
      limit: PageQuery.limit,
      after: v.optional(
        v.pipe(
          Uuid,
          v.description('The `after` of the previous answer, or the `id` of an event. Absent: from the first event.'),
        ),
      ),
      type: v.optional(v.pipe(v.picklist(EVENT_TYPES), v.description('Only events of this type.'))),
    }),
  },
  output: listAnswer(
    v.object({
      /** The oldest first. */
      events: v.array(FleetEvent),
      /** The number of events in this answer. */
      count: v.number(),
      /** Send it as `after` with the next request. Null when the team has no event yet. */
      after: v.nullable(Uuid),
      /** True when more events can be read at once. */
      hasMore: v.boolean(),
      /** All events before this instant are listed. */
      asOf: Instant,
    }),
  ),
  errors: [],
  uses: { listEvents },
  run: async ({ input, caller, deps }) => {
    const { events, ...page } = await deps.listEvents(caller.teamId, input.query);
    return { events: [...events], count: events.length, ...page };
  },
});
