/** Blanks and invisible marks, such as the mark of direction before a telephone number that was copied from a phone. */
const UNSEEN = /^[\s\p{Cf}]+/u;

/**
 * The value of a body as it is checked and stored: text is trimmed and in Unicode NFC, and an empty text in an optional
 * field counts as null, or as absent where the field takes no null. The schema says which values are text that a person
 * types: a password keeps its blanks.
 */
export function asTyped(schema: object, value: unknown): unknown {
  if ('wrapped' in schema) return withoutEmpty(schema, asTyped(Object(schema.wrapped), value));
  if ('item' in schema && Array.isArray(value)) return value.map((one) => asTyped(Object(schema.item), one));
  if ('entries' in schema && typeof value === 'object' && value !== null && !Array.isArray(value))
    return objectAsTyped(Object(schema.entries), value);
  if (typeof value !== 'string') return value;
  if ('isTyped' in schema) return value.replace(UNSEEN, '').trim().normalize('NFC');
  // NFC makes another mailbox of some addresses: the Kelvin sign becomes a K.
  return 'isTrimmed' in schema ? value.trim() : value;
}

function withoutEmpty(schema: object, value: unknown): unknown {
  const type = 'type' in schema && schema.type;
  if (value !== '') return value;
  if (type === 'nullable') return null;
  return type === 'optional' ? undefined : value;
}

function objectAsTyped(entries: Readonly<Record<string, unknown>>, value: object): object {
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    Object.hasOwn(entries, name) ? asTyped(Object(entries[name]), one) : one,
  ]);
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined));
}
