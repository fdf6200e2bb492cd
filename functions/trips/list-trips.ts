import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { DateRangeQuery, instantRange } from '../../shared/platform/values/calendar';
import { externalIdQuery } from '../../shared/platform/values/external-id';
import { Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { SearchText } from '../../shared/platform/values/words';
import { teamKey } from '../../shared/teams/team';
import { listTrips, TRIP_ORDERS } from '../../shared/trips/list-trips';
import { moneyOf } from '../../shared/trips/receivable';
import { TRIP_STATUSES, TripWithMoney } from '../../shared/trips/trip';

/**
 * Lists the trips of a team by planned start, latest first, or by creation with `sort=createdAt`. All filters can be combined. By planned
 * start a page has eight to ten trips, and a cursor while more follow; by creation without filters about 35. `q` finds the beginnings
 * of words of cargo, client, driver, plate and route, and answers the trips of each record that has the longest word of `q`, the latest
 * start first. Only the first four words of a cargo find a trip.
 */
export const operation = defineOperation({
  id: 'listTrips',
  summary: 'List the trips of a team',
  route: 'GET /teams/{teamId}/trips',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  input: {
    query: v.object({
      ...PageQuery,
      ...DateRangeQuery,
      ...externalIdQuery,
      status: v.optional(v.picklist(TRIP_STATUSES)),
      driverId: v.optional(Uuid),
      vehicleId: v.optional(Uuid),
      clientId: v.optional(Uuid),
      routeId: v.optional(Uuid),
      q: v.optional(SearchText),
      sort: v.optional(
        v.pipe(
          v.picklist(TRIP_ORDERS),
          v.description('startDate: latest planned start first. createdAt: newest trip first.'),
        ),
      ),
    }),
  },
  output: listAnswer(listOf('trips', TripWithMoney)),
  errors: [],
  uses: { listTrips },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, caller, deps, entity: team }) => {
    const range = instantRange(input.query, team.timeZone);
    const { records, ...page } = await deps.listTrips(caller.teamId, input.query, range, input.query);
    return { trips: records.map((trip) => ({ ...trip, ...moneyOf(trip) })), ...page };
  },
});
