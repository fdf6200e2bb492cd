import { Invoice, SubstituteBody } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { substituteInvoice } from '../../shared/invoices/substitute-invoice';
import { defineOperation } from '../../shared/operation/define';

/**
 * Makes the draft that substitutes a VALID invoice: a copy with the changes. When it is stamped, the service cancels the
 * old invoice with motive 01.
 */
export const operation = defineOperation({
  id: 'substituteInvoice',
  summary: 'Make the substitute of an invoice',
  route: 'POST /invoices/{id}/substitute',
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', keys: 'invoices:write' },
  input: { body: SubstituteBody },
  output: { status: 201, body: Invoice, version: ({ version }) => version },
  errors: ['INVOICE_STATUS', 'SUBSTITUTE_EXISTS', 'LATER_DOCUMENTS', 'CONFLICT'],
  uses: { substituteInvoice },
  idempotencyKey: true,
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: ({ input, caller, deps, entity, once }) => {
    const { teamId: _, exchange: __, ...changes } = input.body;
    return deps.substituteInvoice(caller, entity, changes, once);
  },
});
