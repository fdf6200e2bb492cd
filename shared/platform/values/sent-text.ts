/** Blanks and invisible marks, such as the mark of direction before a telephone number that was copied from a phone. */
const UNSEEN = /^[\s\p{Cf}]+/u;

/**
 * The text without what cannot be seen at both ends. The end is looked at unit by unit, because an expression would take quadratic time
 * for blanks within a text, and because marks beyond the basic plane, with which the flag of Scotland ends, are no unit and stay.
 */
function withoutUnseen(text: string): string {
  const begun = text.replace(UNSEEN, '');
  let end = begun.length;
  while (UNSEEN.test(begun.charAt(end - 1))) end -= 1;
  return begun.slice(0, end);
}

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
  if ('isTyped' in schema) return withoutUnseen(value).normalize('NFC');
  // NFC makes another mailbox of some addresses: the Kelvin sign becomes a K.
  return 'isTrimmed' in schema ? withoutUnseen(value) : value;
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
