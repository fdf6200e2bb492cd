import * as v from 'valibot';
import { Readiness } from '../../shared/carta-porte/findings';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { checkInvoice } from '../../shared/stamping/prepare';

/** Lists all obstacles to stamping an invoice, before a stamp is paid: by the rules alone, and on request also with the SAT's lists. */
export const operation = defineOperation({
  id: 'validateInvoice',
  summary: 'Check an invoice and its Carta Porte before it is stamped',
  description:
    'Each finding has a code, the record and field to correct, and the source of the rule: the SAT (Carta Porte), CFDI 4.0, or LOCAL. `notChecked` lists the rules that only the SAT can check. With `online: true` a team that stamps live also asks the SAT’s lists about the client (CFDI40143 to CFDI40157); a check that could not be made stays in `notChecked`.',
  route: 'POST /invoices/{id}/validate',
  auth: { pool: 'staff', team: 'body.teamId', keys: 'invoices:read' },
  input: {
    body: v.object({
      teamId: Uuid,
      /** true also asks the provider about the customer’s RFC and name, which takes longer. */
      online: v.optional(v.boolean()),
    }),
  },
  output: { status: 200, body: Readiness },
  errors: [],
  withoutKey: 'SAME',
  uses: { checkInvoice },
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: ({ input, deps, entity: record }) => deps.checkInvoice(record, input.body.online),
});
