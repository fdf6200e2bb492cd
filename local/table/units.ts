import { TABLE } from '../../shared/platform/table/table-definition';
import type { Change } from './store';
import type { IndexKey, Stored } from './stored';

/** Bytes of a read unit and of a write unit. Source: DynamoDB developer guide, "Read and write capacity". */
const READ_UNIT = 4096;
const WRITE_UNIT = 1024;

const unitsOf = (bytes: number, unit: number): number => Math.max(1, Math.ceil(bytes / unit));

/** Units of a read of that many bytes. A read that finds nothing costs the least read. */
export const readUnits = (bytes: number, isConsistent: boolean | undefined): number =>
  unitsOf(bytes, READ_UNIT) * (isConsistent ? 1 : 0.5);

/** Bytes of an item in an index: its keys alone. */
export function sizeInIndex(item: Stored, index: number): number {
  const { partitionKey, sortKey } = TABLE.indexes[index] ?? TABLE;
  const key = item.indexes[index];
  const names = TABLE.partitionKey + TABLE.sortKey + partitionKey + sortKey;
  return Buffer.byteLength(names + item.pk + item.sk + (key?.partition ?? '') + (key?.sort ?? ''));
}

const isSameIndexKey = (one: IndexKey | undefined, other: IndexKey | undefined): boolean =>
  one?.partition === other?.partition && one?.sort === other?.sort;

/** Units at an index: those of the entry that is removed, and those of the entry that is added. */
function indexUnits({ before, after }: Change, index: number): number {
  if (isSameIndexKey(before?.indexes[index], after?.indexes[index])) return 0;
  const entries = [before, after].filter((item) => item?.indexes[index] !== undefined);
  return entries.reduce((sum, item) => sum + (item ? unitsOf(sizeInIndex(item, index), WRITE_UNIT) : 0), 0);
}

/** Units of a write. A transaction counts twice at the table and once at the indexes. */
export function writeUnits(change: Change, isTransaction = false): number {
  const bytes = Math.max(change.before?.size ?? 0, change.after?.size ?? 0);
  const table = unitsOf(bytes, WRITE_UNIT) * (isTransaction ? 2 : 1);
  return TABLE.indexes.reduce((sum, _, index) => sum + indexUnits(change, index), table);
}
