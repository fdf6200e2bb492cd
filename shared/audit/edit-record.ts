import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { allOf, type Condition } from '../platform/table/expression';
import type { IndexKeys, ItemKey } from '../platform/table/keys';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import {
  assertMatch,
  type IfMatch,
  isVersioned,
  mismatch,
  versionHeld,
  withNextVersion,
} from '../platform/table/version';
import type { Changes } from '../platform/values/changes';
import { auditStep, type TeamActor } from './audit';
import type { AuditedEntity } from './audit-event';

export interface Edit<S extends v.GenericSchema> {
  readonly key: ItemKey<S>;
  readonly entityType: AuditedEntity;
  readonly entityId: string;
  readonly record: v.InferOutput<S> & object;
  /** The fields to write. Undefined ones stay unchanged, and null clears one. Without any field nothing is written. */
  readonly changes: Changes<v.InferOutput<S>>;
  /** Further fields to write, which follow from the changes. The audit entry does not name them. */
  readonly derived?: Partial<v.InferOutput<S> & object>;
  /** The index keys to write. An undefined one removes the record from that index. */
  readonly indexes?: IndexKeys;
  /** A condition on the stored record, and the error when it does not hold. */
  readonly condition?: Condition;
  readonly refused?: (found: v.InferOutput<S> | undefined) => Error;
  /** The versions that the writer accepts: the write requires the one that was read. Absent: any. */
  readonly ifMatch?: IfMatch | undefined;
  /** Further steps of the same transaction. */
  readonly steps?: readonly Step[];
}

/**
 * Merges changes into a record and returns it. An absent field stays, and null clears an optional field. A field that was sent with the value that was read is
 * not written: a form sends all fields, and another edit may have changed this one with its words and rows meanwhile. Without changes
 * nothing is written. The audit entry contains the names of the fields but not their values, which may be personal data.
 */
export async function editItem<S extends v.GenericSchema>(
  context: Context,
  actor: TeamActor,
  edit: Edit<S>,
): Promise<v.InferOutput<S>> {
  assertMatch(edit.ifMatch, edit.record);
  const present = new Map<string, unknown>(Object.entries(edit.record));
  const sent = Object.entries(edit.changes).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value ?? null, present.get(field) ?? null),
  );
  const fields = sent.map(([field]) => field);
  if (fields.length === 0) return edit.record;
  const removed = sent.flatMap(([field, value]) =>
    value === null && !storesNull(edit.key.schema, field) ? [field] : [],
  );
  const written = Object.fromEntries(sent.filter(([field]) => !removed.includes(field)));
  const removedIndexes = Object.entries(edit.indexes ?? {}).flatMap(([index, value]) =>
    value === undefined ? [index] : [],
  );
  const change = { set: { ...written, ...edit.derived, ...edit.indexes }, remove: [...removed, ...removedIndexes] };
  const { refused = () => new AppError('NOT_FOUND') } = edit;
  const condition = allOf(edit.condition ?? {}, versionHeld(edit.ifMatch, edit.record));
  await transact(context, [
    update(edit.key, change, condition, (found) => mismatch(edit.ifMatch, found) ?? refused(found)),
    ...(edit.steps ?? []),
    auditStep(context, actor, {
      entityType: edit.entityType,
      entityId: edit.entityId,
      action: 'UPDATE',
      changes: { fields },
    }),
  ]);
  const after = {
    ...edit.record,
    ...written,
    ...edit.derived,
    ...Object.fromEntries(removed.map((field) => [field, undefined])),
  };
  return isVersioned(edit.key.schema) ? withNextVersion(after) : after;
}

/** True for a nullable field. The other fields that are empty are absent from the stored record. */
function storesNull(schema: object, field: string): boolean {
  const entries = new Map<string, unknown>(Object.entries('entries' in schema ? Object(schema.entries) : {}));
  const { success, output } = v.safeParse(Object(entries.get(field)), null);
  return success && output === null;
}
