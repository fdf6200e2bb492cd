import type { InvoiceRecord } from '../invoices/invoice-record';
import { invoiceKey } from '../invoices/invoice-record';
import { documentCents, type Ledger, ledgerChange, ledgerUnchanged } from '../invoices/ledger';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { allOf, unchanged } from '../platform/table/expression';
import { type Step, update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import type { Cents } from '../platform/values/money';

/** A document of type I as it was read, and its ledger after the write of a credit note. */
export interface LedgerWrite {
  readonly record: InvoiceRecord;
  readonly after: Ledger;
}

/**
 * The write of a ledger. A document whose ledger was not opened keeps no version: the step that allocates its earlier
 * payments finds it by that.
 */
export function ledgerStep({ record, after }: LedgerWrite, refused: (found: InvoiceRecord | undefined) => Error): Step {
  const { set, remove } = ledgerChange(record, after);
  const { ledgerVersion, ...unopened } = set;
  const change = { set: record.ledgerVersion === undefined ? unopened : { ...unopened, ledgerVersion }, remove };
  const asRead = allOf(ledgerUnchanged(record), unchanged(record, ['credited']));
  return update(invoiceKey(record.teamId, record.id), change, asRead, refused);
}

/** The lock of a credit note reserves its document. Throws DOCUMENT_PENDING while another note or receipt is stamped. */
export function reserved(note: InvoiceRecord, document: InvoiceRecord | undefined): LedgerWrite[] {
  if (document === undefined) return [];
  const { documentPending = note.id } = document;
  if (documentPending !== note.id)
    throw new AppError('DOCUMENT_PENDING', {
      message: `The document ${documentPending} of the same invoice is being stamped. Refresh it, then stamp this one.`,
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
  document: InvoiceRecord | undefined,
  total: Cents,
  replaced: Cents,
): LedgerWrite[] {
  if (document === undefined) return [];
  const sum = Math.max(0, (document.credited ?? 0) + total - replaced);
  const documentPending = document.documentPending === note.id ? undefined : document.documentPending;
  return [{ record: document, after: { ...document, credited: sum || undefined, documentPending } }];
}

/** The note is CANCELLED: its document is owed again. A note that was substituted counts no more. */
export function givenBack(note: InvoiceRecord, document: InvoiceRecord | undefined): LedgerWrite[] {
  if (document === undefined || note.isReplaced) return [];
  const sum = Math.max(0, (document.credited ?? 0) - documentCents(note));
  return [{ record: document, after: { ...document, credited: sum || undefined } }];
}

/** Another request changed the ledger meanwhile: the next run of recovery reads it again. */
class LedgerChanged extends Error {}

/** Releases the document of a note whose outcome is no longer looked for. */
export const releaseDocument = capability(
  { table: ['UpdateItem'] },
  (context) => async (note: Pick<InvoiceRecord, 'id'>, document: InvoiceRecord | undefined) => {
    for (const write of released(note, document))
      await writeOne(
        context,
        ledgerStep(write, () => new LedgerChanged('The ledger changed.')),
      );
  },
);
