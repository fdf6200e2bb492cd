import { createInvoice } from '../../shared/invoices/create-invoice';
import { Invoice, NewInvoice } from '../../shared/invoices/invoice';
import { defineOperation } from '../../shared/operation/define';
import { createTripInvoice } from '../../shared/trips/trip-invoices';

/** Creates a draft invoice by hand, for a trip or a client. Both must belong to the team that the body names. */
export const operation = defineOperation({
  id: 'createInvoice',
  summary: 'Make a draft invoice',
  route: 'POST /invoices',
  auth: { pool: 'staff', team: 'body.teamId', keys: 'invoices:write' },
  input: { body: NewInvoice },
  output: { status: 201, body: Invoice, version: ({ version }) => version },
  errors: ['EXTERNAL_ID_TAKEN'],
  uses: { createInvoice, createTripInvoice },
  idempotencyKey: true,
  run: ({ input: { body }, caller, deps, once }) => {
    const { tripId, ...fields } = body;
    return tripId === undefined
      ? deps.createInvoice(caller, fields, once)
      : deps.createTripInvoice(caller, { ...fields, tripId }, once);
  },
});
