import * as v from 'valibot';
import { type Client, clientKey } from '../clients/client';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { ItemKey } from '../platform/table/keys';
import { getItems, HIGHEST, LOWEST, queryItems } from '../platform/table/read';
import { dayOfDate, instantRange, localDay } from '../platform/values/calendar';
import { type Cents, centsOf } from '../platform/values/money';
import type { Team } from '../teams/team';
import { chargeOf, type Receivable, receivablesOf } from '../trips/receivable';
import { tripKey } from '../trips/trip';
import { type AgingDay, type ReceivablesReport, receivablesReport } from './aging';
import { type IncomeGroup, type IncomeReport, incomeGroups, incomePeriod } from './income';
import { readPayments } from './payments';

export interface IncomeQuery {
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
      return { ...period, groupBy, ...incomeGroups(payments, groupBy, timeZone) };
    },
);

/**
 * Reports the open amounts of a team at the end of a day. Reads the receivables of today, the payments after that day, and the trips of those
 * payments that are settled today. The cost depends on the open amounts and not on the number of all trips.
 */
export const readReceivables = capability(
  { table: ['Query', 'BatchGetItem'] },
  (context) =>
    async ({ teamId, timeZone }: Team, asked: string | undefined): Promise<ReceivablesReport> => {
      const day = agingDay(asked, context.now(), timeZone);
      const [open, later] = await Promise.all([readOpen(context, teamId), readLater(context, teamId, day)]);
      const settled = await readSettled(context, teamId, open, later);
      const owed = [...open, ...settled];
      return receivablesReport(owed, later, await readClients(context, teamId, owed), day);
    },
);

function agingDay(asked: string | undefined, now: Date, timeZone: string): AgingDay {
  const to = asked ?? localDay(now, timeZone);
  return { asOf: dayOfDate(to, timeZone), until: instantRange({ to }, timeZone).to ?? to, timeZone };
}

const MAXIMUM_OPEN = 10_000;

async function readOpen(context: Context, teamId: string): Promise<Receivable[]> {
  const { pk, schema } = receivablesOf(teamId);
  const between = { from: LOWEST, to: HIGHEST };
  const open: Receivable[] = [];
  for (let after: string | undefined; ; ) {
    const limit = MAXIMUM_OPEN + 1 - open.length;
    const { items, more } = await queryItems(context, { pk, prefix: '', between, limit, after });
    open.push(...items.map((item) => v.parse(schema, item)));
    if (open.length > MAXIMUM_OPEN) {
      const message = `More than ${MAXIMUM_OPEN} trips are not paid. Register the payments that were made, then ask again.`;
      throw validationError('asOf', message);
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return open;
  }
}

/** The amount that was paid for each trip after the day. */
async function readLater(context: Context, teamId: string, { until }: AgingDay): Promise<Map<string, Cents>> {
  // '~' is above every key of the last instant.
  const payments = await readPayments(context, teamId, { from: `${until}~` }, 'asOf');
  const later = new Map<string, Cents>();
  for (const { tripId, amount } of payments) later.set(tripId, (later.get(tripId) ?? 0) + centsOf(amount));
  return later;
}

/** Trips that were settled after the day: their open amount on the day is the amount that was paid since. */
async function readSettled(
  context: Context,
  teamId: string,
  open: readonly Receivable[],
  later: ReadonlyMap<string, Cents>,
): Promise<Receivable[]> {
  const known = new Set(open.map(({ tripId }) => tripId));
  const ids = [...later.keys()].filter((id) => !known.has(id));
  const trips = await getAll(
    context,
    ids.map((id) => tripKey(teamId, id)),
  );
  return trips.flatMap((trip) => chargeOf(trip) ?? []);
}

/** The limit of BatchGetItem. */
const BATCH = 100;

async function getAll<S extends v.GenericSchema>(
  context: Context,
  keys: readonly ItemKey<S>[],
): Promise<v.InferOutput<S>[]> {
  const found: v.InferOutput<S>[] = [];
  for (let start = 0; start < keys.length; start += BATCH) {
    const items = await getItems(context, keys.slice(start, start + BATCH), 'eventual');
    found.push(...items.filter((item) => item !== undefined));
  }
  return found;
}

async function readClients(
  context: Context,
  teamId: string,
  owed: readonly Receivable[],
): Promise<Map<string, Client>> {
  const ids = new Set(owed.flatMap(({ clientId }) => clientId ?? []));
  const clients = await getAll(
    context,
    [...ids].map((id) => clientKey(teamId, id)),
  );
  return new Map(clients.map((client) => [client.id, client]));
}
