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
  /** Fields to write; what is undefined is kept. Nothing to write is no edit. */
  readonly changes: Partial<{ readonly [K in keyof v.InferOutput<S>]: v.InferOutput<S>[K] | undefined }>;
  /** One that is undefined is left. */
  readonly indexes?: IndexKeys;
  /** Fields to take away. */
  readonly cleared?: readonly (keyof v.InferOutput<S> & string)[];
  /** What must still be so, and what it means when it is not. */
  readonly condition?: Condition;
  readonly refused?: (found: v.InferOutput<S> | undefined) => Error;
  /** What else changes with it. */
  readonly steps?: readonly Step[];
}

/**
 * Merges changes into a record: what is absent is kept, null clears a nullable field, an empty text takes its field away, nothing at all
 * changes nothing. The audit entry names the fields and not their values, which may be personal data. Answers the record
 * as it is then.
 */
export async function editItem<S extends v.GenericSchema>(
  context: Context,
  actor: TeamActor,
  edit: Edit<S>,
): Promise<v.InferOutput<S>> {
  const sent = Object.entries(edit.changes).filter(([, value]) => value !== undefined);
  const fields = [...new Set([...sent.map(([field]) => field), ...(edit.cleared ?? [])])];
  if (fields.length === 0) return edit.record;
  const gone = [...(edit.cleared ?? []), ...emptyTextsOf(edit.changes)];
  const written = Object.fromEntries(sent.filter(([, value]) => value !== ''));
  const leftIndexes = Object.entries(edit.indexes ?? {}).flatMap(([index, value]) =>
    value === undefined ? [index] : [],
  );
  const change = { set: { ...written, ...edit.indexes }, remove: [...gone, ...leftIndexes] };
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
  return { ...edit.record, ...written, ...Object.fromEntries(gone.map((field) => [field, undefined])) };
}
