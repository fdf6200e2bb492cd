import { driverKey } from '../../shared/fleet/driver';
import { HoursCorrection } from '../../shared/hours/day-hours';
import { HoursCorrectionBody } from '../../shared/hours/hours-answer';
import { defineOperation } from '../../shared/operation/define';
import { correctHours } from '../../shared/trips/correct-hours';

/** Adds a correction to a driver’s working time. What was recorded, and the driver’s corrections, stay and are shown beside it. */
export const operation = defineOperation({
  id: 'correctDriverHours',
  summary: 'Correct the working time of a driver',
  route: 'POST /teams/{teamId}/drivers/{driverId}/hours/corrections',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { body: HoursCorrectionBody },
  output: { status: 201, body: HoursCorrection },
  errors: [],
  idempotencyKey: true,
  uses: { correctHours },
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: ({ input, caller, deps, entity: driver, once }) => deps.correctHours(caller, driver.id, input.body, once),
});
