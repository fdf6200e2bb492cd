import { type InvoiceRecord, receiptPaymentsKey } from '../invoices/invoice-record';
import type { InvoiceEffect } from '../invoices/invoice-states';
import type { StoredPayment } from '../invoices/receipt';
import { AppError } from '../platform/errors';
import { unchanged } from '../platform/table/expression';
import { put } from '../platform/table/steps';
import { type PaymentWrite, paymentSteps } from '../receipts/receipt-books';
import { type LedgerWrite, ledgerSteps } from './credit-ledger';

/** What a transition of a credit note or receipt writes to other records. */
export interface LedgerWrites {
  /** The documents that the note takes from, or that the receipt pays. */
  readonly ledgers?: readonly LedgerWrite[];
  /** Type P: the payments whose allocations the receipt contains. */
  readonly payments?: readonly PaymentWrite[];
}

/** The lines of a receipt, numbered by its lock. */
export interface NumberedLines {
  readonly lines?: readonly StoredPayment[];
}

/** The invoice changed since it was read. The caller must read it again. */
export class RecordChanged extends Error {
  constructor(readonly found: InvoiceRecord | undefined) {
    super('The invoice changed meanwhile.');
  }
}
export const recordChanged = () => new RecordChanged(undefined);
const conflict = () => new AppError('CONFLICT');

const ledgerEffect = (says: string, refused: () => Error = recordChanged): InvoiceEffect<LedgerWrites> => ({
  says,
  steps: (_, { ledgers = [] }) => ledgerSteps(ledgers, refused),
});
export const reserveDocument = ledgerEffect(
  'types E and P: their documents are reserved; a substitute: the version of the ledger of the old document is raised',
  conflict,
);
export const creditDocument = ledgerEffect(
  'type E: the ledger of its document is credited; type P: those of its documents are receipted; the documents are released',
);
export const releaseDocument = ledgerEffect(
  'types E and P: their documents are released, unless the attempt stays open',
);
/** A substitute of this note or receipt that became VALID or was cancelled since the read changes what counts. */
export const giveBack: InvoiceEffect<LedgerWrites> = {
  ...ledgerEffect('types E and P: the ledgers of their documents get the amounts back'),
  condition: ({ isReplaced }) => unchanged({ isReplaced }, ['isReplaced']),
};

const allocationEffect = (says: string, refused: () => Error = recordChanged): InvoiceEffect<LedgerWrites> => ({
  says,
  steps: (_, { payments = [] }, { teamId }) => paymentSteps(teamId, payments, refused),
});
export const holdAllocations = allocationEffect('type P: its allocations have a receipt that is pending', conflict);
export const confirmAllocations = allocationEffect('type P: its allocations have a VALID receipt');
export const freeAllocations = allocationEffect(
  'type P: its allocations need a receipt again, unless the attempt stays open',
);
export const returnAllocations = allocationEffect('type P: its allocations need a receipt again');

export const numberLines: InvoiceEffect<NumberedLines> = {
  says: 'type P: its lines are numbered from the ledgers of their documents',
  steps: (_, { lines }, { teamId, id }) =>
    lines ? [put(receiptPaymentsKey(teamId, id), { payments: [...lines] }, {}, conflict)] : [],
};
