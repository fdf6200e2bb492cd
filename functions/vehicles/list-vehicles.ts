import * as v from 'valibot';
import { VEHICLE_STATUSES, Vehicle } from '../../shared/fleet/vehicle';
import { listVehicles } from '../../shared/fleet/vehicles';
import { defineOperation } from '../../shared/operation/define';
import { Line } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/** Lists the vehicles of a team, newest first. `q` is a prefix of the plate, or of brand and model. */
export const operation = defineOperation({
  id: 'listVehicles',
  summary: 'List the vehicles of a team',
  route: 'GET /teams/{teamId}/vehicles',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(VEHICLE_STATUSES)),
      /** Only vehicles whose plate, or brand and model, begin with this text. Accents and case do not matter. */
      q: v.optional(Line(200)),
    }),
  },
  output: { status: 200, body: listOf('vehicles', Vehicle) },
  errors: [],
  uses: { listVehicles },
  run: async ({ input, caller, deps }) => {
    const { records: vehicles, ...page } = await deps.listVehicles(caller.teamId, input.query, input.query);
    return { vehicles, ...page };
  },
});
