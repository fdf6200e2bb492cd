import { Reservation, reservationKey } from '../../shared/boxes/reservation';
import { RESERVATION_TRANSITIONS } from '../../shared/boxes/reservation-states';
import { cancelReservation } from '../../shared/boxes/reservations';
import { defineOperation } from '../../shared/operation/define';

/** Cancels an ACTIVA reservation and frees its box. Nothing is billed. */
export const operation = defineOperation({
  id: 'cancelReservation',
  summary: 'Cancel a box reservation',
  route: 'PATCH /teams/{teamId}/box-reservations/{reservationId}/cancel',
  auth: { pool: 'staff', team: 'path.teamId', role: RESERVATION_TRANSITIONS.cancel.by, keys: 'box-reservations:write' },
  output: { status: 200, body: Reservation },
  errors: ['RESERVATION_NOT_ACTIVE'],
  irreversible: true,
  uses: { cancelReservation },
  entity: ({ path }) => reservationKey(path.teamId, path.reservationId),
  idempotencyKey: true,
  run: ({ caller, deps, entity, once }) => deps.cancelReservation(caller, entity, { once }),
});
