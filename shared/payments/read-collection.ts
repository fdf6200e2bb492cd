import type { OwedInvoice } from '../invoices/allocated';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem, getItems } from '../platform/table/read';
import { BooksChanged } from './books';
import { type Collection, collectionOf } from './collection';
import { onFreshBooks } from './fresh-books';
import { type KeptPayment, paymentKey, paymentPlaceKey, positionsOf } from './payment';

/** The stored collection with its place. Throws NOT_FOUND when there is none. */
export async function readKept(context: Context, teamId: string, id: string) {
  const place = await getItem(context, paymentPlaceKey(teamId, id));
  if (place === undefined) throw new AppError('NOT_FOUND');
  const positions = positionsOf(id, place);
  const records = await getItems(
    context,
    positions.map((at) => paymentKey(teamId, at)),
  );
  const payments = positions.flatMap((at, index): KeptPayment[] => {
    const record = records[index];
    return record ? [{ at, record }] : [];
  });
  if (payments.length < positions.length) throw new BooksChanged('payment');
  return { place, payments };
}

export const readCollection = capability(
  { table: ['GetItem', 'BatchGetItem'] },
  (context) =>
    (teamId: string, id: string): Promise<Collection> =>
      onFreshBooks(context, async () => collectionOf(teamId, (await readKept(context, teamId, id)).payments)),
);

/** The versions of each ledger at the first read of a request. */
export type Versions = Map<string, string>;

/** The second of two concurrent allocations to a document answers CONFLICT: the member decides again. */
export function refuseChanged(versions: Versions, documents: readonly OwedInvoice[]): void {
  for (const { id, ledgerVersion, allocatedVersion } of documents) {
    const version = `${ledgerVersion}#${allocatedVersion}`;
    if ((versions.get(id) ?? version) !== version) throw new AppError('CONFLICT');
    versions.set(id, version);
  }
}
