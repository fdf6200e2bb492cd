import * as v from 'valibot';
import { AppError } from '../errors';
import { Whole } from '../values/fields';
import type { Condition } from './expression';

/**
 * The version of a record. A schema with this very entry as `version` is versioned: each update adds one to the stored
 * number. A record of an older release has none and counts as version 0 (docs/decisions/0081).
 */
export const Version = v.optional(Whole, 0);

/** The version of a new record. */
export const FIRST_VERSION = 1;

/** True for a schema with the entry {@link Version}. Another field of this name does not count. */
export function isVersioned(schema: object): boolean {
  const entries = 'entries' in schema && schema.entries;
  return typeof entries === 'object' && entries !== null && 'version' in entries && entries.version === Version;
}

/** The record after one more write. A record without versions stays as it is. */
export const withNextVersion = <R extends object>(record: R): R =>
  'version' in record && typeof record.version === 'number' ? { ...record, version: record.version + 1 } : record;

/** The versions that a writer accepts, or any: the header If-Match. */
export type IfMatch = '*' | readonly number[];

/** Throws PRECONDITION_FAILED unless the writer accepts the version of the record. */
export function assertMatch(ifMatch: IfMatch | undefined, record: unknown): void {
  const refusal = mismatch(ifMatch, record);
  if (refusal) throw refusal;
}

/** The refusal of a record with a version that the writer does not accept. Undefined when it is accepted, or absent. */
export function mismatch(ifMatch: IfMatch | undefined, record: unknown): AppError | undefined {
  if (ifMatch === undefined || ifMatch === '*' || record === undefined) return undefined;
  const version = versionOf(record);
  return ifMatch.includes(version) ? undefined : new AppError('PRECONDITION_FAILED', { version });
}

/** The condition of the write: the record still has the version that was read and accepted. */
export function versionHeld(ifMatch: IfMatch | undefined, record: unknown): Condition {
  if (ifMatch === undefined || ifMatch === '*') return {};
  const version = versionOf(record);
  return version === 0 ? { absentOrAtMost: { version } } : { equals: { version } };
}

const Stored = v.object({ version: Version });
const versionOf = (record: unknown): number => v.parse(Stored, record).version;
