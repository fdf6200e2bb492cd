import type { AuditAction } from '../audit/audit-event';
import { validationError } from '../platform/errors';
import type { Effect, Transition } from '../platform/table/state-machine';
import { BOX_STATUSES, type Box, type BoxStatus } from './box';

export type BoxTransition<Given> = Transition<BoxStatus, Box, Given, string, BoxStatus | ((box: Box) => BoxStatus)>;
type BoxEffect<Given = unknown> = Effect<Box, Given>;

const refuseHeld: BoxEffect = {
  says: 'refused while an ACTIVA reservation holds the box',
  // 400, because the contract of this operation has no 409.
  refuse: ({ reservationId }) =>
    reservationId === undefined
      ? undefined
      : validationError('status', {
          en: 'An ACTIVA reservation holds the box. Close or cancel it: that frees the box.',
          es: 'Una reservación ACTIVA ocupa la caja. Ciérrela o cancélela: así se libera la caja.',
        }),
};

const hold: BoxEffect<{ readonly reservationId: string }> = {
  says: 'the reservation holds the box, if no other reservation does',
  condition: () => ({ absent: ['reservationId'] }),
  set: (_, { reservationId }) => ({ reservationId }),
};

const endHold: BoxEffect = { says: 'no reservation holds the box', set: () => ({ reservationId: undefined }) };

/** The moves of a box by hand. RENTADA has no row: only a reservation writes it. The present status has no row: it changes nothing. */
export const BOX_BY_HAND: readonly Transition<BoxStatus, Box, unknown>[] = [
  { from: ['RENTADA', 'MANTENIMIENTO', 'INACTIVA'], to: 'DISPONIBLE', by: 'MEMBER', effects: [refuseHeld] },
  { from: ['DISPONIBLE', 'RENTADA', 'INACTIVA'], to: 'MANTENIMIENTO', by: 'MEMBER', effects: [] },
  { from: ['DISPONIBLE', 'RENTADA', 'MANTENIMIENTO'], to: 'INACTIVA', by: 'MEMBER', effects: [] },
];

const reserved: BoxTransition<{ readonly reservationId: string }> = {
  from: ['DISPONIBLE'],
  to: 'RENTADA',
  by: 'a new reservation',
  effects: [hold],
};
const freed: BoxTransition<unknown> = {
  from: BOX_STATUSES,
  to: 'DISPONIBLE',
  by: 'the close of its reservation',
  effects: [endHold],
};
const released: BoxTransition<unknown> = {
  from: BOX_STATUSES,
  to: ({ status }) => (status === 'RENTADA' ? 'DISPONIBLE' : status),
  by: 'the cancellation of its reservation',
  effects: [endHold],
};

/** The moves of a box by its reservation. */
export const BOX_BY_RESERVATION = { reserved, freed, released } as const;

/** The audit action of a change of status. */
export function boxAuditAction(from: BoxStatus, to: BoxStatus): AuditAction {
  if (to === 'INACTIVA') return 'DEACTIVATE';
  return from === 'INACTIVA' ? 'ACTIVATE' : 'UPDATE';
}
