import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { refuseTooLarge } from '../platform/table/answer-size';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { getItem, getItems, HIGHEST, LOWEST, queryIndex, queryItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { interpret } from '../platform/table/state-machine';
import { create, deleteItem, unexpectedConflict } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { InstantRange } from '../platform/values/calendar';
import { withoutEmptyTexts } from '../platform/values/fields';
import type { TripRecord } from '../trips/trip';
import { tripKey } from '../trips/trip';
import {
  MAXIMUM_PAYMENTS,
  type NewPayment,
  Payment,
  type PaymentPosition,
  type PaymentRecord,
  paymentKey,
  paymentOf,
  paymentPositionOf,
  paymentsOf,
  paymentsOfTrip,
} from './payment';
import { PAYMENT_TRANSITIONS, type PaymentStatus } from './payment-states';

/** Registers a payment for a trip of the team (else NOT_FOUND) with the client of the trip, and updates the receivable of the trip. */
export const createPayment = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'UpdateItem', 'DeleteItem'], tableKeys: ['CALLER#', 'TEAM#'] },
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
  const payment = paymentOf(teamId, at, record);
  const { steps } = interpret(context, PAYMENT_TRANSITIONS.register, payment, { trip, changed });
  return {
    result: payment,
    steps: [
      create(paymentKey(teamId, at), record, unexpectedConflict('A payment')),
      ...steps,
      auditStep(context, actor, { entityType: 'PAYMENT', entityId: at.id, action: 'CREATE' }),
    ],
  };
}

/** One payment. NOT_FOUND when it was voided since its place was read. */
export const readPayment = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (teamId: string, at: PaymentPosition): Promise<Payment> => {
      const [record] = await getItems(context, [paymentKey(teamId, at)]);
      if (record === undefined) throw new AppError('NOT_FOUND');
      return paymentOf(teamId, at, record);
    },
);

/** Voids a payment: lists, balance and reports lose it, and the audit keeps its fields. Of several requests at once one succeeds. */
export const voidPayment = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) =>
    async (actor: TeamActor, tripId: string, at: PaymentPosition): Promise<void> => {
      const { teamId } = actor;
      const row = PAYMENT_TRANSITIONS.void;
      const [record, read] = await getItems(context, [paymentKey(teamId, at), tripKey(teamId, tripId)]);
      if (record === undefined || read === undefined) throw new AppError('NOT_FOUND');
      const payment = paymentOf(teamId, at, record);
      const { amount, method, reference, clientId, registeredBy } = payment;
      const changes = { tripId, clientId, amount, paidAt: at.paidAt, method, reference, registeredBy };
      await retryOnConflict(context, read, (trip, changed) =>
        transact(context, [
          deleteItem(paymentKey(teamId, at), { exists: existenceIn(row.from) }, () => new AppError('NOT_FOUND')),
          ...interpret(context, row, payment, { trip, changed }).steps,
          auditStep(context, actor, { entityType: 'PAYMENT', entityId: at.id, action: 'DELETE', changes }),
        ]),
      );
    },
);

/** The condition on the item that a list of statuses means: only a REGISTERED payment is in the table. Both statuses mean no condition. */
const existenceIn = (from: readonly PaymentStatus[]): boolean | undefined => {
  const isThere = from.includes('REGISTERED');
  return isThere && from.includes('VOIDED') ? undefined : isThere;
};

/** All payments of a team in a range of `paidAt`, the newest first; of one client when `clientId` is given. */
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
 * Queries a range of whole items: the cost depends on the result and not on the number of all payments. More than 10,000 are 400 by the field
 * that narrows the range.
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

/** A balance lists at most this many of the newest payments of its trip. The sum includes all. */
const MAXIMUM_SHOWN = 100;

/** The payments of a trip, the newest first. A trip without payments costs no read. */
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
