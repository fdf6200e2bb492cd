import { amountsOf } from '../invoices/amounts';
import { isInForce } from '../invoices/document-status';
import { type InvoiceRecord, idOfIssued, invoiceKey, issuedDocuments } from '../invoices/invoice-record';
import { documentCents } from '../invoices/ledger';
import { validationError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { getItems, queryIndex } from '../platform/table/read';
import type { InstantRange } from '../platform/values/calendar';
import { centsOf } from '../platform/values/money';
import { readItems } from '../receipts/read-payables';
import { taxesOfDocument } from './tax-figures';
import type { TaxEntry } from './tax-summary';

const MAXIMUM_DOCUMENTS = 10_000;

/** Throws VALIDATION_FAILED when a report would read more than 10,000 documents. */
export function refuseTooManyDocuments(count: number): void {
  if (count > MAXIMUM_DOCUMENTS)
    throw validationError(
      'from',
      `There are more than ${MAXIMUM_DOCUMENTS} documents in that range. Ask for a narrower one.`,
    );
}

/** Whether a document counts for a team: its test documents do not, once the team stamps live. */
export type Counts = (record: Pick<InvoiceRecord, 'livemode'>) => boolean;

/** The documents of types I and E that were issued in a range and are in force. A substituted document is not. */
export async function readIssued(
  context: Context,
  teamId: string,
  range: InstantRange,
  counts: Counts,
): Promise<{ entries: TaxEntry[]; differing: number }> {
  const ids = await idsInRange(context, teamId, range);
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
    'eventual',
  );
  const issued = records.flatMap((record) =>
    record && isInForce(record) && !record.isReplaced && counts(record) ? [record] : [],
  );
  const items = await readItems(context, issued, 'eventual');
  const read = issued.map((record, index) => entryOf(record, items[index] ?? []));
  return { entries: read.map(({ entry }) => entry), differing: read.filter(({ isDiffering }) => isDiffering).length };
}

function entryOf(record: InvoiceRecord, items: Parameters<typeof taxesOfDocument>[0]) {
  const { id: invoiceId, type, clientId, clientName, issuedAt: at = '' } = record;
  const sign = type === 'E' ? -1 : 1;
  const cents = documentCents(record);
  const entry: TaxEntry = {
    at,
    invoiceId,
    clientId,
    clientName,
    taxes: taxesOfDocument(items, sign),
    total: sign * cents,
  };
  return { entry, isDiffering: cents !== centsOf(amountsOf(items).total) };
}

const PAGE = 1_000;

async function idsInRange(context: Context, teamId: string, { from, to }: InstantRange): Promise<string[]> {
  const { gsi1pk } = issuedDocuments(teamId);
  const ids = new Set<string>();
  for (let after: string | undefined; ; ) {
    // A position is the instant and the identifier: '~' stands behind all identifiers of the last instant.
    const range = { limit: PAGE, ascending: true, from, to: to && `${to}~`, after };
    const { positions, more } = await queryIndex(context, 'gsi1', gsi1pk, range);
    for (const position of positions) ids.add(idOfIssued(position));
    refuseTooManyDocuments(ids.size);
    after = positions.at(-1);
    if (!more || after === undefined) return [...ids];
  }
}
