import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import type { OwedInvoice } from '../invoices/allocated';
import { open } from '../invoices/ledger';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { refuseTooLarge } from '../platform/table/answer-size';
import { readByExternalId } from '../platform/table/external-id-list';
import { type ExternalIdHolder, newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { getItem, getItems, HIGHEST, LOWEST, queryIndex, queryItems } from '../platform/table/read';
import { interpret } from '../platform/table/state-machine';
import type { InstantRange } from '../platform/values/calendar';
import { withoutEmptyTexts } from '../platform/values/fields';
import { centsOf } from '../platform/values/money';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import { isEstimate } from '../trips/receivable';
import type { TripRecord } from '../trips/trip';
import { tripKey } from '../trips/trip';
import { readOwedOfTrip } from '../trips/trip-invoices';
import { Books, spread } from './books';
import { collectionOf } from './collection';
import { type CreditsRead, creditKindOf } from './credit-note-credit';
import { receiptStatusOf } from './due-receipt';
import { onFreshBooks } from './fresh-books';
import {
  type KeptPayment,
  MAXIMUM_DOCUMENTS,
  MAXIMUM_PAYMENTS,
  type NewPayment,
  type Payment,
  PaymentOfTrip,
  type PaymentPosition,
  type PaymentRecord,
  paymentKey,
  paymentOf,
  paymentPositionOf,
  paymentsOf,
  paymentsOfTrip,
} from './payment';
import { PAYMENT_TRANSITIONS } from './payment-states';
import { isLedgerDue, settleDocument } from './settle-ledger';

/**
 * Registers a payment for a trip of the team (else NOT_FOUND) with the client of the trip: a collection of one trip. It
 * is allocated to the trip's open documents, the oldest first; the rest stays on the trip.
 */
export const createPayment = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'Query', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
    gsi1: ['Query'],
    tableKeys: ['CALLER#', 'TEAM#'],
  },
  (context) =>
    (
      actor: TeamActor,
      fields: NewPayment,
      once: Once | undefined,
      timeZone = DEFAULT_TIME_ZONE,
    ): Promise<PaymentOfTrip> => {
      const credits: CreditsRead = new Map();
      return onFreshBooks(context, () =>
        createOnce(context, once, PaymentOfTrip, async () => {
          const { trip, documents } = await readPayable(context, actor, fields.tripId);
          const credit = await creditKindOf(context, actor.teamId, trip.clientId, fields, credits);
          return paymentCreation(context, actor, timeZone, { ...fields, ...credit }, trip, documents);
        }),
      );
    },
);

const orderOf = ({ issuedAt = '', id }: OwedInvoice): string => `${issuedAt}#${id}`;

/**
 * The trip with its open documents, the oldest first. A trip without a document costs no further read. A trip of an older
 * release has no estimate: the ledgers of its documents are opened first, also with its earlier payments.
 */
async function readPayable(
  context: Context,
  actor: TeamActor,
  tripId: string,
): Promise<{ trip: TripRecord; documents: OwedInvoice[] }> {
  const trip = await getItem(context, tripKey(actor.teamId, tripId));
  if (trip === undefined)
    throw new AppError('NOT_FOUND', {
      message: { en: 'There is no such trip in this team.', es: 'Esta empresa no tiene ese viaje.' },
    });
  if (isEstimate(trip) && trip.estimate !== undefined) return { trip, documents: [] };
  const owed = await readOwedOfTrip(context, trip);
  const oldest = owed.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const due = oldest.filter((record) => isLedgerDue(record));
  for (const { id } of due) await settleDocument(context, actor, id);
  if (due.length > 0) return readPayable(context, actor, tripId);
  return { trip, documents: oldest.filter((record) => open(record) > 0).slice(0, MAXIMUM_DOCUMENTS) };
}

function paymentCreation(
  context: Context,
  actor: TeamActor,
  timeZone: string,
  { paidAt: given, ...fields }: NewPayment & Pick<PaymentRecord, 'creditKind'>,
  trip: TripRecord,
  documents: readonly OwedInvoice[],
): Creation<PaymentOfTrip> {
  const { teamId, id: registeredBy } = actor;
  const createdAt = context.now().toISOString();
  const at: PaymentPosition = { id: context.newId(), paidAt: given ?? createdAt };
  const { clientId, clientName } = trip;
  const books = new Books(teamId, { documents, trips: [trip] });
  const received = { ...withoutEmptyTexts(fields), clientId, clientName, registeredBy, createdAt };
  books.setPayment(at, { ...received, forTrip: trip.id });
  for (const { invoiceId, cents } of spread(centsOf(fields.amount), documents)) books.allocate(at.id, invoiceId, cents);
  const record = books.payment(at.id);
  const place = { paidAt: at.paidAt };
  const collection = collectionOf(teamId, [{ at, record }]);
  return {
    result: { ...shownPayment(teamId, { at, record }, context.now(), timeZone), tripId: trip.id },
    steps: [
      ...newExternalId('PAYMENT', { teamId, id: at.id, externalId: fields.externalId }, at.paidAt),
      ...interpret(context, PAYMENT_TRANSITIONS.register, collection, { books, place }).steps,
      auditStep(context, actor, { entityType: 'PAYMENT', entityId: at.id, action: 'CREATE' }),
    ],
  };
}

/** One payment. NOT_FOUND when it was voided. */
export const readPayment = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (teamId: string, at: PaymentPosition): Promise<Payment> => {
      const [record, team] = await getItems(context, [paymentKey(teamId, at), teamKey(teamId)]);
      if (record === undefined || record.voidedAt) throw new AppError('NOT_FOUND');
      return shownPayment(teamId, { at, record }, context.now(), team?.timeZone ?? DEFAULT_TIME_ZONE);
    },
);

interface PaymentFilter {
  readonly clientId?: string | undefined;
  readonly externalId?: string | undefined;
}

/** All payments of a team in a range of `paidAt`, the newest first; of one client, and with one key of another system, when they are given. */
export const listPayments = capability(
  { table: ['Query', 'BatchGetItem'] },
  (context) =>
    async (
      teamId: string,
      range: InstantRange,
      { clientId, externalId }: PaymentFilter = {},
      timeZone = DEFAULT_TIME_ZONE,
    ): Promise<Payment[]> => {
      const all =
        externalId === undefined
          ? await readPayments(context, teamId, range)
          : await findPayment(context, teamId, externalId, range);
      const kept = clientId === undefined ? all : all.filter(({ record }) => record.clientId === clientId);
      const payments = kept.map((payment) => shownPayment(teamId, payment, context.now(), timeZone));
      refuseTooLarge(payments, 'from', {
        en: 'These payments are too many for one answer. Ask for a narrower range.',
        es: 'Estos pagos son demasiados para una sola respuesta. Pida un rango más corto.',
      });
      return payments;
    },
);

/** The payment with a key of another system, if it is in the range. */
async function findPayment(
  context: Context,
  teamId: string,
  externalId: string,
  { from = LOWEST, to = HIGHEST }: InstantRange,
): Promise<KeptPayment[]> {
  const positionOf = ({ id, paidAt = '' }: ExternalIdHolder) => ({ id, paidAt });
  const keyOf = (holder: ExternalIdHolder) => paymentKey(teamId, positionOf(holder));
  const found = await readByExternalId(context, { teamId, kind: 'PAYMENT', externalId, keyOf });
  if (found === undefined || found.record.voidedAt) return [];
  const at = positionOf(found.holder);
  return at.paidAt >= from && at.paidAt <= to ? [{ at, record: found.record }] : [];
}

const shownPayment = (teamId: string, { at, record }: KeptPayment, now: Date, timeZone: string): Payment =>
  paymentOf(teamId, at, record, receiptStatusOf(record, at.paidAt, now, timeZone));

/**
 * Queries the payments of a range that are not voided: the cost depends on the result and not on the number of all
 * payments. More than 10,000 are 400 by the field that narrows the range.
 */
export async function readPayments(
  context: Context,
  teamId: string,
  { from = LOWEST, to = HIGHEST }: InstantRange,
  field = 'from',
): Promise<KeptPayment[]> {
  const { pk, schema } = paymentsOf(teamId);
  // A key is the instant and the identifiers: '~' stands behind all identifiers of the last instant.
  const between = { from, to: `${to}~` };
  const payments: KeptPayment[] = [];
  for (let after: string | undefined; ; ) {
    const limit = MAXIMUM_PAYMENTS + 1 - payments.length;
    const { items, more } = await queryItems(context, { pk, prefix: '', between, limit, after });
    const read = items.map((item) => ({ at: paymentPositionOf(item.sk), record: v.parse(schema, item) }));
    payments.push(...read.filter(({ record }) => record.voidedAt === undefined));
    if (payments.length > MAXIMUM_PAYMENTS) {
      throw validationError(field, {
        en: `There are more than ${MAXIMUM_PAYMENTS} payments in that range. Ask for a narrower one.`,
        es: `Hay más de ${MAXIMUM_PAYMENTS} pagos en ese rango. Pida uno más corto.`,
      });
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
    async ({ teamId, id, paid = 0 }: TripRecord): Promise<PaymentOfTrip[]> => {
      if (paid === 0) return [];
      const { gsi1pk } = paymentsOfTrip(teamId, id);
      const { positions } = await queryIndex(context, 'gsi1', gsi1pk, { limit: MAXIMUM_SHOWN });
      const found = [...new Set(positions)].map(paymentPositionOf);
      const [records, [team]] = await Promise.all([
        getItems(
          context,
          found.map((at) => paymentKey(teamId, at)),
        ),
        getItems(context, [teamKey(teamId)], 'eventual'),
      ]);
      const timeZone = team?.timeZone ?? DEFAULT_TIME_ZONE;
      return found.flatMap((at, index) => {
        const record = records[index];
        return record && record.voidedAt === undefined && record.tripId === id
          ? [{ ...shownPayment(teamId, { at, record }, context.now(), timeZone), tripId: id }]
          : [];
      });
    },
);
