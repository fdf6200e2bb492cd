import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { refuseTooLarge } from '../platform/table/answer-size';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { getItem, getItems, HIGHEST, LOWEST, queryIndex, queryItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { create, deleteItem, unexpectedConflict } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { InstantRange } from '../platform/values/calendar';
import { withoutEmptyTexts } from '../platform/values/fields';
import { centsOf } from '../platform/values/money';
import type { TripRecord } from '../trips/trip';
import { tripKey } from '../trips/trip';
import { paidSteps } from '../trips/trip-money';
import {
  MAXIMUM_PAYMENTS,
  type NewPayment,
  Payment,
  type PaymentPosition,
  type PaymentRecord,
  paymentKey,
  paymentOf,
  paymentPlaceIndexes,
  paymentPlaceKey,
  paymentPositionOf,
  paymentsOf,
  paymentsOfTrip,
} from './payment';

/** Registers a payment for a trip of the team (else NOT_FOUND), with the client of the trip, and moves what is owed for it. */
export const createPayment = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'UpdateItem', 'DeleteItem'] },
  (context) =>
    (actor: TeamActor, fields: NewPayment, once: Once | undefined): Promise<Payment> =>
      retryOnConflict<TripRecord | undefined, Payment>(context, undefined, (latest, changed) =>
        createOnce(context, once, Payment, async () => {
          const trip = latest ?? (await getItem(context, tripKey(actor.teamId, fields.tripId)));
          if (trip === undefined) throw new AppError('NOT_FOUND', { message: 'There is no such trip in this team.' });
          return paymentCreation(context, actor, fields, trip, changed);
        }),
      ),
);

function paymentCreation(
  context: Context,
  actor: TeamActor,
  { paidAt: given, ...fields }: NewPayment,
  trip: TripRecord,
  changed: (found: TripRecord) => Error,
): Creation<Payment> {
  const { teamId, id: registeredBy } = actor;
  const createdAt = context.now().toISOString();
  const at: PaymentPosition = { id: context.newId(), paidAt: given ?? createdAt };
  const { clientId, clientName } = trip;
  const record: PaymentRecord = { ...withoutEmptyTexts(fields), clientId, clientName, registeredBy, createdAt };
  const place = { tripId: trip.id, paidAt: at.paidAt };
  return {
    result: paymentOf(teamId, at, record),
    steps: [
      ...paidSteps(trip, centsOf(fields.amount), changed),
      create(paymentKey(teamId, at), record, unexpectedConflict('A payment')),
      create(
        paymentPlaceKey(teamId, at.id),
        place,
        unexpectedConflict('A payment'),
        paymentPlaceIndexes(teamId, trip.id, at),
      ),
      auditStep(context, actor, { entityType: 'PAYMENT', entityId: at.id, action: 'CREATE' }),
    ],
  };
}

/** Voids a payment: it is gone from lists, balance and reports, and the audit keeps what it was. Of who void it at once one does. */
export const voidPayment = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) =>
    async (actor: TeamActor, tripId: string, at: PaymentPosition): Promise<void> => {
      const { teamId } = actor;
      const [payment, read] = await getItems(context, [paymentKey(teamId, at), tripKey(teamId, tripId)]);
      if (payment === undefined || read === undefined) throw new AppError('NOT_FOUND');
      const gone = () => new AppError('NOT_FOUND');
      const { amount, method, reference, clientId, registeredBy } = payment;
      const changes = { tripId, clientId, amount, paidAt: at.paidAt, method, reference, registeredBy };
      await retryOnConflict(context, read, (trip, changed) =>
        transact(context, [
          deleteItem(paymentPlaceKey(teamId, at.id), {}, gone),
          deleteItem(paymentKey(teamId, at), {}, gone),
          ...paidSteps(trip, -centsOf(amount), changed),
          auditStep(context, actor, { entityType: 'PAYMENT', entityId: at.id, action: 'DELETE', changes }),
        ]),
      );
    },
);

/** Payments of a team in a range of `paidAt`, all of them, the newest first; of one client where that is asked. */
export const listPayments = capability(
  { table: ['Query'] },
  (context) =>
    async (teamId: string, range: InstantRange, clientId: string | undefined): Promise<Payment[]> => {
      const all = await readPayments(context, teamId, range);
      const payments = clientId === undefined ? all : all.filter((payment) => payment.clientId === clientId);
      refuseTooLarge(payments, 'from', 'These payments are too many for one answer. Ask for a narrower range.');
      return payments;
    },
);

/**
 * A range as a query of whole items: it costs what it returns, whatever the team was ever paid. More than 10,000 are 400 by the end of the
 * range that would narrow it.
 */
export async function readPayments(
  context: Context,
  teamId: string,
  { from = LOWEST, to = HIGHEST }: InstantRange,
  field = 'from',
): Promise<Payment[]> {
  const { pk, schema } = paymentsOf(teamId);
  // A key is the instant and the identifier: '~' stands behind every identifier of the last instant.
  const between = { from, to: `${to}~` };
  const payments: Payment[] = [];
  for (let after: string | undefined; ; ) {
    const limit = MAXIMUM_PAYMENTS + 1 - payments.length;
    const { items, more } = await queryItems(context, { pk, prefix: '', between, limit, after });
    payments.push(...items.map((item) => paymentOf(teamId, paymentPositionOf(item.sk), v.parse(schema, item))));
    if (payments.length > MAXIMUM_PAYMENTS) {
      throw validationError(
        field,
        `There are more than ${MAXIMUM_PAYMENTS} payments in that range. Ask for a narrower one.`,
      );
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return payments;
  }
}

/** A balance shows so many payments of its trip, the newest; the sum is of all. */
const MAXIMUM_SHOWN = 100;

/** The payments of a trip, the newest first. A trip that nothing was paid for costs no read. */
export const readTripPayments = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    async ({ teamId, id, paid = 0 }: TripRecord): Promise<Payment[]> => {
      if (paid === 0) return [];
      const { gsi1pk } = paymentsOfTrip(teamId, id);
      const { positions } = await queryIndex(context, 'gsi1', gsi1pk, { limit: MAXIMUM_SHOWN });
      const found = positions.map(paymentPositionOf);
      const records = await getItems(
        context,
        found.map((at) => paymentKey(teamId, at)),
      );
      return found.flatMap((at, index) => {
        const record = records[index];
        return record ? [paymentOf(teamId, at, record)] : [];
      });
    },
);
