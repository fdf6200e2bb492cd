import * as v from 'valibot';

/** True when the schema accepts the value. */
export const accepts = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;

/** The messages with which a schema refuses a value; empty when it accepts. */
export const refusals = (schema: v.GenericSchema, value: unknown): string[] =>
  (v.safeParse(schema, value).issues ?? []).map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);

/** The body with one field set, named by its path (`address.street`). */
export function withField(body: Readonly<Record<string, unknown>>, path: string, value: unknown): unknown {
  const [first = '', ...rest] = path.split('.');
  const inner = body[first];
  const below = typeof inner === 'object' && inner !== null ? Object.fromEntries(Object.entries(inner)) : {};
  return { ...body, [first]: rest.length === 0 ? value : withField(below, rest.join('.'), value) };
}

export const ID = '019caf10-3180-7000-8000-000000000001';
export const NOW = '2026-03-02T15:00:00.000Z';
