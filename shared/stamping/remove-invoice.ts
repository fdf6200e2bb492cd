import { auditStep, type TeamActor } from '../audit/audit';
import { isEditable, notEditable } from '../invoices/edit-invoice';
import { invoiceCountSteps } from '../invoices/invoice-counts';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { invoiceCartaPorteKey, invoiceItemsKey, invoiceKey, invoiceOfTripKey } from '../invoices/invoice-record';
import { invoiceUnchanged } from '../invoices/invoice-writes';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { deleteIfPresent, deleteItem, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { pastStampWorkKey } from './work-keys';

/** Deletes a draft or an ERROR, as it was read, with what lies beside it. Whether a stamp of it is still looked for is the caller's to ask. */
export const removeInvoice = capability(
  { table: ['DeleteItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, record: InvoiceRecord): Promise<void> => {
      if (!isEditable(record)) throw notEditable(record);
      await transact(context, [
        deleteItem(invoiceKey(record.teamId, record.id), invoiceUnchanged(record), refusedRemoval),
        ...detailSteps(record),
        ...invoiceCountSteps(record.teamId, record, undefined),
        auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'DELETE' }),
      ]);
    },
);

function refusedRemoval(found: InvoiceRecord | undefined): Error {
  if (found === undefined) return new AppError('NOT_FOUND');
  return isEditable(found) ? new AppError('CONFLICT') : notEditable(found);
}

/** What lies beside the head; there is no pointer to the invoice that was made with a trip. */
function detailSteps({ teamId, id, tripId, items, hasCartaPorte, stamping }: InvoiceRecord): Step[] {
  const keys = [
    ...(items === undefined ? [invoiceItemsKey(teamId, id)] : []),
    ...(hasCartaPorte ? [invoiceCartaPorteKey(teamId, id)] : []),
    ...(tripId === undefined ? [] : [invoiceOfTripKey(teamId, tripId, id)]),
    ...(stamping === undefined ? [] : [pastStampWorkKey(teamId, id)]),
  ];
  return keys.map((key) => deleteIfPresent(key));
}
