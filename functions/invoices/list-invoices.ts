import { InvoicePage, InvoiceQuery, paginationOf } from '../../shared/invoices/invoice-query';
import { listInvoices } from '../../shared/invoices/list-invoices';
import { defineOperation } from '../../shared/operation/define';
import { listTripInvoices } from '../../shared/trips/trip-invoices';

/**
 * Lists the invoices of a team, newest first, by page number. `total` is the exact number for the filter. A page after
 * the last one is empty.
 */
export const operation = defineOperation({
  id: 'listInvoices',
  summary: 'List the invoices of a team',
  route: 'GET /invoices',
  auth: { pool: 'staff', team: 'query.teamId' },
  input: { query: InvoiceQuery },
  output: { status: 200, body: InvoicePage },
  errors: [],
  uses: { listInvoices, listTripInvoices },
  run: async ({ input, caller, deps }) => {
    const { query } = input;
    const { invoices, total } =
      query.tripId === undefined
        ? await deps.listInvoices(caller.teamId, query, query)
        : await deps.listTripInvoices(caller.teamId, query.tripId, query, query);
    return { invoices, pagination: paginationOf(total, query) };
  },
});
