import * as v from 'valibot';
import { type Client, clientKey } from '../clients/client';
import { readOwed } from '../invoices/allocated';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { ItemKey } from '../platform/table/keys';
import { allItems, listItems } from '../platform/table/lists';
import { getItems, HIGHEST, LOWEST, queryItems } from '../platform/table/read';
import { dayOfDate, instantRange, localDay } from '../platform/values/calendar';
import { type Cents, centsOf } from '../platform/values/money';
import type { Page } from '../platform/values/pages';
import type { Team } from '../teams/team';
import { chargeOf, chargeOfDocument, creditsOf, type Receivable, receivablesOf } from '../trips/receivable';
import { tripKey } from '../trips/trip';
import { type AgingDay, idOfRow, type ReceivablesReport, receivablesReport } from './aging';
import { type IncomeGroup, type IncomeReport, incomeGroups, incomePeriod } from './income';
import { type KeptPayment, restOfPayment } from './payment';
import { readPayments } from './payments';

interface IncomeQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly groupBy: IncomeGroup;
}

/** Sums the collected amounts of a team in a range of payment dates. Reads only the payments of the range. */
export const readIncome = capability(
  { table: ['Query'] },
  (context) =>
    async ({ teamId, timeZone }: Team, { groupBy, ...asked }: IncomeQuery): Promise<IncomeReport> => {
      const period = incomePeriod(asked, context.now(), timeZone);
      const payments = await readPayments(context, teamId, instantRange(period, timeZone));
      const received = payments.filter(isMoney).map(({ at, record }) => ({ ...record, paidAt: at.paidAt }));
      return { ...period, groupBy, ...incomeGroups(received, groupBy, timeZone) };
    },
);

/** A payment with the client's credit brought no money. */
const isMoney = ({ record }: KeptPayment): boolean => record.creditKind === undefined;

interface ReceivablesQuery {
  readonly asOf?: string | undefined;
  /** With one of them the report is of one page of rows. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Reports the open amounts of a team at the end of a day. Reads the receivables of today, the payments after that day,
 * and the trips and documents of those payments that are settled today. The cost depends on the open amounts and not on
 * the number of all trips. A page reads only its own rows and their clients, and shows today.
 */
export const readReceivables = capability(
  { table: ['Query', 'BatchGetItem'] },
  (context) =>
    async ({ teamId, timeZone }: Team, { asOf, limit, cursor }: ReceivablesQuery = {}): Promise<ReceivablesReport> => {
      if (limit !== undefined || cursor !== undefined) {
        const page = { limit: limit ?? ROWS_OF_A_PAGE, cursor };
        return onePage(context, teamId, agingDay(undefined, context.now(), timeZone), page);
      }
      const day = agingDay(asOf, context.now(), timeZone);
      const [open, later, credits] = await Promise.all([
        readOpen(context, teamId),
        readLater(context, teamId, day),
        allItems(context, creditsOf(teamId)),
      ]);
      const settled = await readSettled(context, teamId, open, later);
      const owed = [...open, ...settled];
      const clients = await readClients(context, teamId, [...owed, ...credits]);
      return receivablesReport(owed, amountsOf(later), clients, day, credits);
    },
);

/** The rows of a page in the order of their keys, with the sums of the page. A row that a payment of a later day settles is on no page. */
async function onePage(context: Context, teamId: string, day: AgingDay, page: Page): Promise<ReceivablesReport> {
  const { pk, schema } = receivablesOf(teamId);
  const list = { pk, schema, prefix: '', between: { from: LOWEST, to: HIGHEST }, ascending: true };
  const [{ records, nextCursor }, later] = await Promise.all([
    listItems(context, list, page),
    readLater(context, teamId, day),
  ]);
  const clients = await readClients(context, teamId, records);
  return { ...receivablesReport(records, amountsOf(later), clients, day, []), nextCursor };
}

function agingDay(asked: string | undefined, now: Date, timeZone: string): AgingDay {
  const to = asked ?? localDay(now, timeZone);
  return { asOf: dayOfDate(to, timeZone), until: instantRange({ to }, timeZone).to ?? to, timeZone };
}

const MAXIMUM_OPEN = 10_000;
const ROWS_OF_A_PAGE = 50;

async function readOpen(context: Context, teamId: string): Promise<Receivable[]> {
  const { pk, schema } = receivablesOf(teamId);
  const between = { from: LOWEST, to: HIGHEST };
  const open: Receivable[] = [];
  for (let after: string | undefined; ; ) {
    const limit = MAXIMUM_OPEN + 1 - open.length;
    const { items, more } = await queryItems(context, { pk, prefix: '', between, limit, after });
    open.push(...items.map((item) => v.parse(schema, item)));
    if (open.length > MAXIMUM_OPEN) {
      const message = {
        en: `More than ${MAXIMUM_OPEN} trips are not paid. Register the payments that were made, then ask again.`,
        es: `Hay más de ${MAXIMUM_OPEN} viajes sin pagar. Registre los pagos recibidos y vuelva a consultar.`,
      };
      throw validationError('asOf', message);
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return open;
  }
}

/** Cents that were paid after the day: for documents, and for trips whose payment was not allocated. */
interface Later {
  readonly documents: ReadonlyMap<string, Cents>;
  readonly trips: ReadonlyMap<string, Cents>;
}

const amountsOf = ({ trips, documents }: Later): ReadonlyMap<string, Cents> => new Map([...trips, ...documents]);

async function readLater(context: Context, teamId: string, { until }: AgingDay): Promise<Later> {
  // '~' is above every key of the last instant.
  const payments = await readPayments(context, teamId, { from: `${until}~` }, 'asOf');
  const [documents, trips] = [new Map<string, Cents>(), new Map<string, Cents>()];
  const add = (to: Map<string, Cents>, id: string, cents: Cents) => to.set(id, (to.get(id) ?? 0) + cents);
  for (const { record } of payments) {
    for (const { invoiceId, amount } of record.allocations ?? []) add(documents, invoiceId, centsOf(amount));
    if (record.tripId && restOfPayment(record) > 0) add(trips, record.tripId, restOfPayment(record));
  }
  return { documents, trips };
}

/** Trips and documents that were settled after the day: their open amount on the day is the amount that was paid since. */
async function readSettled(
  context: Context,
  teamId: string,
  open: readonly Receivable[],
  later: Later,
): Promise<Receivable[]> {
  const known = new Set(open.map((row) => idOfRow(row)));
  const unknown = (amounts: ReadonlyMap<string, Cents>) => [...amounts.keys()].filter((id) => !known.has(id));
  const trips = await getAll(
    context,
    unknown(later.trips).map((id) => tripKey(teamId, id)),
  );
  const documents = await readOwed(context, teamId, unknown(later.documents));
  return [
    ...trips.flatMap((trip) => chargeOf(trip) ?? []),
    ...documents.flatMap((record) => chargeOfDocument(record) ?? []),
  ];
}

async function getAll<S extends v.GenericSchema>(
  context: Context,
  keys: readonly ItemKey<S>[],
): Promise<v.InferOutput<S>[]> {
  return (await getItems(context, keys, 'eventual')).filter((item) => item !== undefined);
}

async function readClients(
  context: Context,
  teamId: string,
  owed: readonly { readonly clientId?: string | undefined }[],
): Promise<Map<string, Client>> {
  const ids = new Set(owed.flatMap(({ clientId }) => clientId ?? []));
  const clients = await getAll(
    context,
    [...ids].map((id) => clientKey(teamId, id)),
  );
  return new Map(clients.map((client) => [client.id, client]));
}
