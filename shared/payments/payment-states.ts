import { AppError } from '../platform/errors';
import { unchanged } from '../platform/table/expression';
import type { Effect, Transition } from '../platform/table/state-machine';
import { create, unexpectedConflict, update } from '../platform/table/steps';
import type { Books } from './books';
import { BooksChanged } from './books';
import type { Collection } from './collection';
import { type PaymentPlace, paymentPlaceKey } from './payment';

/** A collection has no field for its status: a VOIDED one has `voidedAt`. */
export const PAYMENT_STATUSES = ['LIVE', 'VOIDED'] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const statusOf = ({ voidedAt }: Pick<PaymentPlace, 'voidedAt'>): PaymentStatus =>
  voidedAt === undefined ? 'LIVE' : 'VOIDED';

/** The books with the payments, trips and documents of the collection as the transition leaves them. */
interface WithBooks {
  readonly books: Books;
  readonly place: PaymentPlace;
}

type CollectionEffect = Effect<Collection, WithBooks>;

const enterPayments: CollectionEffect = {
  says: 'each payment is added to `paid` of its trip and each allocation to its document; the receivables are updated',
  steps: (_, { books }) => books.steps(),
};

const takePaymentsBack: CollectionEffect = {
  says: 'the allocations are released, each payment is subtracted from `paid` of its trip, and the receivables are updated',
  refuse: ({ allocations }) => {
    const receipt = allocations.find(({ receiptId }) => receiptId !== undefined)?.receiptId;
    return receipt === undefined
      ? undefined
      : new AppError('PAYMENT_HAS_RECEIPT', {
          message: {
            en: `The receipt ${receipt} contains this payment. Cancel it first.`,
            es: `El complemento ${receipt} incluye este pago. Primero cancélelo.`,
          },
        });
  },
  steps: (_, { books }) => books.steps(),
};

const recordPlace: CollectionEffect = {
  says: 'the collection can be found by its identifier',
  steps: (_, { place }, { teamId, id }) => [
    create(paymentPlaceKey(teamId, id), place, unexpectedConflict('A collection')),
  ],
};

const markPlace: CollectionEffect = {
  says: '`voidedAt` is set; lists of payments, balances and reports omit the payments',
  steps: (context, { place }, { teamId, id }) => [
    update(
      paymentPlaceKey(teamId, id),
      // The place of an older release is in the index of its trip.
      { set: { voidedAt: context.now().toISOString() }, remove: ['gsi1pk', 'gsi1sk'] },
      unchanged(place, ['further', 'voidedAt']),
      (found) => (found?.voidedAt === undefined ? new BooksChanged('payment') : new AppError('NOT_FOUND')),
    ),
  ],
};

type PaymentTransition<By extends string = string> = Transition<PaymentStatus, Collection, WithBooks, By>;

const register: PaymentTransition<'MEMBER'> = {
  from: [],
  to: 'LIVE',
  by: 'MEMBER',
  effects: [enterPayments, recordPlace],
};
const revoke: PaymentTransition<'ADMIN'> = {
  from: ['LIVE'],
  to: 'VOIDED',
  by: 'ADMIN',
  effects: [markPlace, takePaymentsBack],
};

/** The state machine of a collection. `by` is the least role of a member. A row without `from` creates it. */
export const PAYMENT_TRANSITIONS = { register, void: revoke } as const;
