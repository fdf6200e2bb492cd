import { NewReservation, Reservation } from '../../shared/boxes/reservation';
import { createReservation } from '../../shared/boxes/reservations';
import { defineOperation } from '../../shared/operation/define';

/** Reserves a box that is DISPONIBLE and unheld, which becomes RENTADA. It starts now unless said, at the box's own daily rate. */
export const operation = defineOperation({
  id: 'createReservation',
  summary: 'Reserve a box',
  route: 'POST /teams/{teamId}/box-reservations',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { body: NewReservation },
  output: { status: 201, body: Reservation },
  errors: ['BOX_NOT_AVAILABLE'],
  uses: { createReservation },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createReservation(caller, input.body, once),
});
