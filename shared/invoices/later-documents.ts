import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { isLive } from './document-status';
import { type InvoiceRecord, invoiceKey, notesOfInvoice } from './invoice-record';
import { documentIdsOf } from './invoice-writes';

/**
 * Throws LATER_DOCUMENTS while a credit note or receipt of the document is in force. A note or receipt names those of its
 * documents that were stamped later. `exceptId` is a substitute of the record: it may be under way.
 */
export async function assertNoLaterNotes(context: Context, record: InvoiceRecord, exceptId?: string): Promise<void> {
  const { teamId, type, id, credited, receiptCount, documentPending } = record;
  const isPlain = type === undefined && !credited && !receiptCount && documentPending === undefined;
  const documentIds = type === undefined ? [id] : documentIdsOf(record);
  if (documentIds.length === 0 || isPlain) return;
  const found = await Promise.all(documentIds.map((one) => allItems(context, notesOfInvoice(teamId, one))));
  const pointers = [...new Set(found.flatMap((all) => all.map(({ invoiceId }) => invoiceId)))];
  const notes = await readRecords(context, teamId, pointers);
  const documents = type === undefined ? [record] : await readRecords(context, teamId, documentIds);
  // An attempt without an answer is ERROR, but its document may still appear: it is reserved until then.
  const reserved = new Set(documents.map((document) => document.documentPending));
  const others = notes.filter((note) => note.id !== id && note.id !== exceptId);
  const later = others.filter((note) => reserved.has(note.id) || isLater(note, record));
  if (later.length === 0) return;
  const named = later.map((note) => note.id).join(', ');
  throw new AppError('LATER_DOCUMENTS', {
    message: `Later documents depend on this one: ${named}. Cancel them first, the newest first.`,
  });
}

async function readRecords(context: Context, teamId: string, ids: readonly string[]): Promise<InvoiceRecord[]> {
  const records = await getItems(
    context,
    ids.map((one) => invoiceKey(teamId, one)),
  );
  return records.flatMap((record) => record ?? []);
}

const isLater = (note: InvoiceRecord, record: InvoiceRecord): boolean =>
  isLive(note) && !note.isReplaced && (record.type === undefined || orderOf(note) > orderOf(record));

/** A note without a date is being stamped. Of two notes of the same second the one that was drafted later is the later one. */
const orderOf = ({ issuedAt = '~', id }: InvoiceRecord): string => `${issuedAt}#${id}`;

export const refuseLaterNotes = capability(
  { table: ['Query', 'BatchGetItem'] },
  (context) => (record: InvoiceRecord, exceptId?: string) => assertNoLaterNotes(context, record, exceptId),
);
