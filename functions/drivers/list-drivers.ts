import * as v from 'valibot';
import { DRIVER_STATUSES, Driver } from '../../shared/fleet/driver';
import { driverFor } from '../../shared/fleet/driver-privacy';
import { listDrivers } from '../../shared/fleet/drivers';
import { defineOperation } from '../../shared/operation/define';
import { Line } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the drivers of a team, newest first. `q` is a prefix of the name; case and accents are ignored. Only
 * administrators read all fields: for other members `salary` and `address` are left out, and `curp`, `birthDate`,
 * `bloodType` and `allergies` are null.
 */
export const operation = defineOperation({
  id: 'listDrivers',
  summary: 'List the drivers of a team',
  route: 'GET /teams/{teamId}/drivers',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(DRIVER_STATUSES)),
      /** Only drivers whose name begins with this text. Accents and case do not matter. */
      q: v.optional(Line(200)),
    }),
  },
  output: { status: 200, body: listOf('drivers', Driver) },
  errors: [],
  uses: { listDrivers },
  run: async ({ input, caller, deps }) => {
    const { records, ...page } = await deps.listDrivers(caller.teamId, input.query, input.query);
    return { drivers: records.map((driver) => driverFor(caller.role, driver)), ...page };
  },
});
