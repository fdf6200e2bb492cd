import * as v from 'valibot';
import { Driver, OwnDriverChanges } from '../../shared/fleet/driver';
import { editOwnDriver } from '../../shared/fleet/drivers';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { followDriver } from '../../shared/trips/follow-names';

/** Changes four fields of the driver's own record. Any other field is refused by its name. */
export const operation = defineOperation({
  id: 'updateOwnDriver',
  summary: 'Change your own driver profile',
  route: 'PATCH /drivers/me',
  isOfInterface: true,
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { body: OwnDriverChanges },
  output: {
    status: 200,
    body: v.object({ message: Message, driver: Driver }),
    version: ({ driver }) => driver.version,
  },
  errors: [],
  withoutKey: 'SAME',
  uses: { editOwnDriver, followDriver },
  run: async ({ input, caller: { record }, deps, ifMatch }) => {
    const driver = await deps.editOwnDriver(record, input.body, ifMatch);
    await deps.followDriver(input.body, driver);
    return { message: { en: 'Profile changed.', es: 'Perfil actualizado.' }, driver };
  },
});
