import * as v from 'valibot';
import { Invoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { readInvoice } from '../../shared/invoices/read-invoice';
import { reasonOf } from '../../shared/invoices/refusal-reason';
import { defineOperation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import { Uuid } from '../../shared/platform/values/fields';
import { ONCE_USES, onceOfInvoice } from '../../shared/stamping/once';
import { stamp } from '../../shared/stamping/stamp';
import { STAMP_USES } from '../../shared/stamping/uses';

/**
 * Stamps a DRAFT or ERROR invoice that is ready. 200 means VALID. 202 means PENDING: refresh, a webhook or recovery
 * completes it. 502 means that the provider refused; the invoice is ERROR and contains the reason. A repeat with the
 * same Idempotency-Key stamps nothing and answers the invoice as it is by then.
 */
export const operation = defineOperation({
  id: 'stampInvoice',
  summary: 'Stamp an invoice',
  route: 'POST /invoices/{id}/stamp',
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', needsRecentSignIn: true, keys: 'invoices:stamp' },
  atOnce: 50,
  input: { body: v.object({ teamId: Uuid }) },
  output: {
    status: 200,
    body: Invoice,
    acceptedOnly: ({ status }) => status === 'PENDING',
    version: ({ version }) => version,
  },
  errors: [
    'DOCUMENT_PENDING',
    'LATER_DOCUMENTS',
    'INVOICE_NOT_READY',
    'INVOICE_STATUS',
    'CONFLICT',
    'PROVIDER_ERROR',
    'TOO_MANY_REQUESTS',
  ],
  irreversible: true,
  idempotencyKey: 'AS_IT_IS',
  uses: { ...STAMP_USES, ...ONCE_USES, readInvoice },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ caller, deps, entity, once }) => {
    const stamped = await onceOfInvoice(deps, entity, once, () => stamp(deps, caller, entity, once));
    if (stamped.status === 'ERROR') {
      const { errorMessage } = stamped;
      throw new AppError('PROVIDER_ERROR', errorMessage ? { message: reasonOf(errorMessage) } : {});
    }
    return deps.readInvoice(stamped);
  },
});
