import { isLive } from '../invoices/document-status';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { documentIdsOf } from '../invoices/invoice-writes';
import { assertNoLaterNotes } from '../invoices/later-documents';
import { BooksChanged } from '../payments/books';
import { onFreshBooks } from '../payments/fresh-books';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { type Once, rememberOnce } from '../platform/table/idempotency';
import { getItems } from '../platform/table/read';
import { putItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { readRecords } from '../receipts/receipt-books';
import { ledgerSteps } from './credit-ledger';
import type { CancelWork } from './work-items';
import { cancelWorkKey } from './work-keys';

/**
 * A document of type I ends by its cancellation or by its substitute. Neither may happen while a credit note or receipt of it is stamped, and none
 * may be stamped after it (docs/decisions/0071). Both sides read the ledger of the document first, and each of their writes requires and raises
 * its version: of two at once the second finds the first one.
 */

/**
 * Records a cancellation before the provider is asked for it, at each document that it concerns. Throws LATER_DOCUMENTS when a credit note or
 * receipt must be cancelled first.
 */
export const openCancellation = capability(
  {
    table: ['BatchGetItem', 'ConditionCheckItem', 'Query', 'PutItem', 'UpdateItem'],
    tableKeys: ['CALLER#', 'STAMPING_WORK#', 'TEAM#'],
  },
  (context) =>
    (record: InvoiceRecord, work: CancelWork, once?: Once): Promise<void> =>
      onFreshBooks(context, async () => {
        const { teamId, type, id } = record;
        const documents = await readRecords(context, teamId, type === undefined ? [id] : documentIdsOf(record));
        await assertNoLaterNotes(context, documents.find((document) => document.id === id) ?? record);
        const ledgers = documents.map((document) => ({ record: document, after: { ...document, cancellationOf: id } }));
        await transact(context, [
          ...rememberOnce(context, once),
          putItem(cancelWorkKey(work.invoiceId), work),
          ...ledgerSteps(ledgers, () => new BooksChanged('document')),
        ]);
      }),
);

/**
 * Throws DOCUMENT_PENDING when the cancellation of one of the documents, or of a note or receipt of it, is not decided, or when a substitute of it
 * is stamped. The documents were read before, so a change meanwhile shows in their ledger's version.
 */
export const assertNotEnding = capability(
  { table: ['BatchGetItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) =>
    async (documents: readonly InvoiceRecord[]): Promise<void> => {
      const asked = documents.flatMap(({ cancellationOf }) => cancellationOf ?? []);
      const works = (await getItems(context, asked.map(cancelWorkKey))).flatMap((found) => found ?? []);
      // Recovery deletes the work of a decided cancellation some minutes later.
      const undecided = await getItems(
        context,
        works.map(({ teamId, invoiceId }) => invoiceKey(teamId, invoiceId)),
      );
      const cancelled = undecided.find((record) => record !== undefined && record.status !== 'CANCELLED')?.id;
      if (cancelled !== undefined)
        throw new AppError('DOCUMENT_PENDING', {
          message: {
            en: `The cancellation of ${cancelled}, of the same invoice, is not decided. Refresh it, then stamp this one.`,
            es: `La cancelación de ${cancelled}, de la misma factura, aún no se resuelve. Actualícela y después timbre esta.`,
          },
        });
      const replacing = documents.flatMap(({ teamId, replacedBy }) =>
        replacedBy ? [invoiceKey(teamId, replacedBy)] : [],
      );
      const substitutes = (await getItems(context, replacing)).flatMap((found) => found ?? []);
      const stamped = substitutes.find((substitute) => isLive(substitute) || substitute.stamping?.isOpen);
      if (stamped !== undefined)
        throw new AppError('DOCUMENT_PENDING', {
          message: {
            en: `The substitute ${stamped.id} of the same invoice is ${stamped.status}. Refresh it, stamp it or delete it, then stamp this one.`,
            es: `El sustituto ${stamped.id} de la misma factura está en ${stamped.status}. Actualícelo, tímbrelo o bórrelo y después timbre esta.`,
          },
        });
    },
);
