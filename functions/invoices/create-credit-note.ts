import { createCreditNote } from '../../shared/invoices/create-credit-note';
import { CreditNoteBody } from '../../shared/invoices/credit-note';
import { Invoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { defineOperation } from '../../shared/operation/define';
import { refusingUnknown } from '../../shared/platform/values/unknown-fields';

/**
 * Makes the draft of a credit note for a VALID invoice: for a share of it, for items, or for all that earlier notes leave.
 * The draft is edited and stamped like an invoice.
 */
export const operation = defineOperation({
  id: 'createCreditNote',
  summary: 'Make a credit note for an invoice',
  route: 'POST /invoices/{id}/credit-notes',
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', keys: 'invoices:write' },
  input: { body: refusingUnknown(CreditNoteBody) },
  output: { status: 201, body: Invoice, version: ({ version }) => version },
  errors: ['INVOICE_STATUS'],
  uses: { createCreditNote },
  idempotencyKey: true,
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: ({ input, caller, deps, entity, once }) => {
    const { teamId: _, ...note } = input.body;
    return deps.createCreditNote(caller, entity, note, once);
  },
});
