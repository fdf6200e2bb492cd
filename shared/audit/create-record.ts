import type * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import type { Creation } from '../platform/table/idempotency';
import type { IndexKeys, ItemKey } from '../platform/table/keys';
import { create, unexpectedConflict } from '../platform/table/steps';
import { withoutEmptyTexts } from '../platform/values/fields';
import { auditStep, type TeamActor } from './audit';
import type { AuditedEntity } from './audit-event';

/** The fields that the service sets on every new record of a team. */
export const newRecord = (context: Context, { teamId }: TeamActor) => ({
  id: context.newId(),
  teamId,
  createdAt: context.now().toISOString(),
});

/** The creation of a record with a new identifier: the item and its audit entry. */
export const creationOf = <S extends v.GenericSchema, T extends v.InferInput<S> & { readonly id: string }>(
  context: Context,
  actor: TeamActor,
  entityType: AuditedEntity,
  key: ItemKey<S>,
  record: T,
  indexes: IndexKeys = {},
): Creation<T> => {
  const result = withoutEmptyTexts(record);
  return {
    result,
    steps: [
      create(key, result, unexpectedConflict(`A new ${entityType}`), indexes),
      auditStep(context, actor, { entityType, entityId: result.id, action: 'CREATE' }),
    ],
  };
};
