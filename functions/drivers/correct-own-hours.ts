import { HoursCorrection } from '../../shared/hours/day-hours';
import { HoursCorrectionBody } from '../../shared/hours/hours-answer';
import { defineOperation } from '../../shared/operation/define';
import { correctHours } from '../../shared/trips/correct-hours';

/** Adds a correction to the caller’s working time. What was recorded stays and is shown beside it. */
export const operation = defineOperation({
  id: 'correctOwnHours',
  summary: 'Correct your working time',
  route: 'POST /drivers/me/hours/corrections',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { body: HoursCorrectionBody },
  output: { status: 201, body: HoursCorrection },
  errors: [],
  idempotencyKey: true,
  uses: { correctHours },
  run: ({ input, caller, deps, once }) =>
    deps.correctHours({ ...caller, pool: 'drivers' }, caller.id, input.body, once),
});
