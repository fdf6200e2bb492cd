import { alertKey } from '../alerts/alert';
import { alertText } from '../alerts/alert-texts';
import { auditStep, type TeamActor } from '../audit/audit';
import { reservationKey } from '../boxes/reservation';
import { isEditable, notEditable } from '../invoices/edit-invoice';
import { invoiceCountSteps } from '../invoices/invoice-counts';
import type { InvoiceRecord } from '../invoices/invoice-record';
import {
  invoiceCartaPorteKey,
  invoiceItemsKey,
  invoiceKey,
  invoiceOfTripKey,
  noteOfInvoiceKey,
  receiptPaymentsKey,
} from '../invoices/invoice-record';
import { documentIdsOf, invoiceUnchanged } from '../invoices/invoice-writes';
import { resolveKept, resolveTripAlerts, TRIP_ALERT_FIELDS } from '../invoices/trip-alerts';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import { removedExternalId } from '../platform/table/external-ids';
import { getItems } from '../platform/table/read';
import { deleteIfPresent, deleteItem, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { paymentSteps, readBooksOf, undrafted } from '../receipts/receipt-books';
import { deletedDraftSteps } from '../trips/trip-estimate';
import { pastStampWorkKey } from './work-keys';

/**
 * Deletes a DRAFT or ERROR invoice with its details, if it is unchanged since it was read. The caller must first check
 * that no search for its document is open.
 */
export const removeInvoice = capability(
  { table: ['GetItem', 'BatchGetItem', 'DeleteItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, record: InvoiceRecord): Promise<void> => {
      if (!isEditable(record)) throw notEditable(record);
      const steps = removalSteps(context, actor, record);
      await transact(context, [
        ...steps,
        ...(await deletedDraftSteps(context, record)),
        ...(await deletedReceiptSteps(context, record)),
        ...(await deletedSubstituteSteps(context, record)),
      ]);
    },
);

/** The allocations of a deleted draft of a receipt need another one. */
async function deletedReceiptSteps(context: Context, record: InvoiceRecord): Promise<Step[]> {
  if (record.type !== 'P') return [];
  const writes = undrafted(record, await readBooksOf(context, record));
  return paymentSteps(record.teamId, writes, () => new AppError('CONFLICT'));
}

/** The alert about the document that the draft would have substituted names the draft no longer. */
async function deletedSubstituteSteps(context: Context, { teamId, id, replaces }: InvoiceRecord): Promise<Step[]> {
  if (replaces === undefined) return [];
  const [replaced] = await getItems(context, [invoiceKey(teamId, replaces)]);
  const alertId = replaced?.outdatedAlert;
  const [alert] = await getItems(context, [alertId === undefined ? undefined : alertKey(teamId, alertId)]);
  if (alert?.facts?.draftId !== id) return [];
  const message = alertText(alert.type, undefined).en;
  const change = { set: { message }, remove: ['facts'] };
  return [update(alertKey(teamId, alert.id), change, unchanged(alert, ['facts']), () => new AppError('CONFLICT'))];
}

/** The steps of the removal. The deletion of a trip adds them to its own transaction. */
export const removalSteps = (context: Context, actor: TeamActor, record: InvoiceRecord): Step[] => [
  deleteItem(
    invoiceKey(record.teamId, record.id),
    allOf(invoiceUnchanged(record), unchanged(record, TRIP_ALERT_FIELDS)),
    refusedRemoval,
  ),
  ...detailSteps(record),
  ...releaseSteps(record),
  ...resolveTripAlerts(record.teamId, record),
  ...resolveKept(record.teamId, record, () => true),
  ...rentalSteps(record),
  ...removedExternalId('INVOICE', record),
  ...invoiceCountSteps(record.teamId, record, undefined),
  auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'DELETE' }),
];

/** The rental of a deleted draft names no invoice any more. */
const rentalSteps = ({ teamId, id, reservationId }: InvoiceRecord): Step[] =>
  reservationId === undefined
    ? []
    : [
        update(
          reservationKey(teamId, reservationId),
          { remove: ['invoiceId'] },
          { equals: { invoiceId: id } },
          () => new AppError('CONFLICT'),
        ),
      ];

/** The document that a deleted draft would have substituted is as before. */
const releaseSteps = ({ teamId, replaces }: InvoiceRecord): Step[] =>
  replaces === undefined
    ? []
    : [update(invoiceKey(teamId, replaces), { remove: ['replacedBy'] }, {}, () => new AppError('CONFLICT'))];

function refusedRemoval(found: InvoiceRecord | undefined): Error {
  if (found === undefined) return new AppError('NOT_FOUND');
  return isEditable(found) ? new AppError('CONFLICT') : notEditable(found);
}

/**
 * The steps that delete the details. An invoice that was created with its trip has no pointer item; deleting an absent
 * item does nothing.
 */
function detailSteps(record: InvoiceRecord): Step[] {
  const { teamId, id, tripId, items, hasCartaPorte, stamping } = record;
  const keys = [
    ...(items === undefined ? [invoiceItemsKey(teamId, id)] : []),
    ...(hasCartaPorte ? [invoiceCartaPorteKey(teamId, id)] : []),
    ...(tripId === undefined ? [] : [invoiceOfTripKey(teamId, tripId, id)]),
    ...(record.type === 'P' ? [receiptPaymentsKey(teamId, id)] : []),
    ...documentIdsOf(record).map((documentId) => noteOfInvoiceKey(teamId, documentId, id)),
    ...(stamping === undefined ? [] : [pastStampWorkKey(teamId, id)]),
  ];
  return keys.map((key) => deleteIfPresent(key));
}
