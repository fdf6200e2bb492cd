import * as v from 'valibot';
import { listReservations, RESERVATION_ORDERS } from '../../shared/boxes/list-reservations';
import { RESERVATION_STATUSES, Reservation } from '../../shared/boxes/reservation';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { DateRangeQuery, instantRange } from '../../shared/platform/values/calendar';
import { Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { SearchText } from '../../shared/platform/values/words';
import { teamKey } from '../../shared/teams/team';

/**
 * Lists the box reservations of a team, newest first, or by start with `sort=startAt`, the latest first. `from` and `to` are dates of the
 * start. `q` finds the beginnings of words of box and client, and answers the reservations of each record that has the longest word of `q`, the
 * latest start first. A page can be short and have a cursor. Under a filter that few reservations meet, `sort=startAt` finds them with fewer calls.
 */
export const operation = defineOperation({
  id: 'listReservations',
  summary: 'List the box reservations of a team',
  route: 'GET /teams/{teamId}/box-reservations',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'box-reservations:read' },
  input: {
    query: v.object({
      ...PageQuery,
      ...DateRangeQuery,
      status: v.optional(v.picklist(RESERVATION_STATUSES)),
      boxId: v.optional(Uuid),
      clientId: v.optional(Uuid),
      q: v.optional(SearchText),
      sort: v.optional(
        v.pipe(
          v.picklist(RESERVATION_ORDERS),
          v.description('startAt: latest start first. createdAt: newest reservation first.'),
        ),
      ),
    }),
  },
  output: listAnswer(listOf('reservations', Reservation)),
  errors: [],
  uses: { listReservations },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, caller, deps, entity: team }) => {
    const range = instantRange(input.query, team.timeZone);
    const { records, ...page } = await deps.listReservations(caller.teamId, input.query, range, input.query);
    return { reservations: records, ...page };
  },
});
