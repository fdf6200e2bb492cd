import type { TeamActor } from '../audit/audit';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import type { Effect, Transition } from '../platform/table/state-machine';
import type { Step } from '../platform/table/steps';
import type { Box } from './box';
import { BOX_BY_RESERVATION, type BoxTransition } from './box-states';
import { moveBoxSteps } from './boxes';
import { draftWantedSteps } from './rental-drafts';
import { type ClosedReservation, type Reservation, type ReservationStatus, wantsInvoice } from './reservation';

/** The input of every end of a reservation. */
export interface Ending {
  readonly actor: TeamActor;
  /** The box that was read; undefined when it no longer exists. */
  readonly box: Box | undefined;
  /** The refusal when the box changed since it was read. */
  readonly changed: (found: Box | undefined) => Error;
}

interface Closing extends Ending {
  readonly counted: Pick<ClosedReservation, 'actualEndAt' | 'billedDays' | 'totalAmount'>;
}

export type ReservationTransition<Given, By = string> = Transition<ReservationStatus, Reservation, Given, By>;
type ReservationEffect<Given> = Effect<Reservation, Given>;

/** A box that another reservation holds by now is left alone. */
const boxSteps = (
  context: Context,
  { actor, box, changed }: Ending,
  reservationId: string,
  row: BoxTransition<unknown>,
): Step[] =>
  box?.reservationId === reservationId && row.from.includes(box.status)
    ? moveBoxSteps(context, actor, box, row, {
        given: undefined,
        asRead: unchanged(box, ['status', 'reservationId']),
        refused: changed,
      })
    : [];

/** The contract frees the box also when a member moved it by hand meanwhile. */
const freeBox: ReservationEffect<Ending> = {
  says: 'the box is no longer held, and becomes DISPONIBLE',
  steps: (context, ending, { id }) => boxSteps(context, ending, id, BOX_BY_RESERVATION.freed),
};

const releaseBox: ReservationEffect<Ending> = {
  says: 'the box is no longer held, and becomes DISPONIBLE if it is still RENTADA',
  steps: (context, ending, { id }) => boxSteps(context, ending, id, BOX_BY_RESERVATION.released),
};

const recordCount: ReservationEffect<Closing> = {
  says: '`actualEndAt`, `billedDays` and `totalAmount` are set',
  set: (_, { counted }) => counted,
};

const wantDraft: ReservationEffect<Closing> = {
  says: 'an invoice draft is requested, if the rental is billable and costs more than 0',
  steps: (context, { counted }, _, after) =>
    wantsInvoice({ ...after, ...counted }) ? draftWantedSteps(context, after) : [],
};

const close: ReservationTransition<Closing, 'MEMBER'> = {
  from: ['ACTIVA'],
  to: 'CERRADA',
  by: 'MEMBER',
  effects: [recordCount, freeBox, wantDraft],
};
const cancel: ReservationTransition<Ending, 'ADMIN'> = {
  from: ['ACTIVA'],
  to: 'CANCELADA',
  by: 'ADMIN',
  effects: [releaseBox],
};

/** The state machine of a reservation. `by` is the least role of a member. */
export const RESERVATION_TRANSITIONS = { close, cancel } as const;
