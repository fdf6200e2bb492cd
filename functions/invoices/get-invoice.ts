import { invoiceKey } from '../../shared/invoices/invoice-record';
import { defineOperation } from '../../shared/operation/define';
import { InvoiceWithTrip, readInvoiceWithTrip } from '../../shared/trips/invoice-with-trip';

/** Reads an invoice of the team, with client, driver and vehicle of its trip, so that a screen needs one call only. */
export const operation = defineOperation({
  id: 'getInvoice',
  summary: 'Read an invoice',
  route: 'GET /invoices/{id}',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'query.teamId', keys: 'invoices:read' },
  output: { status: 200, body: InvoiceWithTrip, version: ({ version }) => version },
  errors: [],
  uses: { readInvoiceWithTrip },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: ({ deps, entity }) => deps.readInvoiceWithTrip(entity),
});
