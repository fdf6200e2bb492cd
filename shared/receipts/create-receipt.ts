import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { newRecord } from '../audit/create-record';
import { clientKey } from '../clients/client';
import { receiptOf } from '../invoices/draft';
import { Invoice } from '../invoices/invoice';
import { type InvoiceRecord, invoiceOf, recordOf } from '../invoices/invoice-record';
import { invoiceCreationSteps, noteSteps } from '../invoices/invoice-writes';
import { BooksChanged } from '../payments/books';
import { onFreshBooks } from '../payments/fresh-books';
import {
  type KeptPayment,
  MAXIMUM_DOCUMENTS,
  needsReceipt,
  paymentKey,
  paymentPlaceKey,
  positionsOf,
} from '../payments/payment';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItem, getItems } from '../platform/table/read';
import { localDay } from '../platform/values/calendar';
import { Uuid } from '../platform/values/fields';
import { said, type Text } from '../platform/values/text';
import { refusingUnknown } from '../platform/values/unknown-fields';
import { paymentFormOf } from './payment-form';
import { readPayables } from './read-payables';
import { drafted, paymentSteps, readRecords } from './receipt-books';
import { linesOf, numberedPayments, type ReceiptCollection, type ReceiptLine } from './receipt-lines';

/** A month has at most 31 days; a receipt of one client rarely has more collections. */
const MAXIMUM_COLLECTIONS = 31;
/** A transaction has at most 100 writes: the payments are written together with up to 40 documents. */
const MAXIMUM_PAYMENTS = 45;
const MAXIMUM_LINES = 200;

/** Body of POST /teams/{teamId}/receipts. */
export const ReceiptBody = refusingUnknown(
  v.object({
    clientId: Uuid,
    /** The collections of this customer that the receipt confirms. */
    collectionIds: v.pipe(
      v.array(Uuid),
      v.minLength(1, said({ en: 'Send at least one id.', es: 'Envíe al menos un id.' })),
      v.maxLength(
        MAXIMUM_COLLECTIONS,
        said({ en: `Send at most ${MAXIMUM_COLLECTIONS} ids.`, es: `Envíe como máximo ${MAXIMUM_COLLECTIONS} id.` }),
      ),
      v.check(
        (ids) => new Set(ids).size === ids.length,
        said({ en: 'Send each id once.', es: 'Envíe cada id una sola vez.' }),
      ),
    ),
  }),
);
export type ReceiptBody = v.InferOutput<typeof ReceiptBody>;

/**
 * Creates the draft of a receipt of payment (type P): every allocation of the collections to a PPD document that no live
 * receipt contains. Its instalments, balances and taxes are a preview; the stamp numbers them.
 */
export const createReceipt = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'Query', 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, body: ReceiptBody, timeZone: string, once: Once | undefined) =>
    onFreshBooks(context, () =>
      createOnce(context, once, Invoice, () => receiptCreation(context, actor, body, timeZone)),
    ),
);

async function receiptCreation(context: Context, actor: TeamActor, body: ReceiptBody, timeZone: string) {
  const { teamId } = actor;
  const client = await getItem(context, clientKey(teamId, body.clientId));
  if (client === undefined)
    throw validationError('clientId', {
      en: 'This team has no client with this id. Send the id of one of its clients.',
      es: 'Esta empresa no tiene un cliente con este id. Envíe el id de uno de sus clientes.',
    });
  const payments = await readCollections(context, teamId, body);
  refuseOtherMonths(payments, body, timeZone);
  const due = payments.filter(({ record }) => record.allocations?.some(needsReceipt));
  const lines = linesOf(due, needsReceipt);
  if (lines.length === 0) throw new AppError('NOTHING_TO_RECEIPT');
  const documentIds = [...new Set(lines.map(({ invoiceId }) => invoiceId))];
  refuseTooMany(documentIds, due, lines);
  const collections = collectionsOf(due);
  const documents = await readRecords(context, teamId, documentIds);
  refusePending(documents);
  const payables = await readPayables(context, documents);
  const result = receiptOf(newRecord(context, actor), client);
  const { record, details } = recordOf(result, { revision: 0, documentIds });
  const whole = { ...details, payments: numberedPayments(collections, lines, documents, payables) };
  return {
    result: invoiceOf(record, whole),
    steps: [
      ...invoiceCreationSteps(record, whole),
      ...noteSteps(record),
      ...paymentSteps(teamId, drafted(record.id, lines, due), () => new BooksChanged('payment')),
      auditStep(context, actor, {
        entityType: 'INVOICE',
        entityId: record.id,
        action: 'RECEIPT',
        changes: { collectionIds: collections.map(({ collectionId }) => collectionId) },
      }),
    ],
  };
}

/** The payments of the collections. Throws VALIDATION_FAILED for a collection that is voided, or of another client or team. */
async function readCollections(
  context: Context,
  teamId: string,
  { clientId, collectionIds }: ReceiptBody,
): Promise<KeptPayment[]> {
  const places = await getItems(
    context,
    collectionIds.map((id) => paymentPlaceKey(teamId, id)),
  );
  const positions = places.map((place, index) => (place ? positionsOf(collectionIds[index] ?? '', place) : []));
  const all = positions.flat();
  const records = await getItems(
    context,
    all.map((at) => paymentKey(teamId, at)),
  );
  const payments = all.flatMap((at, index) => {
    const record = records[index];
    return record ? [{ at, record }] : [];
  });
  if (payments.length < all.length) throw new BooksChanged('payment');
  for (const [index, collectionId] of collectionIds.entries()) {
    const wrong = reasonAgainst(payments.find(({ at }) => at.id === collectionId)?.record, clientId);
    if (wrong) throw validationError(`collectionIds[${index}]`, wrong);
  }
  return payments;
}

function reasonAgainst(record: KeptPayment['record'] | undefined, clientId: string): Text | undefined {
  if (record === undefined)
    return { en: 'This team has no collection with this id.', es: 'Esta empresa no tiene un cobro con este id.' };
  if (record.voidedAt !== undefined) return { en: 'This collection was voided.', es: 'Este cobro está anulado.' };
  return record.clientId === clientId
    ? undefined
    : { en: 'This collection is of another client.', es: 'Este cobro es de otro cliente.' };
}

/** RMF 2.7.1.32 allows one receipt for the payments of one month. */
function refuseOtherMonths(payments: readonly KeptPayment[], { collectionIds }: ReceiptBody, timeZone: string): void {
  const monthOf = (id: string) => {
    const paidAt = payments.find(({ at }) => at.id === id)?.at.paidAt ?? '';
    return localDay(new Date(paidAt), timeZone).slice(0, 7);
  };
  const [first = '', ...others] = collectionIds;
  const at = others.findIndex((id) => monthOf(id) !== monthOf(first));
  if (at >= 0)
    throw validationError(`collectionIds[${at + 1}]`, {
      en: 'This collection is of another month. A receipt has the payments of one month.',
      es: 'Este cobro es de otro mes. Un complemento lleva los pagos de un solo mes.',
    });
}

function refuseTooMany(
  documentIds: readonly string[],
  payments: readonly KeptPayment[],
  lines: readonly ReceiptLine[],
): void {
  if (documentIds.length > MAXIMUM_DOCUMENTS || payments.length > MAXIMUM_PAYMENTS || lines.length > MAXIMUM_LINES)
    throw validationError('collectionIds', {
      en: `These collections pay more than ${MAXIMUM_DOCUMENTS} invoices, or invoices of too many trips. Send fewer collections.`,
      es: `Estos cobros pagan más de ${MAXIMUM_DOCUMENTS} facturas, o facturas de demasiados viajes. Envíe menos cobros.`,
    });
}

/** Each collection once. Throws VALIDATION_FAILED when a receipt cannot have its payment form (CRP20212). */
function collectionsOf(payments: readonly KeptPayment[]): ReceiptCollection[] {
  const collections = new Map<string, ReceiptCollection>();
  for (const { at, record } of payments) {
    const collectionId = at.collectionId ?? at.id;
    const paymentForm = paymentFormOf(record);
    if (paymentForm === undefined)
      throw validationError('paymentForm', {
        en: `The collection ${collectionId} has no payment form that a receipt can have. Void it, and register it with a paymentForm of c_FormaPago other than 99.`,
        es: `El cobro ${collectionId} no tiene una forma de pago que admita un complemento. Anúlelo y regístrelo con un paymentForm de c_FormaPago que no sea 99.`,
      });
    const { reference } = record;
    collections.set(collectionId, { collectionId, paymentForm, paidAt: at.paidAt, ...(reference && { reference }) });
  }
  return [...collections.values()];
}

function refusePending(documents: readonly InvoiceRecord[]): void {
  const pending = documents.find(({ documentPending }) => documentPending !== undefined);
  if (pending)
    throw new AppError('DOCUMENT_PENDING', {
      message: {
        en: `The document ${pending.documentPending} of the invoice ${pending.id} is being stamped. Refresh it first.`,
        es: `El comprobante ${pending.documentPending} de la factura ${pending.id} se está timbrando. Primero actualícelo.`,
      },
    });
}
