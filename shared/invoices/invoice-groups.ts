import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { type IndexPartition, intersect } from '../platform/table/index-intersection';
import { positionAt, type Window } from '../platform/table/numbered-pages';
import { getItems, queryIndex } from '../platform/table/read';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice';
import type { InvoiceFilter } from './invoice-query';
import { countName, inStatusOf, invoiceCountKey, ofClientOf, transfersOf } from './invoice-record';
import { INVOICE_TYPES, type InvoiceType } from './invoice-type';

export type OtherType = Exclude<InvoiceType, 'I'>;
const isOther = (type: InvoiceType): type is OtherType => type !== 'I';
const OTHER_TYPES = INVOICE_TYPES.filter(isOther);

export const typesOf = (type: InvoiceFilter['type'] = 'I'): readonly InvoiceType[] =>
  type === 'ALL' ? INVOICE_TYPES : [type];

/** The number of invoices that match, from the counter of the client or the team. */
export async function countsOf(context: Context, teamId: string, { type, status, clientId }: InvoiceFilter) {
  const [counts] = await getItems(context, [invoiceCountKey(teamId, clientId)], 'eventual');
  const countOf = (of: InvoiceType, name = status ?? ('total' as const)): number =>
    v.parse(v.optional(v.number(), 0), counts?.[countName(of, name)]);
  return {
    total: typesOf(type).reduce((sum, of) => sum + countOf(of), 0),
    /** The documents of these types stand among the invoices of type I. */
    others: OTHER_TYPES.filter((of) => countOf(of, 'total') > 0),
  };
}

const inStatus = (teamId: string, status: InvoiceStatus, type: InvoiceType): IndexPartition => ({
  index: 'gsi1',
  partition: inStatusOf(type)(teamId, status).gsi1pk,
});

const allTransfers = (teamId: string): IndexPartition => ({ index: 'gsi2', partition: transfersOf(teamId).gsi2pk });

/** The index partitions that hold all documents of a type. */
export const allOfType = (teamId: string, type: OtherType): IndexPartition[] =>
  type === 'T' ? [allTransfers(teamId)] : INVOICE_STATUSES.map((status) => inStatus(teamId, status, type));

/** A group is one partition, or two that a document must stand in. */
export type Group = readonly [IndexPartition, IndexPartition?];

/** The groups of a type that the filter names. A document of type T has no client. */
export function groupsOf(teamId: string, type: InvoiceType, { status, clientId }: InvoiceFilter): Group[] {
  if (clientId === undefined && status === undefined)
    return isOther(type) ? allOfType(teamId, type).map((one): Group => [one]) : [];
  const wanted = status && inStatus(teamId, status, type);
  if (clientId === undefined) return wanted ? [[wanted]] : [];
  if (type === 'T') return [];
  const { gsi2pk } = ofClientOf(type)(teamId, clientId);
  const ofClient = { index: 'gsi2', partition: gsi2pk } as const;
  return [wanted ? [wanted, ofClient] : [ofClient]];
}

/** The identifiers at a window of all groups together. */
export async function idsOfGroups(
  context: Context,
  groups: readonly Group[],
  window: Window,
): Promise<readonly string[]> {
  const [first, ...rest] = groups;
  if (first === undefined) return [];
  if (rest.length === 0) return idsOfGroup(context, first, window);
  const { skip, take, ascending } = window;
  const lists = await Promise.all(
    groups.map((group) => idsOfGroup(context, group, { skip: 0, take: skip + take, ascending })),
  );
  return idsInWindow(lists.flat(), window);
}

/** The identifiers at a window of a merged list. */
export function idsInWindow(ids: readonly string[], { skip, take, ascending }: Window): readonly string[] {
  const sorted = ids.toSorted();
  return (ascending ? sorted : sorted.reverse()).slice(skip, skip + take);
}

async function idsOfGroup(context: Context, [one, other]: Group, window: Window): Promise<readonly string[]> {
  if (other) return idsInBoth(context, [one, other], window);
  const { skip, take, ascending } = window;
  return skip === 0 ? firstIds(context, one.index, one.partition, take, ascending) : idsAt(context, one, window);
}

async function firstIds(
  context: Context,
  index: IndexPartition['index'],
  partition: string,
  limit: number,
  ascending: boolean,
): Promise<string[]> {
  const ids: string[] = [];
  for (let more = true; more && ids.length < limit; ) {
    const page = await queryIndex(context, index, partition, {
      limit: limit - ids.length,
      ascending,
      after: ids.at(-1),
    });
    ids.push(...page.positions);
    more = page.more && page.positions.length > 0;
  }
  return ids;
}

const idsInBoth = async (
  context: Context,
  both: readonly [IndexPartition, IndexPartition],
  { skip, take, ascending }: Window,
) => (await intersect(context, both, skip + take, ascending)).slice(skip);

async function idsAt(context: Context, one: IndexPartition, { skip, take, ascending }: Window) {
  const after = skip === 0 ? undefined : await positionAt(context, one, skip, ascending);
  if (skip > 0 && after === undefined) return [];
  const { positions } = await queryIndex(context, one.index, one.partition, { limit: take, ascending, after });
  return positions;
}
