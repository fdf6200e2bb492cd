import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { DueReceipt, listDueReceipts } from '../../shared/receipts/due-receipts';
import { ReceiptMonth } from '../../shared/receipts/receipt-month';
import { teamKey } from '../../shared/teams/team';

/**
 * Lists the collections that need a receipt of payment, those with the fewest days left first. `amount` is what no
 * receipt confirms yet. The day is the fifth of the month after the payment; `daysLeft` is negative after it.
 */
export const operation = defineOperation({
  id: 'listDueReceipts',
  summary: 'List the receipts of payment that are due',
  route: 'GET /teams/{teamId}/receipts/due',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'receipts:read' },
  input: {
    query: v.object({
      ...PageQuery,
      /**
       * Only payments of this local month of the team. Absent: all that wait.
       * @example 2026-02
       */
      month: v.optional(ReceiptMonth),
    }),
  },
  output: listAnswer(listOf('due', DueReceipt)),
  errors: [],
  uses: { listDueReceipts },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, deps, entity: team }) => {
    const { records: due, ...page } = await deps.listDueReceipts(team, input.query.month, input.query);
    return { due, ...page };
  },
});
