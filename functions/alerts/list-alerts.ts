import * as v from 'valibot';
import { ALERT_STATUSES, ALERT_TYPES, Alert } from '../../shared/alerts/alert';
import { shownAlert } from '../../shared/alerts/alert-texts';
import { listAlerts } from '../../shared/alerts/alerts';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the alerts of a team, newest first. A page can be short, or empty, and have a cursor: of those that are OPEN or ACKNOWLEDGED it has
 * about twelve.
 */
export const operation = defineOperation({
  id: 'listAlerts',
  summary: 'List the alerts of a team',
  route: 'GET /teams/{teamId}/alerts',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'alerts:read' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(ALERT_STATUSES)),
      type: v.optional(v.picklist(ALERT_TYPES)),
    }),
  },
  output: listAnswer(listOf('alerts', Alert)),
  errors: [],
  uses: { listAlerts },
  run: async ({ input, caller, deps }) => {
    const { records, ...page } = await deps.listAlerts(caller.teamId, input.query, input.query);
    return { alerts: records.map(shownAlert), ...page };
  },
});
