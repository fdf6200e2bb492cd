import { InvoicePage, InvoiceQuery, paginationOf } from '../../shared/invoices/invoice-query';
import { listInvoices, listInvoicesOfExternalId, listInvoicesOfUuid } from '../../shared/invoices/list-invoices';
import { type SearchedPage, searchInvoices } from '../../shared/invoices/search-invoices';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { wordsOfQuery } from '../../shared/platform/values/words';
import { listTripInvoices } from '../../shared/trips/trip-invoices';

/**
 * Lists the invoices of a team, newest first, by page number. `total` is the exact number for the filter. A page after
 * the last one is empty.
 */
export const operation = defineOperation({
  id: 'listInvoices',
  summary: 'List the invoices of a team',
  route: 'GET /invoices',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'query.teamId', keys: 'invoices:read' },
  input: { query: InvoiceQuery },
  output: listAnswer(InvoicePage),
  errors: [],
  uses: { listInvoices, listInvoicesOfExternalId, listInvoicesOfUuid, listTripInvoices, searchInvoices },
  run: async ({ input, caller, deps }) => {
    const { query } = input;
    const { teamId } = caller;
    const { uuid, tripId, externalId } = query;
    const read = () => {
      if (externalId !== undefined) return deps.listInvoicesOfExternalId(teamId, externalId, query, query);
      if (uuid !== undefined) return deps.listInvoicesOfUuid(teamId, uuid, query, query);
      if (tripId !== undefined) return deps.listTripInvoices(teamId, tripId, query, query);
      if (wordsOfQuery(query.q ?? '').length > 0) return deps.searchInvoices(teamId, query, query);
      return deps.listInvoices(teamId, query, query);
    };
    const { invoices, total, limit = query.limit, isPartial }: SearchedPage = await read();
    const pagination = paginationOf(total, { page: query.page, limit });
    return { invoices, pagination: { ...pagination, ...(isPartial && { isPartial }) } };
  },
});
