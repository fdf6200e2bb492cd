import * as v from 'valibot';
import { Invoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { readInvoice } from '../../shared/invoices/read-invoice';
import { defineOperation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import { Uuid } from '../../shared/platform/values/fields';
import { reconcile } from '../../shared/stamping/reconcile';
import { SETTLE_USES } from '../../shared/stamping/uses';

/** Asks the provider for the invoice's current state now, instead of waiting for recovery, and returns the invoice. */
export const operation = defineOperation({
  id: 'refreshInvoice',
  summary: 'Ask the stamping provider for the state of an invoice',
  route: 'POST /invoices/{id}/refresh',
  auth: { pool: 'staff', team: 'body.teamId', keys: 'invoices:write' },
  input: { body: v.object({ teamId: Uuid }) },
  output: { status: 200, body: Invoice, version: ({ version }) => version },
  errors: ['CONFLICT', 'PROVIDER_ERROR'],
  withoutKey: 'SAME',
  uses: { ...SETTLE_USES, readInvoice },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ caller, deps, entity }) => {
    const settled = await reconcile(deps, caller, entity.id);
    if (settled === undefined) throw new AppError('NOT_FOUND');
    return deps.readInvoice(settled);
  },
});
