import * as v from 'valibot';

type Entry = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;
type May<S extends Entry> = v.OptionalSchema<S, undefined>;

/** A field of an edit. It may be absent: then it keeps its value. */
type ChangeOf<S extends Entry> = S extends { readonly pipe: unknown }
  ? May<S>
  : S extends v.OptionalSchema<infer Inner extends Entry, infer Default>
    ? [Default] extends [null]
      ? May<Inner>
      : May<v.NullableSchema<Inner, Default>>
    : v.ExactOptionalSchema<S, undefined>;

type ChangesOf<E extends v.ObjectEntries> = {
  readonly [Field in keyof E]: E[Field] extends Entry ? ChangeOf<E[Field]> : never;
};

/**
 * The body of a PUT or PATCH, derived from the fields of the record. Each field may be absent. Null clears an optional
 * field, or gives it its default. A required field takes no null: it is declared exactly optional.
 */
export function changesOf<const E extends v.ObjectEntries>(
  record: v.ObjectSchema<E, undefined>,
): v.ObjectSchema<ChangesOf<E>, undefined>;
export function changesOf({
  entries,
}: v.ObjectSchema<v.ObjectEntries, undefined>): v.ObjectSchema<v.ObjectEntries, undefined> {
  const changes = Object.entries(entries).map(([field, entry]) => [field, changeOf(entry)] as const);
  return v.object(Object.fromEntries(changes));
}

const isOptional = (entry: v.GenericSchema): entry is v.OptionalSchema<v.GenericSchema, unknown> =>
  entry.type === 'optional';

function changeOf(entry: v.GenericSchema): v.GenericSchema {
  if (!isOptional(entry)) return v.exactOptional(entry);
  if ('pipe' in entry) return v.optional(entry);
  const { wrapped, default: empty } = entry;
  if (empty === null) return v.optional(wrapped);
  return v.optional(empty === undefined ? v.nullable(wrapped) : v.nullable(wrapped, empty));
}

/** Sent values for fields of a record: undefined keeps a field, null clears it. */
export type Changes<T> = { readonly [Field in keyof T]?: T[Field] | null | undefined };

/** The record after the changes. Every field that null clears is absent in it. */
export const changedBy = <T extends object>(record: T, changes: Changes<T>): T =>
  Object.assign(
    {},
    record,
    Object.fromEntries(
      Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, value ?? undefined]])),
    ),
  );
