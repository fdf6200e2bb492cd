import { Reservation, reservationKey } from '../../shared/boxes/reservation';
import { defineOperation } from '../../shared/operation/define';

/** Reads a box reservation of the team. */
export const operation = defineOperation({
  id: 'getReservation',
  summary: 'Read a box reservation',
  route: 'GET /teams/{teamId}/box-reservations/{reservationId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'box-reservations:read' },
  output: { status: 200, body: Reservation },
  errors: [],
  uses: {},
  entity: ({ path }) => reservationKey(path.teamId, path.reservationId),
  run: async ({ entity }) => entity,
});
