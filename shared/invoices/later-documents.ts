import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { isLive } from './document-status';
import { type InvoiceRecord, invoiceKey, notesOfInvoice } from './invoice-record';
import { creditedId } from './invoice-writes';

/** Throws LATER_DOCUMENTS while a credit note of the document is in force. A note names the one that was stamped later. */
export async function assertNoLaterNotes(context: Context, record: InvoiceRecord): Promise<void> {
  const documentId = record.type === undefined ? record.id : creditedId(record);
  const isPlain = record.type === undefined && !record.credited && record.documentPending === undefined;
  if (documentId === undefined || isPlain) return;
  const { teamId } = record;
  const pointers = await allItems(context, notesOfInvoice(teamId, documentId));
  const notes = await getItems(
    context,
    pointers.map(({ invoiceId }) => invoiceKey(teamId, invoiceId)),
  );
  const later = notes.flatMap((note) => (note && note.id !== record.id && isLater(note, record) ? [note] : []));
  if (later.length === 0) return;
  const named = later.map(({ id }) => id).join(', ');
  throw new AppError('LATER_DOCUMENTS', {
    message: `Later documents depend on this one: ${named}. Cancel them first, the newest first.`,
  });
}

const isLater = (note: InvoiceRecord, record: InvoiceRecord): boolean =>
  isLive(note) && !note.isReplaced && (record.type === undefined || orderOf(note) > orderOf(record));

/** A note without a date is being stamped. Of two notes of the same second the one that was drafted later is the later one. */
const orderOf = ({ issuedAt = '~', id }: InvoiceRecord): string => `${issuedAt}#${id}`;

export const refuseLaterNotes = capability(
  { table: ['Query', 'BatchGetItem'] },
  (context) => (record: InvoiceRecord) => assertNoLaterNotes(context, record),
);
