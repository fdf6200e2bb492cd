import type { OwedInvoice } from '../invoices/allocated';
import { creditNotesOfClient, invoiceKey } from '../invoices/invoice-record';
import { creditedId } from '../invoices/invoice-writes';
import { receiptedBeyond } from '../invoices/ledger';
import type { KeptPayment } from '../payments/payment';
import { readDocuments } from '../payments/read-books';
import type { Context } from '../platform/runtime/context';
import { allPositions } from '../platform/table/all-positions';
import { getItems } from '../platform/table/read';
import { centsOf } from '../platform/values/money';
import { readPayables } from '../receipts/read-payables';
import type { Counts } from './read-issued';
import { addTaxes, NO_TAXES, shareOfTaxes, taxesBeyond } from './tax-figures';
import type { TaxEntry } from './tax-summary';

/**
 * What payments with the client's credit of kind CREDIT_NOTE give back. The credit is money that was collected for a document before, and that a
 * credit note took from it since. The payment pays another document with it, so the taxes of the first one are subtracted: the same money
 * would otherwise be taxed twice.
 */
export async function readUsedCredit(
  context: Context,
  teamId: string,
  payments: readonly KeptPayment[],
  counts: Counts,
): Promise<TaxEntry[]> {
  const used = payments.filter(({ record }) => record.creditKind !== undefined);
  const clientIds = [...new Set(used.flatMap(({ record }) => record.clientId ?? []))];
  const entries: TaxEntry[] = [];
  for (const clientId of clientIds) {
    const credited = (await readCredited(context, teamId, clientId)).filter(counts);
    const own = used.filter(({ record }) => record.clientId === clientId);
    entries.push(...(await entriesOf(context, credited, own)));
  }
  return entries;
}

/** The documents of a client whose receipts confirm more than credit notes left of them. */
async function readCredited(context: Context, teamId: string, clientId: string): Promise<OwedInvoice[]> {
  const { gsi2pk } = creditNotesOfClient(teamId, clientId);
  const ids = await allPositions(context, 'gsi2', gsi2pk);
  const notes = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
    'eventual',
  );
  const documents = await readDocuments(
    context,
    teamId,
    notes.flatMap((record) => (record && creditedId(record)) ?? []),
  );
  return documents.filter((document) => receiptedBeyond(document) > 0);
}

async function entriesOf(
  context: Context,
  documents: readonly OwedInvoice[],
  used: readonly KeptPayment[],
): Promise<TaxEntry[]> {
  const [newest] = documents.toReversed();
  if (newest === undefined) return [];
  const payables = await readPayables(context, documents);
  const beyond = documents.map(receiptedBeyond);
  const credit = beyond.reduce((sum, cents) => sum + cents, 0);
  const taxes = payables.map((payable, index) => taxesBeyond(payable, beyond[index] ?? 0)).reduce(addTaxes, NO_TAXES);
  const amounts = used.map(({ record }) => centsOf(record.amount));
  // A note that was cancelled after its credit was used leaves less credit than was used.
  const whole = Math.max(
    credit,
    amounts.reduce((sum, cents) => sum + cents, 0),
  );
  const { id: invoiceId, clientId, clientName } = newest;
  return used.map(({ at }, index) => {
    const amount = amounts[index] ?? 0;
    return {
      ...{ at: at.paidAt, invoiceId, clientId, clientName },
      taxes: shareOfTaxes(taxes, -amount, whole),
      total: -Math.round((amount * credit) / whole),
    };
  });
}
