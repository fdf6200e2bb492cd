import * as v from 'valibot';
import type { Client } from '../clients/client';
import { wholeFolio } from '../invoices/by-folio';
import { isInForce } from '../invoices/document-status';
import {
  creditNotesOfClient,
  hasDocument,
  type InvoiceRecord,
  invoiceKey,
  invoicesOfClient,
} from '../invoices/invoice-record';
import { creditedId } from '../invoices/invoice-writes';
import { documentCents } from '../invoices/ledger';
import { incomePeriod } from '../payments/income';
import { type PaymentRecord, paymentPositionOf, paymentsOf, restOfPayment } from '../payments/payment';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allPositions } from '../platform/table/all-positions';
import { getItem, getItems, LOWEST, queryItems } from '../platform/table/read';
import { instantRange, localDay } from '../platform/values/calendar';
import { centsOf } from '../platform/values/money';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import { type Statement, type StatementDocument, type StatementPayment, statementOf } from './statement';

interface StatementQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Reads the statement of account of a client. What the client owed at the beginning follows from all earlier documents and payments, so
 * the cost depends on the documents of the client and on the payments of the team until the end of the range.
 */
export const readStatement = capability(
  { table: ['GetItem', 'BatchGetItem', 'Query'], gsi2: ['Query'] },
  (context) =>
    async (teamId: string, client: Client, asked: StatementQuery): Promise<Statement> => {
      const team = await getItem(context, teamKey(teamId));
      const timeZone = team?.timeZone ?? DEFAULT_TIME_ZONE;
      const period = incomePeriod(asked, context.now(), timeZone);
      const { from = period.from, to = period.to } = instantRange(period, timeZone);
      const documents = await readDocuments(context, teamId, client.id);
      const ids = new Set(documents.map(({ id }) => id));
      const payments = await readClientPayments(context, teamId, client.id, ids, to);
      const books = { documents: documents.map(documentOf), payments };
      const { entries, ...sums } = statementOf(books, { from, to });
      return {
        client: { id: client.id, name: client.legalName ?? client.name, rfc: client.rfc ?? null },
        ...period,
        ...sums,
        entries: entries.map((entry) => ({ ...entry, day: localDay(new Date(entry.at), timeZone) })),
      };
    },
);

const PAGE = 1_000;

/** The stamped documents of types I and E of a client. */
async function readDocuments(context: Context, teamId: string, clientId: string): Promise<InvoiceRecord[]> {
  const found = await Promise.all(
    [invoicesOfClient(teamId, clientId), creditNotesOfClient(teamId, clientId)].map(({ gsi2pk }) =>
      allPositions(context, 'gsi2', gsi2pk),
    ),
  );
  const records = await getItems(
    context,
    found.flat().map((id) => invoiceKey(teamId, id)),
    'eventual',
  );
  return records.flatMap((record) =>
    record && hasDocument(record) && record.issuedAt !== undefined && record.clientId === clientId ? [record] : [],
  );
}

function documentOf(record: InvoiceRecord): StatementDocument {
  const { id, type, uuid, tripId, issuedAt = '', isReplaced, replaces } = record;
  const folio = wholeFolio(record);
  return {
    id,
    type: type === 'E' ? 'E' : 'I',
    uuid,
    ...(folio !== undefined && { folio }),
    tripId,
    total: documentCents(record),
    issuedAt,
    // A cancellation of an older release has no instant of its own: the last change of the record is the nearest one.
    ...(!isInForce(record) && { cancelledAt: record.cancelledAt ?? record.updatedAt }),
    isReplaced: isReplaced === true,
    replaces,
    creditedId: creditedId(record),
  };
}

const MAXIMUM_EXAMINED = 100_000;

/**
 * The payments until an instant that pay documents of the client, or that leave a rest to the client. A payment of a trip may pay a
 * document of another client, so all payments of the team are examined. Most are left out before they are parsed.
 */
async function readClientPayments(
  context: Context,
  teamId: string,
  clientId: string,
  documents: ReadonlySet<string>,
  until: string,
): Promise<StatementPayment[]> {
  const { pk, schema } = paymentsOf(teamId);
  const between = { from: LOWEST, to: `${until}~` };
  const payments: StatementPayment[] = [];
  let examined = 0;
  for (let after: string | undefined; ; ) {
    const { items, more } = await queryItems(context, { pk, prefix: '', between, limit: PAGE, ascending: true, after });
    examined += items.length;
    if (examined > MAXIMUM_EXAMINED)
      throw validationError('to', {
        en: `The team has more than ${MAXIMUM_EXAMINED} payments until that day.`,
        es: `La empresa tiene más de ${MAXIMUM_EXAMINED} pagos hasta ese día.`,
      });
    for (const item of items) {
      if (item.clientId !== clientId && item.allocations === undefined) continue;
      payments.push(...paymentOf(v.parse(schema, item), item.sk, clientId, documents));
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return payments;
  }
}

function paymentOf(
  record: PaymentRecord,
  position: string,
  clientId: string,
  documents: ReadonlySet<string>,
): StatementPayment[] {
  const { paidAt, id, collectionId = id } = paymentPositionOf(position);
  const { voidedAt, tripId, allocations = [] } = record;
  const own = allocations
    .filter(({ invoiceId }) => documents.has(invoiceId))
    .map(({ invoiceId, amount }) => ({ invoiceId, cents: centsOf(amount) }));
  const rest = record.clientId === clientId ? restOfPayment(record) : 0;
  const used = record.creditKind !== undefined && record.clientId === clientId ? centsOf(record.amount) : 0;
  if (own.length === 0 && rest === 0 && used === 0) return [];
  return [{ collectionId, paidAt, voidedAt, tripId, allocations: own, rest, used }];
}
