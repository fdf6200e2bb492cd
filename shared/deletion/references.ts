import type { AuditedEntity } from '../audit/audit-event';
import { placeOfReservations } from '../boxes/reservation';
import { filesOfEntity } from '../files/file-keys';
import { invoiceCountKey, invoicesOfClient } from '../invoices/invoice-record';
import { paymentsOf, paymentsOfTrip } from '../payments/payment';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { Place } from '../platform/table/dated-places';
import { deletionMark, deletionsKey } from '../platform/table/deletions';
import { untilIndexesShow } from '../platform/table/index-lag';
import { HIGHEST, type ItemRange, LOWEST, queryIndex, queryItems } from '../platform/table/read';
import { incrementIf, putItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { routesOf } from '../routes/route';
import { placeOfTrips } from '../trips/trip-places';

/** Items in one query. The newest are read first, because a record that is in use is usually named by a new one. */
const CHUNK = 1_000;

type Range = Pick<ItemRange, 'pk' | 'prefix' | 'between'>;

/** Where other records name a record: a list that holds only those, or the items of a range by a field. */
type Mention = { readonly kind: AuditedEntity } & (
  | { readonly list: Place }
  | { readonly range: Range; readonly field: string }
);

/** All sort keys begin with the year of the payment. DynamoDB refuses a query with an empty prefix. */
const allPayments = (teamId: string): Range => ({
  pk: paymentsOf(teamId).pk,
  prefix: '',
  between: { from: '0', to: ':' },
});
const files = (teamId: string, id: string): Mention => ({
  kind: 'FILE',
  list: { index: 'gsi2', partition: filesOfEntity(teamId, id).gsi2pk },
});

/** All mentions of a kind of record. Routes are few. Payments have no list by client, so they are read. */
const MENTIONS = {
  CLIENT: (teamId: string, id: string): Mention[] => [
    { kind: 'INVOICE', list: { index: 'gsi2', partition: invoicesOfClient(teamId, id).gsi2pk } },
    files(teamId, id),
    { kind: 'ROUTE', range: routesOf(teamId), field: 'clientId' },
    { kind: 'BOX_RESERVATION', list: placeOfReservations.clientId(teamId, id) },
    { kind: 'TRIP', list: placeOfTrips.clientId(teamId, id) },
    { kind: 'PAYMENT', range: allPayments(teamId), field: 'clientId' },
  ],
  ROUTE: (teamId: string, id: string): Mention[] => [
    files(teamId, id),
    { kind: 'TRIP', list: placeOfTrips.routeId(teamId, id) },
  ],
  VEHICLE: (teamId: string, id: string): Mention[] => [
    files(teamId, id),
    { kind: 'TRIP', list: placeOfTrips.vehicleId(teamId, id) },
  ],
  BOX: (teamId: string, id: string): Mention[] => [
    files(teamId, id),
    { kind: 'BOX_RESERVATION', list: placeOfReservations.boxId(teamId, id) },
  ],
  TRIP: (teamId: string, id: string): Mention[] => [
    files(teamId, id),
    { kind: 'PAYMENT', list: { index: 'gsi1', partition: paymentsOfTrip(teamId, id).gsi1pk } },
  ],
} as const;

/**
 * Throws IN_USE with the kinds of the records that name this one. Otherwise it marks a deletion in the team and looks again: a creation that read
 * the record before the mark is found then, or its own condition refuses it after the mark.
 */
export const refuseUsed = capability(
  { table: ['Query', 'PutItem', 'UpdateItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    async (
      kind: keyof typeof MENTIONS,
      { teamId, id }: { readonly teamId: string; readonly id: string },
    ): Promise<void> => {
      const mentions = MENTIONS[kind](teamId, id);
      await refuseFound(context, mentions, id);
      await markDeletion(context, teamId);
      await untilIndexesShow(context);
      await refuseFound(context, mentions, id);
    },
);

async function refuseFound(context: Context, mentions: readonly Mention[], id: string): Promise<void> {
  const kinds: AuditedEntity[] = [];
  for (const mention of mentions) if (await isFound(context, mention, id)) kinds.push(mention.kind);
  if (kinds.length > 0) throw inUse(kinds);
}

/** The counters of invoices have the mark too: each new trip and invoice writes them anyway, so that its condition costs nothing. */
async function markDeletion(context: Context, teamId: string): Promise<void> {
  const mark = deletionMark(context);
  const noCondition = () => new Error('A condition failed for a mark that has none.');
  await transact(context, [
    putItem(deletionsKey(teamId), mark),
    incrementIf(invoiceCountKey(teamId), { set: mark }, {}, noCondition),
  ]);
}

export const inUse = (kinds: readonly AuditedEntity[]): AppError =>
  new AppError('IN_USE', {
    message: {
      en: `Other records refer to it, so it stays: ${kinds.join(', ')}.`,
      es: `Otros registros lo usan, por eso se conserva: ${kinds.join(', ')}.`,
    },
    errors: kinds.map((entityType) => ({ entityType })),
  });

const isFound = (context: Context, mention: Mention, id: string): Promise<boolean> =>
  'list' in mention ? hasEntries(context, mention.list) : isNamedIn(context, mention.range, mention.field, id);

async function hasEntries(context: Context, list: Place): Promise<boolean> {
  if (list.partition !== undefined)
    return (await queryIndex(context, list.index, list.partition, { limit: 1 })).positions.length > 0;
  const range = { pk: list.rows, prefix: '', between: { from: LOWEST, to: HIGHEST } };
  return (await queryItems(context, { ...range, limit: 1, consistent: true })).items.length > 0;
}

async function isNamedIn(context: Context, range: Range, field: string, id: string): Promise<boolean> {
  let after: string | undefined;
  do {
    const { items, more } = await queryItems(context, { ...range, limit: CHUNK, after, consistent: true });
    if (items.some((item) => item[field] === id)) return true;
    after = more ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
  return false;
}
