import type { AuditedEntity } from '../audit/audit-event';
import { reservationsOf } from '../boxes/reservation';
import { filesOfEntity } from '../files/file-keys';
import { invoicesOfClient } from '../invoices/invoice-record';
import { paymentsOf, paymentsOfTrip } from '../payments/payment';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { type ItemRange, queryIndex, queryItems } from '../platform/table/read';
import { routesOf } from '../routes/route';
import { tripKey } from '../trips/trip';

/** Items in one query. The newest are read first, because a record that is in use is usually named by a new one. */
const CHUNK = 1_000;

type Range = Pick<ItemRange, 'pk' | 'prefix' | 'between'>;
type IndexName = 'gsi1' | 'gsi2';

/** A place where other records name a record: the items of a range by a field, or the partition of an index. */
type Place =
  | { readonly kind: AuditedEntity; readonly range: Range; readonly field: string }
  | { readonly kind: AuditedEntity; readonly index: IndexName; readonly partition: string };

const tripsOf = (teamId: string): Range => {
  const { pk, sk } = tripKey(teamId, '');
  return { pk, prefix: sk };
};
/** All sort keys begin with the year of the payment. DynamoDB refuses a query with an empty prefix. */
const allPayments = (teamId: string): Range => ({
  pk: paymentsOf(teamId).pk,
  prefix: '',
  between: { from: '0', to: ':' },
});
const files = (teamId: string, id: string): Place => ({
  kind: 'FILE',
  index: 'gsi2',
  partition: filesOfEntity(teamId, id).gsi2pk,
});

/** All places of a kind of record. A client's invoices and all files have an index; the others are read. */
const PLACES = {
  CLIENT: (teamId: string, id: string): Place[] => [
    { kind: 'INVOICE', index: 'gsi2', partition: invoicesOfClient(teamId, id).gsi2pk },
    files(teamId, id),
    { kind: 'ROUTE', range: routesOf(teamId), field: 'clientId' },
    { kind: 'BOX_RESERVATION', range: reservationsOf(teamId), field: 'clientId' },
    { kind: 'TRIP', range: tripsOf(teamId), field: 'clientId' },
    { kind: 'PAYMENT', range: allPayments(teamId), field: 'clientId' },
  ],
  ROUTE: (teamId: string, id: string): Place[] => [
    files(teamId, id),
    { kind: 'TRIP', range: tripsOf(teamId), field: 'routeId' },
  ],
  VEHICLE: (teamId: string, id: string): Place[] => [
    files(teamId, id),
    { kind: 'TRIP', range: tripsOf(teamId), field: 'vehicleId' },
  ],
  BOX: (teamId: string, id: string): Place[] => [
    files(teamId, id),
    { kind: 'BOX_RESERVATION', range: reservationsOf(teamId), field: 'boxId' },
  ],
  TRIP: (teamId: string, id: string): Place[] => [
    files(teamId, id),
    { kind: 'PAYMENT', index: 'gsi1', partition: paymentsOfTrip(teamId, id).gsi1pk },
  ],
} as const;

/** Throws IN_USE with the kinds of the records that name this one. */
export const refuseUsed = capability(
  { table: ['Query'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    async (
      kind: keyof typeof PLACES,
      { teamId, id }: { readonly teamId: string; readonly id: string },
    ): Promise<void> => {
      const kinds: AuditedEntity[] = [];
      for (const place of PLACES[kind](teamId, id)) if (await names(context, place, id)) kinds.push(place.kind);
      if (kinds.length > 0) throw inUse(kinds);
    },
);

export const inUse = (kinds: readonly AuditedEntity[]): AppError =>
  new AppError('IN_USE', {
    message: {
      en: `Other records refer to it, so it stays: ${kinds.join(', ')}.`,
      es: `Otros registros lo usan, por eso se conserva: ${kinds.join(', ')}.`,
    },
    errors: kinds.map((entityType) => ({ entityType })),
  });

const names = (context: Context, place: Place, id: string): Promise<boolean> =>
  'range' in place ? isNamedIn(context, place.range, place.field, id) : hasEntries(context, place);

async function hasEntries(
  context: Context,
  { index, partition }: { readonly index: IndexName; readonly partition: string },
): Promise<boolean> {
  return (await queryIndex(context, index, partition, { limit: 1 })).positions.length > 0;
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
