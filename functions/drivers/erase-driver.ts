import * as v from 'valibot';
import { driverKey } from '../../shared/fleet/driver';
import { defineOperation } from '../../shared/operation/define';
import { Instant, Lines, Uuid } from '../../shared/platform/values/fields';
import { eraseDriver } from '../../shared/privacy/erase-driver';

/**
 * Erases the personal data of a driver. The access ends at once, and the data moves into a sealed record that only the
 * owner opens. The driver must not be on a trip. After an interruption the same request completes the erasure,
 * or a schedule within about an hour.
 */
export const operation = defineOperation({
  id: 'eraseDriver',
  summary: 'Erase the personal data of a driver',
  route: 'POST /teams/{teamId}/drivers/{driverId}/erase',
  auth: { pool: 'staff', team: 'path.teamId', role: 'OWNER', keys: 'never' },
  input: {
    body: v.object({
      /** Why the data is erased, for the audit: the request of the driver, with its date. */
      reason: Lines(500, 1),
    }),
  },
  output: {
    status: 200,
    body: v.object({
      id: Uuid,
      /** The instant, in UTC, of the erasure. */
      erasedAt: Instant,
    }),
  },
  errors: ['DRIVER_STATUS', 'CONFLICT', 'PROVIDER_ERROR'],
  irreversible: true,
  securityEvent: { of: 'ERASURE' },
  withoutKey: 'SAME',
  uses: { eraseDriver },
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: ({ input, caller, deps, entity: driver }) => deps.eraseDriver(caller, driver, input.body.reason),
});
