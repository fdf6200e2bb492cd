import { InvoicePage, InvoiceQuery, paginationOf } from '../../shared/invoices/invoice-query';
import { listInvoices } from '../../shared/invoices/list-invoices';
import { defineOperation } from '../../shared/operation/define';
import { listTripInvoices } from '../../shared/trips/trip-invoices';

/** The invoices of a team, the newest first, by page; `total` is the exact number under the filter. A page past the end is empty. */
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
