import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { type Chunk, readPage } from '../platform/table/lists';
import { HIGHEST, LOWEST, queryItems } from '../platform/table/read';
import type { InstantRange } from '../platform/values/calendar';
import { Instant, isUuid } from '../platform/values/fields';
import type { Page } from '../platform/values/pages';
import { type Collection, collectionOf } from './collection';
import { type KeptPayment, paymentPositionOf, paymentsOf } from './payment';

interface CollectionQuery extends Page {
  readonly clientId?: string | undefined;
}

/** One page of a team's collections, the newest payment first. A cursor stands behind a whole collection. */
export const listCollections = capability(
  { table: ['Query'] },
  (context) =>
    (teamId: string, { from = LOWEST, to = HIGHEST }: InstantRange, { clientId, ...page }: CollectionQuery) =>
      readPage<Collection>(
        context,
        {
          identity: ['collections', teamId, from, to, clientId],
          isPosition: (position) => position >= from && position <= `${to}~` && isFirst(position),
          keep: clientId === undefined ? undefined : (collection) => collection.clientId === clientId,
          next: (after, limit) => nextCollections(context, teamId, { from, to: `${to}~` }, limit, after),
        },
        page,
      ),
);

const isFirst = (position: string): boolean => {
  const [paidAt, id = '', ...rest] = position.split('#');
  return rest.length === 0 && v.is(Instant, paidAt) && isUuid(id);
};

/** The further payments of a collection stand before its first one, because the list is read from the newest. */
async function nextCollections(
  context: Context,
  teamId: string,
  between: { readonly from: string; readonly to: string },
  limit: number,
  start: string | undefined,
): Promise<Chunk<Collection>> {
  const { pk, schema } = paymentsOf(teamId);
  const entries: { position: string; record: Collection }[] = [];
  let parts: KeptPayment[] = [];
  for (let after = start; ; ) {
    const { items, more } = await queryItems(context, { pk, prefix: '', between, limit, after });
    for (const item of items) {
      const at = paymentPositionOf(item.sk);
      parts = [{ at, record: v.parse(schema, item) }, ...parts];
      if (at.collectionId !== undefined) continue;
      entries.push({ position: item.sk, record: collectionOf(teamId, parts) });
      parts = [];
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined || entries.length > 0) return { entries, more };
  }
}
