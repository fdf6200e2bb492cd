import type * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import type { Condition } from '../platform/table/expression';
import type { IndexKeys, ItemKey } from '../platform/table/keys';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { emptyTextsOf } from '../platform/values/fields';
import { auditStep, type TeamActor } from './audit';
import type { AuditedEntity } from './audit-event';

export interface Edit<S extends v.GenericSchema> {
  readonly key: ItemKey<S>;
  readonly entityType: AuditedEntity;
  readonly entityId: string;
  readonly record: v.InferOutput<S> & object;
  /** The fields to write. Undefined fields stay unchanged. Without any field nothing is written. */
  readonly changes: Partial<{ readonly [K in keyof v.InferOutput<S>]: v.InferOutput<S>[K] | undefined }>;
  /** The index keys to write. An undefined one removes the record from that index. */
  readonly indexes?: IndexKeys;
  /** The fields to remove. */
  readonly cleared?: readonly (keyof v.InferOutput<S> & string)[];
  /** A condition on the stored record, and the error when it does not hold. */
  readonly condition?: Condition;
  readonly refused?: (found: v.InferOutput<S> | undefined) => Error;
  /** Further steps of the same transaction. */
  readonly steps?: readonly Step[];
}

/**
 * Merges changes into a record and returns it. An absent field stays, null clears a nullable field, an empty text
 * removes its field. Without changes nothing is written. The audit entry contains the names of the fields but not their
 * values, which may be personal data.
 */
export async function editItem<S extends v.GenericSchema>(
  context: Context,
  actor: TeamActor,
  edit: Edit<S>,
): Promise<v.InferOutput<S>> {
  const sent = Object.entries(edit.changes).filter(([, value]) => value !== undefined);
  const fields = [...new Set([...sent.map(([field]) => field), ...(edit.cleared ?? [])])];
  if (fields.length === 0) return edit.record;
  const removed = [...(edit.cleared ?? []), ...emptyTextsOf(edit.changes)];
  const written = Object.fromEntries(sent.filter(([, value]) => value !== ''));
  const removedIndexes = Object.entries(edit.indexes ?? {}).flatMap(([index, value]) =>
    value === undefined ? [index] : [],
  );
  const change = { set: { ...written, ...edit.indexes }, remove: [...removed, ...removedIndexes] };
  await transact(context, [
    update(edit.key, change, edit.condition ?? {}, edit.refused ?? (() => new AppError('NOT_FOUND'))),
    ...(edit.steps ?? []),
    auditStep(context, actor, {
      entityType: edit.entityType,
      entityId: edit.entityId,
      action: 'UPDATE',
      changes: { fields },
    }),
  ]);
  return { ...edit.record, ...written, ...Object.fromEntries(removed.map((field) => [field, undefined])) };
}
