import * as v from 'valibot';
import { DaysAhead, Expiration } from '../../shared/expiry/document-expiry';
import { listExpirations } from '../../shared/fleet/expiring-documents';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { teamKey } from '../../shared/teams/team';

/**
 * Lists the documents that expire within `days` local days of the team, sorted by remaining days. Expired ones come
 * first, with negative days.
 */
export const operation = defineOperation({
  id: 'listExpirations',
  summary: 'List the documents about to expire',
  route: 'GET /teams/{teamId}/expirations',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'expirations:read' },
  input: {
    query: v.object({
      ...PageQuery,
      /** How many days ahead, from today in the team’s time zone. Expired documents are always listed. */
      days: DaysAhead,
    }),
  },
  output: listAnswer(listOf('expirations', Expiration)),
  errors: [],
  uses: { listExpirations },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, deps, entity: team }) => {
    const { records: expirations, ...page } = await deps.listExpirations(team, input.query.days, input.query);
    return { expirations, ...page };
  },
});
