import { type OwedInvoice, readOwed } from '../invoices/allocated';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { creditedId } from '../invoices/invoice-writes';
import { documentCents, isLedgerOpen, type Ledger, ledgerChange, ledgerUnchanged } from '../invoices/ledger';
import { Books } from '../payments/books';
import { creditNoteSteps } from '../payments/credit-note-credit';
import { readTrips } from '../payments/read-books';
import { isLedgerDue } from '../payments/settle-ledger';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { check, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Cents } from '../platform/values/money';
import type { Text } from '../platform/values/text';
import type { TripRecord } from '../trips/trip';
import type { StampWork } from './work-items';

/** The document of a credit note, with its allocations and its trip. */
interface CreditedDocument {
  readonly record: OwedInvoice;
  readonly trip: TripRecord | undefined;
}

/** A document of type I before the write of a credit note, and its ledger after that write. */
export interface LedgerWrite {
  readonly record: InvoiceRecord;
  readonly after: Ledger;
  /** With a change of `credited`: the records whose amounts change with it. */
  readonly credited?: CreditedDocument;
}

export const readCredited = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (note: Pick<InvoiceRecord, 'teamId' | 'type' | 'relations'>): Promise<CreditedDocument | undefined> => {
      const id = creditedId(note);
      const [record] = id === undefined ? [] : await readOwed(context, note.teamId, [id]);
      if (record === undefined) return undefined;
      const [trip] = await readTrips(context, note.teamId, [record.tripId]);
      return { record, trip };
    },
);

/**
 * The writes of a ledger: the document, and what its trip and its receivable say of a credit note. A document whose
 * ledger is not open has neither, and keeps no version: the step that allocates its earlier payments finds it by that.
 */
export function ledgerSteps(writes: readonly LedgerWrite[], refused: () => Error): Step[] {
  const plain = writes.filter((write) => !hasBooks(write));
  const documents = plain.map(({ record, after }) => ({ before: record, after: { ...record, ...after } }));
  const teamId = plain[0]?.record.teamId ?? '';
  return [
    ...writes.flatMap((write) => stepsOf(write, refused)),
    ...creditNoteSteps(teamId, { documents, payments: [] }),
  ];
}

const hasBooks = ({ record, credited }: LedgerWrite): boolean => credited !== undefined && isLedgerOpen(record);

function stepsOf({ record, after, credited }: LedgerWrite, refused: () => Error): Step[] {
  if (credited && isLedgerOpen(record)) {
    const { trip } = credited;
    const books = new Books(record.teamId, { documents: [credited.record], trips: trip ? [trip] : [] });
    books.changeLedger(record.id, after);
    return books.steps(refused);
  }
  const { set, remove } = ledgerChange(record, after);
  const { ledgerVersion, ...unopened } = set;
  const change = { set: record.ledgerVersion === undefined ? unopened : { ...unopened, ledgerVersion }, remove };
  const isSame = Object.keys(change.set).length + remove.length === 0;
  if (isSame) return [check(invoiceKey(record.teamId, record.id), ledgerUnchanged(record), refused)];
  return [update(invoiceKey(record.teamId, record.id), change, ledgerUnchanged(record), refused)];
}

/** The lock of a credit note reserves its document. Throws DOCUMENT_PENDING while another note or receipt is stamped. */
export function reserved(note: InvoiceRecord, document: InvoiceRecord | undefined): LedgerWrite[] {
  if (document === undefined) return [];
  const { documentPending = note.id } = document;
  if (documentPending !== note.id)
    throw new AppError('DOCUMENT_PENDING', {
      message: {
        en: `The document ${documentPending} of the same invoice is being stamped. Refresh it, then stamp this one.`,
        es: `El comprobante ${documentPending} de la misma factura se está timbrando. Actualícelo y después timbre este.`,
      },
    });
  return [{ record: document, after: { ...document, documentPending } }];
}

/** A definite refusal of the note releases its document. */
export const released = (note: Pick<InvoiceRecord, 'id'>, document: InvoiceRecord | undefined): LedgerWrite[] =>
  document?.documentPending === note.id
    ? [{ record: document, after: { ...document, documentPending: undefined } }]
    : [];

/** The note is VALID: its document is credited, and released. `replaced` are the cents of the note that it substitutes. */
export function credited(
  note: Pick<InvoiceRecord, 'id'>,
  document: CreditedDocument,
  total: Cents,
  replaced: Cents,
): LedgerWrite {
  const { record } = document;
  const documentPending = record.documentPending === note.id ? undefined : record.documentPending;
  return { record, credited: document, after: { ...record, ...sumOf(record, total - replaced), documentPending } };
}

/**
 * The note is CANCELLED: the client owes its document again. A substituted note did not count, so nothing changes. `restored` are the cents
 * of the note that this one substituted, when that one counts again.
 */
export function givenBack(note: InvoiceRecord, document: CreditedDocument, restored: Cents): LedgerWrite[] {
  if (note.isReplaced) return [];
  const { record } = document;
  return [{ record, credited: document, after: { ...record, ...sumOf(record, restored - documentCents(note)) } }];
}

const sumOf = ({ credited: before = 0 }: Ledger, change: Cents): Pick<Ledger, 'credited'> => ({
  credited: Math.max(0, before + change) || undefined,
});

/**
 * The documents whose ledgers must be settled, in this order, after the status of this record changed. When a substitute was cancelled, its predecessor
 * may be owed again: settling a document that needs nothing changes nothing.
 */
export function ledgersDueAfter(record: InvoiceRecord): readonly string[] {
  const documentId = creditedId(record);
  if (documentId !== undefined) return record.status === 'VALID' ? [documentId] : [];
  const own = isLedgerDue(record) ? [record.id] : [];
  const isEnded = record.type === undefined && record.status === 'CANCELLED';
  return isEnded && record.replaces !== undefined ? [...own, record.replaces] : own;
}

const LEDGER_CHANGED: Text = { en: 'The ledger changed.', es: 'El saldo de la factura cambió.' };

/** Another request changed the ledger or the note meanwhile: the next run of recovery reads both again. */
export const ledgerChanged = () => new AppError('CONFLICT', { message: LEDGER_CHANGED });

/**
 * Releases the document of a note when recovery no longer looks for its outcome. The write requires that nothing changed
 * the note since the read, because another stamp of it reserves the document again. `note` is undefined when it was deleted.
 */
export const releaseDocument = capability(
  { table: ['GetItem', 'UpdateItem', 'ConditionCheckItem'] },
  (context) =>
    async (
      { teamId, invoiceId, creditedId: documentId }: StampWork,
      note: InvoiceRecord | undefined,
    ): Promise<void> => {
      if (documentId === undefined) return;
      const writes = released({ id: invoiceId }, await getItem(context, invoiceKey(teamId, documentId)));
      if (writes.length === 0) return;
      const asRead = note ? unchanged(note, ['status', 'stamping']) : unchanged({ id: undefined }, ['id']);
      await transact(context, [
        ...ledgerSteps(writes, ledgerChanged),
        check(invoiceKey(teamId, invoiceId), asRead, ledgerChanged),
      ]);
    },
);
