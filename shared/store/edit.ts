import type * as v from 'valibot';
import type { AuditedEntity } from '../domain/audit';
import { Refusal } from '../domain/refusal';
import type { Context } from '../runtime/context';
import { auditStep, type TeamActor } from './audit';
import type { Condition } from './expression';
import type { IndexKeys, ItemKey } from './keys';
import { type Step, update } from './steps';
import { transact } from './transact';

export interface Edit<S extends v.GenericSchema> {
  readonly key: ItemKey<S>;
  readonly entityType: AuditedEntity;
  readonly entityId: string;
  readonly record: v.InferOutput<S> & object;
  /** Fields to write; what is undefined is kept. Nothing to write is no edit. */
  readonly changes: Partial<{ readonly [K in keyof v.InferOutput<S>]: v.InferOutput<S>[K] | undefined }>;
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
 * Merges changes into a record: what is absent is kept, null clears a nullable field, nothing at all changes nothing (product.md §1). The
 * audit entry names the fields and not their values, which may be personal data. Answers the
 * record as it is then.
 */
export async function editItem<S extends v.GenericSchema>(
  context: Context,
  actor: TeamActor,
  edit: Edit<S>,
): Promise<v.InferOutput<S>> {
  const fields = Object.entries(edit.changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (fields.length === 0) return edit.record;
  const cleared = edit.cleared ?? [];
  const change = { set: { ...edit.changes, ...edit.indexes }, remove: cleared };
  await transact(context, [
    update(edit.key, change, edit.condition ?? {}, edit.refused ?? (() => new Refusal('NOT_FOUND'))),
    ...(edit.steps ?? []),
    auditStep(context, actor, {
      entityType: edit.entityType,
      entityId: edit.entityId,
      action: 'UPDATE',
      changes: { fields },
    }),
  ]);
  const written = Object.entries(edit.changes).filter(([, value]) => value !== undefined);
  const gone = cleared.map((field) => [field, undefined] as const);
  return { ...edit.record, ...Object.fromEntries(written), ...Object.fromEntries(gone) };
}
