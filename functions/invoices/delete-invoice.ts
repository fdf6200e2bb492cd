import * as v from 'valibot';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { dropProviderDraft, refuseIfStamped } from '../../shared/stamping/drop-draft';
import { removeDraft } from '../../shared/stamping/provider/documents';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { SETTLE_USES } from '../../shared/stamping/uses';

/** Deletes a DRAFT or ERROR invoice and then the provider's draft. An invoice that turns out to be stamped is kept. */
export const operation = defineOperation({
  id: 'deleteInvoice',
  summary: 'Delete a draft invoice',
  route: 'DELETE /invoices/{id}',
  auth: { pool: 'staff', team: 'query.teamId', role: 'ADMIN', keys: 'invoices:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['INVOICE_NOT_EDITABLE', 'INVOICE_STAMP_OPEN', 'CONFLICT', 'PROVIDER_ERROR'],
  irreversible: true,
  uses: { ...SETTLE_USES, removeDraft, removeInvoice },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ caller, deps, entity }) => {
    await refuseIfStamped(deps, caller, entity);
    await deps.removeInvoice(caller, entity);
    await dropProviderDraft(deps, entity);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
