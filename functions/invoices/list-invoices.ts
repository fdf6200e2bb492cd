import { InvoicePage, InvoiceQuery, paginationOf } from '../../shared/domain/invoice-lists';
import { defineOperation } from '../../shared/operation/define';
import { listInvoices } from '../../shared/store/invoices/invoice-lists';

/** The invoices of a team, the newest first, by page; `total` is the exact number under the filter. A page past the end is empty. */
export const operation = defineOperation({
  id: 'listInvoices',
  summary: 'List the invoices of a team',
  route: 'GET /invoices',
  auth: { pool: 'staff', team: 'query.teamId' },
  input: { query: InvoiceQuery },
  output: { status: 200, body: InvoicePage },
  errors: [],
  uses: { listInvoices },
  run: async ({ input, caller, deps }) => {
    const { invoices, total } = await deps.listInvoices(caller.teamId, input.query, input.query);
    return { invoices, pagination: paginationOf(total, input.query) };
  },
});
