import * as v from 'valibot';
import { DRIVER_STATUSES, Driver } from '../../shared/fleet/driver';
import { driverFor } from '../../shared/fleet/driver-privacy';
import { listDrivers } from '../../shared/fleet/drivers';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { searchQuery } from '../../shared/platform/table/search-query';
import { Day } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the drivers of a team, newest first, or by name with `sort=name`. `q` finds the beginnings of words of the name, RFC and telephone,
 * in the alphabetical order of the words found. A page under `q`, `sort=name` or a filter can be short and have a cursor. Only administrators read all fields: for other members `salary` and `address` are left out, and `curp`, `birthDate`,
 * `bloodType` and `allergies` are null.
 */
export const operation = defineOperation({
  id: 'listDrivers',
  summary: 'List the drivers of a team',
  route: 'GET /teams/{teamId}/drivers',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'drivers:read' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(DRIVER_STATUSES)),
      expiringBefore: v.optional(
        v.pipe(Day, v.description('The licence or the medical certificate ends before this date, or has ended.')),
      ),
      ...searchQuery('name'),
    }),
  },
  output: listAnswer(listOf('drivers', Driver)),
  errors: [],
  uses: { listDrivers },
  run: async ({ input, caller, deps }) => {
    const { records, ...page } = await deps.listDrivers(caller.teamId, input.query, input.query);
    return { drivers: records.map((driver) => driverFor(caller.role, driver)), ...page };
  },
});
