import type * as v from 'valibot';
import type { Context } from '../runtime/context';
import type { External } from '../values/external-id';
import type { Page } from '../values/pages';
import { type ExternalIdHolder, type ExternalKind, externalIdKey } from './external-ids';
import type { ItemKey } from './keys';
import { type Listed, readPage } from './lists';
import { getItems } from './read';

/** A schema of records that can have a key of another system. */
export type ExternalSchema<T = Pick<External, 'externalId'>> = v.GenericSchema<unknown, T>;

/** Where the record with a key of another system is sought. */
interface ExternalPlace<T> {
  readonly teamId: string;
  readonly kind: ExternalKind;
  readonly externalId: string;
  readonly keyOf: (holder: ExternalIdHolder) => ItemKey<ExternalSchema<T>>;
}

/**
 * The record with a key of another system, and what holds the key. Two strongly consistent reads: a caller that lost an answer finds the
 * record that it has created.
 */
export async function readByExternalId<T extends Pick<External, 'externalId'>>(
  context: Context,
  { teamId, kind, externalId, keyOf }: ExternalPlace<T>,
): Promise<{ readonly holder: ExternalIdHolder; readonly record: T } | undefined> {
  const [holder] = await getItems(context, [externalIdKey(teamId, kind, externalId)]);
  if (holder === undefined) return undefined;
  const [record] = await getItems(context, [keyOf(holder)]);
  return record?.externalId === externalId ? { holder, record } : undefined;
}

/** The page of a list that has one record at most. It has no further page, so every cursor is refused. */
export function listByExternalId<T extends Pick<External, 'externalId'>>(
  context: Context,
  place: ExternalPlace<T>,
  keep: (record: T) => boolean,
  page: Page,
): Promise<Listed<T>> {
  const { teamId, kind, externalId } = place;
  const source = {
    identity: [teamId, kind, externalId],
    isPosition: () => false,
    keep,
    next: async () => {
      const found = await readByExternalId(context, place);
      return { entries: found ? [{ position: found.holder.id, record: found.record }] : [], more: false };
    },
  };
  return readPage(context, source, page);
}
