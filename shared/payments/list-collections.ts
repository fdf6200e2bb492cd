import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { Chunk } from '../platform/table/lists';
import { HIGHEST, LOWEST, queryItems } from '../platform/table/read';
import { RECORD_UNITS, readUnits, type UnitSource, unitsLeft } from '../platform/table/unit-pages';
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
      readUnits<Collection>(context, collectionSource(context, teamId, { from, to }, clientId), page),
);

/** The payments of the first read, which shows what one costs. */
const FIRST_READ = 10;

function collectionSource(
  context: Context,
  teamId: string,
  range: Between,
  clientId: string | undefined,
): UnitSource<Collection> {
  const { from, to } = range;
  // '~' sorts after all identifiers of the last instant.
  const between = { from, to: `${to}~` };
  let cost: number | undefined;
  return {
    identity: ['collections', teamId, from, to, clientId],
    isPosition: (position) => position >= between.from && position <= between.to && isFirst(position),
    keep: clientId === undefined ? undefined : (collection) => collection.clientId === clientId,
    least: 2 * RECORD_UNITS,
    next: async (after, units, wanted) => {
      const affordable = cost === undefined ? FIRST_READ : Math.max(1, Math.floor((units - RECORD_UNITS) / cost));
      const limit = clientId === undefined ? Math.min(affordable, wanted) : affordable;
      const chunk = await nextCollections(context, teamId, between, limit, after);
      cost = Math.max((units - unitsLeft(context)) / limit, 0.02);
      return chunk;
    },
  };
}

interface Between {
  readonly from: string;
  readonly to: string;
}

const isFirst = (position: string): boolean => {
  const [paidAt, id = '', ...rest] = position.split('#');
  return rest.length === 0 && v.is(Instant, paidAt) && isUuid(id);
};

/** The further payments of a collection stand before its first one, because the list is read from the newest. */
async function nextCollections(
  context: Context,
  teamId: string,
  between: Between,
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
