import { Reservation, ReservationChanges, reservationKey } from '../../shared/boxes/reservation';
import { editReservation } from '../../shared/boxes/reservations';
import { defineOperation } from '../../shared/operation/define';

/** Changes client, expected end and notes of a reservation that is ACTIVA. Its invoice draft takes them at the close. */
export const operation = defineOperation({
  id: 'updateReservation',
  summary: 'Change a box reservation',
  route: 'PUT /teams/{teamId}/box-reservations/{reservationId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'box-reservations:write' },
  input: { body: ReservationChanges },
  output: { status: 200, body: Reservation },
  errors: ['RESERVATION_NOT_ACTIVE'],
  uses: { editReservation },
  entity: ({ path }) => reservationKey(path.teamId, path.reservationId),
  run: ({ input, caller, deps, entity }) => deps.editReservation(caller, entity, input.body),
});
