import type * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { allOf } from '../platform/table/expression';
import { externalIdEdit } from '../platform/table/external-ids';
import type { Searched, SearchedKind } from '../platform/table/word-keys';
import { searchedAsRead, wordEdit } from '../platform/table/word-rows';
import { type Changes, changedBy } from '../platform/values/changes';
import type { External } from '../platform/values/external-id';
import type { TeamActor } from './audit';
import { type Edit, editItem } from './edit-record';

interface SearchedEdit<R extends External, S extends v.GenericSchema<unknown, R>>
  extends Pick<Edit<S>, 'key' | 'ifMatch' | 'steps'> {
  readonly kind: SearchedKind;
  readonly record: R;
  readonly changes: Changes<R>;
  readonly searched: (record: R) => Searched;
  /** The fields that `searched` reads. */
  readonly fields: readonly (keyof R & string)[];
  /** The error when another edit changed a searched field or the key of another system meanwhile. */
  readonly changed: (found: R) => Error;
}

/** Merges changes into a record that lists find by its words and other systems by their key, and moves both with it. */
export function editSearched<R extends External, S extends v.GenericSchema<unknown, R>>(
  context: Context,
  actor: TeamActor,
  edit: SearchedEdit<R, S>,
): Promise<v.InferOutput<S>> {
  const { kind, record, changes, searched, fields, changed } = edit;
  const words = wordEdit(searched(record), searched(changedBy(record, changes)));
  const external = externalIdEdit(kind, record, changes);
  return editItem(context, actor, {
    key: edit.key,
    ifMatch: edit.ifMatch,
    entityType: kind,
    entityId: record.id,
    record,
    changes,
    indexes: words.indexes,
    steps: [...words.steps, ...external.steps, ...(edit.steps ?? [])],
    condition: allOf(external.condition, searchedAsRead(words, record, fields)),
    refused: (found) => (found ? changed(found) : new AppError('NOT_FOUND')),
  });
}
