import { defineOperation } from '../../shared/operation/define';
import { NewPayment, Payment } from '../../shared/payments/payment';
import { createPayment } from '../../shared/payments/payments';

/** Registers a payment for a trip of the team, in any status of the trip. Default date: now. */
export const operation = defineOperation({
  id: 'createPayment',
  summary: 'Register a payment',
  route: 'POST /teams/{teamId}/payments',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { body: NewPayment },
  output: { status: 201, body: Payment },
  errors: ['NOT_FOUND'],
  uses: { createPayment },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createPayment(caller, input.body, once),
});
