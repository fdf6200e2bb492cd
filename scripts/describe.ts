import type { JsonSchema } from '@valibot/to-json-schema';
import { meaningsOf } from './code-texts';
import type { DeclaredField } from './declared-texts';
import { SHARED } from './field-texts';

/**
 * The text of a property: the comment at its declaration, else the description of its schema, else the shared text of
 * its name; then the meanings of its codes.
 */
export function describedProperty(
  name: string,
  property: JsonSchema | boolean,
  declared: DeclaredField | undefined,
  shared: Readonly<Record<string, string>> = SHARED,
): JsonSchema | boolean {
  if (typeof property === 'boolean') return property;
  const own = declared?.text?.description ?? property.description ?? shared[name] ?? SHARED[name];
  const codes = own && codesOf(property);
  const description = [own, codes && meaningsOf(codes)].filter(Boolean).join(' ');
  const example = declared?.text?.example;
  return { ...property, ...(description && { description }), ...(example !== undefined && { examples: [example] }) };
}

/** The codes of an enumeration, also of the items of a list and beside null. */
function codesOf({ enum: codes, items, anyOf }: JsonSchema): readonly unknown[] | undefined {
  if (codes) return codes;
  const [inner] = [items, ...(anyOf ?? [])].filter((one) => typeof one === 'object' && !Array.isArray(one) && one.enum);
  return typeof inner === 'object' && !Array.isArray(inner) ? inner.enum : undefined;
}
