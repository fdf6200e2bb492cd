import { editInvoice } from '../../shared/invoices/edit-invoice';
import { Invoice, InvoiceEdit } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { defineOperation } from '../../shared/operation/define';
import { estimateSteps } from '../../shared/trips/trip-estimate';

/**
 * Changes a DRAFT or ERROR invoice, which becomes DRAFT. Absent fields stay unchanged; `cartaPorte: null` removes the
 * Carta Porte.
 */
export const operation = defineOperation({
  id: 'editInvoice',
  summary: 'Change an invoice',
  route: 'PUT /invoices/{id}',
  auth: { pool: 'staff', team: 'body.teamId', keys: 'invoices:write' },
  input: { body: InvoiceEdit },
  output: { status: 200, body: Invoice, version: ({ version }) => version },
  errors: ['INVOICE_NOT_EDITABLE', 'CONFLICT', 'EXTERNAL_ID_TAKEN'],
  uses: { editInvoice, estimateSteps },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: ({ input, caller, deps, entity, ifMatch }) => {
    const { teamId: _, exchange: __, ...changes } = input.body;
    return deps.editInvoice(caller, entity, changes, deps.estimateSteps, ifMatch);
  },
});
