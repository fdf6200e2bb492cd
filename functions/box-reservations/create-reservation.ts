import { NewReservation, Reservation } from '../../shared/boxes/reservation';
import { createReservation } from '../../shared/boxes/reservations';
import { defineOperation } from '../../shared/operation/define';

/**
 * Reserves a DISPONIBLE box that no reservation holds; it becomes RENTADA. Defaults: it starts now, at the box's daily
 * rate.
 */
export const operation = defineOperation({
  id: 'createReservation',
  summary: 'Reserve a box',
  route: 'POST /teams/{teamId}/box-reservations',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'box-reservations:write' },
  input: { body: NewReservation },
  output: { status: 201, body: Reservation },
  errors: ['BOX_NOT_AVAILABLE'],
  uses: { createReservation },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createReservation(caller, input.body, once),
});
