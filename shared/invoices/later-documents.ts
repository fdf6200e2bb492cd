import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { type InvoiceRecord, invoiceKey, notesOfInvoice } from './invoice-record';
import { creditedId } from './invoice-writes';

/** Statuses in which a document exists or may exist. */
const LIVE: readonly InvoiceRecord['status'][] = ['PENDING', 'VALID', 'CANCELLED_PENDING'];

/** Throws LATER_DOCUMENTS while a credit note of the document is in force. A note names the one that was stamped later. */
export async function assertNoLaterNotes(context: Context, record: InvoiceRecord): Promise<void> {
  const documentId = record.type === undefined ? record.id : creditedId(record);
  const isPlain = record.type === undefined && !record.credited && record.documentPending === undefined;
  if (documentId === undefined || isPlain) return;
  const { teamId } = record;
  const pointers = await allItems(context, notesOfInvoice(teamId, documentId));
  const notes: InvoiceRecord[] = [];
  for (let start = 0; start < pointers.length; start += BATCH) {
    const keys = pointers.slice(start, start + BATCH).map(({ invoiceId }) => invoiceKey(teamId, invoiceId));
    notes.push(...(await getItems(context, keys)).flatMap((note) => note ?? []));
  }
  const later = notes.filter((note) => note.id !== record.id && isLater(note, record));
  if (later.length === 0) return;
  const named = later.map(({ id }) => id).join(', ');
  throw new AppError('LATER_DOCUMENTS', {
    message: `Later documents depend on this one: ${named}. Cancel them first, the newest first.`,
  });
}

/** The limit of keys in one BatchGetItem. */
const BATCH = 100;

const isLater = (note: InvoiceRecord, record: InvoiceRecord): boolean =>
  LIVE.includes(note.status) && !note.isReplaced && (record.type === undefined || orderOf(note) > orderOf(record));

/** A note without a date is being stamped. Of two notes of the same second the one that was drafted later is the later one. */
const orderOf = ({ issuedAt = '~', id }: InvoiceRecord): string => `${issuedAt}#${id}`;

export const refuseLaterNotes = capability(
  { table: ['Query', 'BatchGetItem'] },
  (context) => (record: InvoiceRecord) => assertNoLaterNotes(context, record),
);
