import * as v from 'valibot';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { defineOperation } from '../../shared/operation/define';
import { DOCUMENT_USES, openDocument } from '../../shared/stamping/open-document';

/** Redirects to the XML of a stamped invoice, at an address that is valid for 15 minutes. */
export const operation = defineOperation({
  id: 'getInvoiceXml',
  summary: 'Read the XML of an invoice',
  route: 'GET /invoices/{id}/xml',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'invoices:read' },
  output: { status: 302, body: v.object({ location: v.string() }), leadsTo: ['application/xml'] },
  errors: ['INVOICE_WITHOUT_DOCUMENT', 'PROVIDER_ERROR'],
  uses: DOCUMENT_USES,
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ deps, entity }) => ({ location: await openDocument(deps, entity, 'xml') }),
});
