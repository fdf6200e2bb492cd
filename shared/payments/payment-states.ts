import type { Effect, Transition } from '../platform/table/state-machine';
import { create, deleteIfPresent, unexpectedConflict } from '../platform/table/steps';
import { centsOf } from '../platform/values/money';
import type { TripRecord } from '../trips/trip';
import { paidSteps } from '../trips/trip-money';
import { type Payment, paymentPlaceIndexes, paymentPlaceKey } from './payment';

/** A payment has no field for its status: a REGISTERED payment is in the table, a VOIDED one is not. */
export const PAYMENT_STATUSES = ['REGISTERED', 'VOIDED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The trip that was read, and the refusal when its amounts changed since. */
export interface WithTrip {
  readonly trip: TripRecord;
  readonly changed: (found: TripRecord) => Error;
}

type PaymentEffect = Effect<Payment, WithTrip>;

const addToTrip: PaymentEffect = {
  says: 'the amount is added to `paid` of the trip, and the receivable is updated',
  steps: (_, { trip, changed }, { amount }) => paidSteps(trip, centsOf(amount), changed),
};

const takeFromTrip: PaymentEffect = {
  says: 'the amount is subtracted from `paid` of the trip, and the receivable is updated',
  steps: (_, { trip, changed }, { amount }) => paidSteps(trip, -centsOf(amount), changed),
};

const recordPlace: PaymentEffect = {
  says: 'the payment can be found by its identifier and by its trip',
  steps: (_, { trip }, { teamId, id, paidAt }) => [
    create(
      paymentPlaceKey(teamId, id),
      { tripId: trip.id, paidAt },
      unexpectedConflict('A payment'),
      paymentPlaceIndexes(teamId, trip.id, { id, paidAt }),
    ),
  ],
};

const removePlace: PaymentEffect = {
  says: 'the payment can no longer be found by its identifier or by its trip',
  steps: (_, __, { teamId, id }) => [deleteIfPresent(paymentPlaceKey(teamId, id))],
};

export type PaymentTransition<By extends string = string> = Transition<PaymentStatus, Payment, WithTrip, By>;

const register: PaymentTransition<'MEMBER'> = {
  from: [],
  to: 'REGISTERED',
  by: 'MEMBER',
  effects: [addToTrip, recordPlace],
};
const revoke: PaymentTransition<'ADMIN'> = {
  from: ['REGISTERED'],
  to: 'VOIDED',
  by: 'ADMIN',
  effects: [removePlace, takeFromTrip],
};

/** The state machine of a payment. `by` is the least role of a member. A row without `from` creates the payment. */
export const PAYMENT_TRANSITIONS = { register, void: revoke } as const;
