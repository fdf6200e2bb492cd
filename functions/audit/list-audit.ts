import * as v from 'valibot';
import { AUDITED_ENTITIES, AuditEntry, auditEntry } from '../../shared/audit/audit-event';
import { listAudit } from '../../shared/audit/list-audit';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { DateRangeQuery, instantRange } from '../../shared/platform/values/calendar';
import { Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { teamKey } from '../../shared/teams/team';

/**
 * Lists the changes of a team's records with their authors, newest first. The filters `from`, `to`, and `entityType`
 * together with `entityId` read only matching entries. With `actorId`, or with only one of `entityType` and `entityId`,
 * a page compares about 90 entries: it can be short, or empty, and have a cursor.
 */
export const operation = defineOperation({
  id: 'listAudit',
  summary: 'List the audit of a team',
  route: 'GET /teams/{teamId}/audit',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: {
    query: v.object({
      ...PageQuery,
      ...DateRangeQuery,
      entityType: v.optional(v.picklist(AUDITED_ENTITIES)),
      entityId: v.optional(Uuid),
      actorId: v.optional(Uuid),
    }),
  },
  output: listAnswer(listOf('entries', AuditEntry)),
  errors: [],
  uses: { listAudit },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, caller, deps, entity: team }) => {
    const range = instantRange(input.query, team.timeZone);
    const { records, ...page } = await deps.listAudit(caller.teamId, input.query, range, input.query);
    return { entries: records.map((event) => auditEntry(event)), ...page };
  },
});
