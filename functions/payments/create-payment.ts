import { defineOperation } from '../../shared/operation/define';
import { NewPayment, PaymentOfTrip } from '../../shared/payments/payment';
import { createPayment } from '../../shared/payments/payments';
import { teamKey } from '../../shared/teams/team';

/**
 * Registers a payment for a trip of the team, in any status of the trip: a collection of one trip. It pays the open
 * documents of the trip, the oldest first; the rest stays on the trip. Default date: now.
 */
export const operation = defineOperation({
  id: 'createPayment',
  summary: 'Register a payment',
  route: 'POST /teams/{teamId}/payments',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'payments:write' },
  input: { body: NewPayment },
  output: { status: 201, body: PaymentOfTrip },
  errors: ['NOT_FOUND', 'EXTERNAL_ID_TAKEN'],
  uses: { createPayment },
  idempotencyKey: true,
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: ({ input, caller, deps, once, entity: team }) => deps.createPayment(caller, input.body, once, team.timeZone),
});
