import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { Payment } from '../../shared/payments/payment';
import { listPayments } from '../../shared/payments/payments';
import { DateRangeQuery, instantRange } from '../../shared/platform/values/calendar';
import { externalIdQuery } from '../../shared/platform/values/external-id';
import { Uuid, Whole } from '../../shared/platform/values/fields';
import { teamKey } from '../../shared/teams/team';

/**
 * Lists all payments of a team in a range of dates, newest `paidAt` first. Answers 400 for more than 10,000 payments,
 * or more than one answer can hold.
 */
export const operation = defineOperation({
  id: 'listPayments',
  summary: 'List the payments of a team',
  route: 'GET /teams/{teamId}/payments',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'path.teamId', keys: 'payments:read' },
  input: { query: v.object({ ...DateRangeQuery, clientId: v.optional(Uuid), ...externalIdQuery }) },
  output: listAnswer(
    v.object({
      /** The payments of the range, by the date of payment. */
      payments: v.array(Payment),
      /** The number of payments in the answer, which has all of the range. */
      count: Whole,
    }),
  ),
  errors: [],
  uses: { listPayments },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, deps, entity: team }) => {
    const range = instantRange(input.query, team.timeZone);
    const payments = await deps.listPayments(team.teamId, range, input.query, team.timeZone);
    return { payments, count: payments.length };
  },
});
