/** The members of a value that came from outside. A text or a number has none of those that the client reads. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

/** True for a text. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** The value if it is a text. */
export const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);
