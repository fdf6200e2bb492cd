import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { listTrips } from '../../shared/trips/list-trips';
import { OwnTrip, TRIP_STATUSES } from '../../shared/trips/trip';

/** Lists the caller's assigned trips by planned start, latest first. Costs and revenue are omitted. */
export const operation = defineOperation({
  id: 'listOwnTrips',
  summary: 'List your own trips',
  route: 'GET /drivers/me/trips',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { query: v.object({ ...PageQuery, status: v.optional(v.picklist(TRIP_STATUSES)) }) },
  output: listAnswer(listOf('trips', OwnTrip)),
  errors: [],
  uses: { listTrips },
  run: async ({ input, caller, deps }) => {
    const { status } = input.query;
    const { records: trips, ...page } = await deps.listTrips(
      caller.teamId,
      { driverId: caller.id, status },
      {},
      input.query,
    );
    return { trips, ...page };
  },
});
