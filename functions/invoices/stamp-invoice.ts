import * as v from 'valibot';
import { Invoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { readInvoice } from '../../shared/invoices/read-invoice';
import { defineOperation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import { Uuid } from '../../shared/platform/values/fields';
import { stamp } from '../../shared/stamping/stamp';
import { STAMP_USES } from '../../shared/stamping/uses';

/**
 * Stamps an invoice that is DRAFT or ERROR and ready. 200 says VALID; 202 says PENDING, which refresh, a webhook or recovery settles; 502 says
 * that the provider refused, and the invoice is ERROR with the reason.
 */
export const operation = defineOperation({
  id: 'stampInvoice',
  summary: 'Stamp an invoice',
  route: 'POST /invoices/{id}/stamp',
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN' },
  input: { body: v.object({ teamId: Uuid }) },
  output: { status: 200, body: Invoice, acceptedOnly: ({ status }) => status === 'PENDING' },
  errors: ['INVOICE_NOT_READY', 'INVOICE_STATUS', 'CONFLICT', 'PROVIDER_ERROR'],
  uses: { ...STAMP_USES, readInvoice },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ caller, deps, entity }) => {
    const stamped = await stamp(deps, caller, entity);
    if (stamped.status === 'ERROR') {
      throw new AppError('PROVIDER_ERROR', { message: stamped.errorMessage ?? undefined });
    }
    return deps.readInvoice(stamped);
  },
});
