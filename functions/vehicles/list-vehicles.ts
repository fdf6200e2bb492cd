import * as v from 'valibot';
import { VEHICLE_STATUSES, Vehicle } from '../../shared/fleet/vehicle';
import { listVehicles } from '../../shared/fleet/vehicles';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { searchQuery } from '../../shared/platform/table/search-query';
import { Line } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the vehicles of a team, newest first, or by plate with `sort=plate`. `q` finds the beginnings of the plate and of words of brand and
 * model, in the alphabetical order of the words found. A page under `q`, `sort=plate` or a filter can be short and have a cursor.
 */
export const operation = defineOperation({
  id: 'listVehicles',
  summary: 'List the vehicles of a team',
  route: 'GET /teams/{teamId}/vehicles',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'vehicles:read' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(VEHICLE_STATUSES)),
      type: v.optional(v.pipe(Line(200, 1), v.description('The type of the vehicle; case and accents are ignored.'))),
      ...searchQuery('plate'),
    }),
  },
  output: listAnswer(listOf('vehicles', Vehicle)),
  errors: [],
  uses: { listVehicles },
  run: async ({ input, caller, deps }) => {
    const { records: vehicles, ...page } = await deps.listVehicles(caller.teamId, input.query, input.query);
    return { vehicles, ...page };
  },
});
