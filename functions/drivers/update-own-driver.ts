import * as v from 'valibot';
import { Driver, OwnDriverChanges } from '../../shared/fleet/driver';
import { editOwnDriver } from '../../shared/fleet/drivers';
import { defineOperation } from '../../shared/operation/define';

/** Changes four fields of the driver's own record. Any other field is refused by its name. */
export const operation = defineOperation({
  id: 'updateOwnDriver',
  summary: 'Change your own driver profile',
  route: 'PATCH /drivers/me',
  auth: { pool: 'drivers', check: 'beforeRun' },
  input: { body: OwnDriverChanges },
  output: { status: 200, body: v.object({ message: v.string(), driver: Driver }) },
  errors: [],
  uses: { editOwnDriver },
  run: async ({ input, caller, deps }) => ({
    message: 'Profile changed.',
    driver: await deps.editOwnDriver(caller.record, input.body),
  }),
});
