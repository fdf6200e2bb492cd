import * as v from 'valibot';
import { RESERVATION_STATUSES, Reservation } from '../../shared/boxes/reservation';
import { listReservations } from '../../shared/boxes/reservations';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/** Lists the box reservations of a team, newest first. */
export const operation = defineOperation({
  id: 'listReservations',
  summary: 'List the box reservations of a team',
  route: 'GET /teams/{teamId}/box-reservations',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(RESERVATION_STATUSES)),
      boxId: v.optional(Uuid),
    }),
  },
  output: { status: 200, body: listOf('reservations', Reservation) },
  errors: [],
  uses: { listReservations },
  run: async ({ input, caller, deps }) => {
    const { records: reservations, ...page } = await deps.listReservations(caller.teamId, input.query, input.query);
    return { reservations, ...page };
  },
});
