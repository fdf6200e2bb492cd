import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { Uuid } from '../platform/values/fields';

/**
 * The mark of a correction: the record has another value that a Carta Porte contains, and the documents with the earlier value are not
 * reported yet. The edit writes it in its own transaction. So a repeated request reports what an interrupted one did not.
 */
export const CorrectionMark = { correction: v.optional(Uuid) };

type Values = { readonly [Field in string]?: unknown };

/** The mark, if the changes give one of these fields another value. */
export const correctionOf = (
  context: Context,
  fields: readonly string[],
  record: Values,
  changes: Values,
): { readonly correction?: string } =>
  fields.some((field) => changes[field] !== undefined && (changes[field] ?? null) !== (record[field] ?? null))
    ? { correction: context.newId() }
    : {};
