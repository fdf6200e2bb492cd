import { Invoice } from '../../shared/invoices/invoice';
import { defineOperation } from '../../shared/operation/define';
import { createReceipt, ReceiptBody } from '../../shared/receipts/create-receipt';
import { teamKey } from '../../shared/teams/team';

/**
 * Makes the draft of a receipt of payment (type P) for collections of one client and one month: every allocation to a PPD
 * invoice that no receipt contains. Instalments, balances and taxes of the draft are a preview; the stamp numbers them.
 * The draft is validated, stamped and cancelled like an invoice.
 */
export const operation = defineOperation({
  id: 'createReceipt',
  summary: 'Make a receipt of payment',
  route: 'POST /teams/{teamId}/receipts',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'receipts:write' },
  input: { body: ReceiptBody },
  output: { status: 201, body: Invoice, version: ({ version }) => version },
  errors: ['NOTHING_TO_RECEIPT', 'DOCUMENT_PENDING'],
  uses: { createReceipt },
  idempotencyKey: true,
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: ({ input, caller, deps, entity: team, once }) => deps.createReceipt(caller, input.body, team.timeZone, once),
});
