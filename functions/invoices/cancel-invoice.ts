import * as v from 'valibot';
import { Invoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { readInvoice } from '../../shared/invoices/read-invoice';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { cancel } from '../../shared/stamping/cancel';
import { ONCE_USES, onceOfInvoice } from '../../shared/stamping/once';
import { CANCELLATION_MOTIVES } from '../../shared/stamping/provider/port';
import { CANCEL_USES } from '../../shared/stamping/uses';

/**
 * Asks the tax authority to cancel a VALID invoice. CANCELLED_PENDING means that its decision is open. A repeat with the
 * same Idempotency-Key asks for nothing and answers the invoice as it is by then.
 */
export const operation = defineOperation({
  id: 'cancelInvoice',
  summary: 'Cancel an invoice',
  route: 'POST /invoices/{id}/cancel',
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', keys: 'invoices:stamp' },
  input: {
    body: v.object({
      teamId: Uuid,
      /** Why the document is cancelled (SAT motivo). */
      motive: v.picklist(CANCELLATION_MOTIVES),
      /** Only with motive 01: the VALID document of the team that takes its place. */
      substitution: v.optional(Uuid),
    }),
  },
  output: { status: 200, body: Invoice, version: ({ version }) => version },
  errors: ['INVOICE_STATUS', 'SUBSTITUTE_EXISTS', 'LATER_DOCUMENTS', 'CONFLICT', 'NOT_FOUND', 'PROVIDER_ERROR'],
  irreversible: true,
  idempotencyKey: 'AS_IT_IS',
  uses: { ...CANCEL_USES, ...ONCE_USES, readInvoice },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ input, caller, deps, entity, once }) => {
    const cancelled = () => cancel(deps, caller, entity, input.body, once);
    return deps.readInvoice(await onceOfInvoice(deps, entity, once, cancelled));
  },
});
