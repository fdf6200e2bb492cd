import { amountsOf } from '../invoices/amounts';
import { isInForce } from '../invoices/document-status';
import {
  creditNotesInStatus,
  type InvoiceRecord,
  idOfLate,
  invoiceKey,
  invoicesInStatus,
  lateDocuments,
  STAMPED_WITHIN_MS,
} from '../invoices/invoice-record';
import { documentCents } from '../invoices/ledger';
import { validationError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { uuidPrefix } from '../platform/runtime/uuid';
import { getItems, HIGHEST, type IndexRange, LOWEST, queryIndex } from '../platform/table/read';
import type { InstantRange } from '../platform/values/calendar';
import { centsOf } from '../platform/values/money';
import { readItems } from '../receipts/read-payables';
import { taxesOfDocument } from './tax-figures';
import type { TaxEntry } from './tax-summary';

const MAXIMUM_DOCUMENTS = 10_000;

/** Throws VALIDATION_FAILED when a report would read more than 10,000 documents. */
export function refuseTooManyDocuments(count: number): void {
  if (count > MAXIMUM_DOCUMENTS)
    throw validationError('from', {
      en: `There are more than ${MAXIMUM_DOCUMENTS} documents in that range. Ask for a narrower one.`,
      es: `Hay más de ${MAXIMUM_DOCUMENTS} comprobantes en ese rango. Pida uno más corto.`,
    });
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
  const { from = LOWEST, to = HIGHEST } = range;
  const isWithin = ({ issuedAt }: InvoiceRecord) => issuedAt !== undefined && from <= issuedAt && issuedAt <= to;
  const ids = await idsAround(context, teamId, range);
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
    'eventual',
  );
  const issued = records.flatMap((record) =>
    record && isWithin(record) && isInForce(record) && !record.isReplaced && counts(record) ? [record] : [],
  );
  refuseTooManyDocuments(issued.length);
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

/** The range by creation is wider than the one by date. */
const MAXIMUM_READ = 2 * MAXIMUM_DOCUMENTS;
/** The provider's clock may be behind ours. */
const CLOCKS_MS = 24 * 60 * 60_000;

/** All documents of a range of dates, and others that were created near it. */
async function idsAround(context: Context, teamId: string, { from, to }: InstantRange): Promise<string[]> {
  const created = {
    from: from && uuidPrefix(new Date(Date.parse(from) - STAMPED_WITHIN_MS)),
    to: to && `${uuidPrefix(new Date(Date.parse(to) + CLOCKS_MS))}~`,
  };
  const inForce = (['VALID', 'CANCELLED_PENDING'] as const).flatMap((status) => [
    invoicesInStatus(teamId, status).gsi1pk,
    creditNotesInStatus(teamId, status).gsi1pk,
  ]);
  const ids = new Set<string>();
  for (const partition of inForce)
    await addPositions(context, partition, created, (position) => ids.add(position), ids);
  // A position is the instant and the identifier: '~' stands behind all identifiers of the last instant.
  const dated = { from, to: to && `${to}~` };
  const { gsi1pk } = lateDocuments(teamId);
  await addPositions(context, gsi1pk, dated, (position) => ids.add(idOfLate(position)), ids);
  return [...ids];
}

async function addPositions(
  context: Context,
  partition: string,
  range: Pick<IndexRange, 'from' | 'to'>,
  add: (position: string) => unknown,
  found: ReadonlySet<string>,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const { positions, more } = await queryIndex(context, 'gsi1', partition, {
      ...{ limit: PAGE, ascending: true, after },
      ...range,
    });
    positions.forEach(add);
    if (found.size > MAXIMUM_READ) refuseTooManyDocuments(found.size);
    after = positions.at(-1);
    if (!more || after === undefined) return;
  }
}
