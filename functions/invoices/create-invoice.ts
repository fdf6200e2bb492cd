import { Invoice, NewInvoice } from '../../shared/domain/invoices';
import { defineOperation } from '../../shared/operation/define';
import { createInvoice } from '../../shared/store/invoices/invoices';

/** Makes a draft by hand, for a trip or for a client of the team that the body names. */
export const operation = defineOperation({
  id: 'createInvoice',
  summary: 'Make a draft invoice',
  route: 'POST /invoices',
  auth: { pool: 'staff', team: 'body.teamId' },
  input: { body: NewInvoice },
  output: { status: 201, body: Invoice },
  errors: [],
  uses: { createInvoice },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createInvoice(caller, input.body, once),
});
