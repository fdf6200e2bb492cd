import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { Collection } from '../../shared/payments/collection';
import { listCollections } from '../../shared/payments/list-collections';
import { DateRangeQuery, instantRange } from '../../shared/platform/values/calendar';
import { Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { teamKey } from '../../shared/teams/team';

/**
 * Lists the collections of a team, the newest `paidAt` first, also voided ones. With `clientId` a page compares about 60 of them: it can be
 * short, or empty, and have a cursor.
 */
export const operation = defineOperation({
  id: 'listCollections',
  summary: 'List the collections of a team',
  route: 'GET /teams/{teamId}/collections',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'collections:read' },
  input: { query: v.object({ ...PageQuery, ...DateRangeQuery, clientId: v.optional(Uuid) }) },
  output: listAnswer(listOf('collections', Collection)),
  errors: [],
  uses: { listCollections },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, deps, entity: team }) => {
    const range = instantRange(input.query, team.timeZone);
    const { records: collections, ...page } = await deps.listCollections(team.teamId, range, input.query);
    return { collections, ...page };
  },
});
