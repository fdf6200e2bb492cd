import * as v from 'valibot';
import { Invoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { readInvoice } from '../../shared/invoices/read-invoice';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { cancel } from '../../shared/stamping/cancel';
import { CANCELLATION_MOTIVES } from '../../shared/stamping/provider/port';
import { CANCEL_USES } from '../../shared/stamping/uses';

/** Asks the tax authority to cancel a VALID invoice. CANCELLED_PENDING means that its decision is open. */
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
  withoutKey: 'STATE',
  uses: { ...CANCEL_USES, readInvoice },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ input, caller, deps, entity }) => deps.readInvoice(await cancel(deps, caller, entity, input.body)),
});
