import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Schemas } from './json-schemas';

const SHARED = join(__dirname, '..', 'shared');

/**
 * Schemas that only one operation uses. The released document has them inline, and generated clients would see a name
 * as a change.
 */
const INLINE: ReadonlySet<string> = new Set(['CreatedTeam', 'StampingNotice']);

/** The exported object schemas of the features, by name. The document uses the same names. */
export async function namedSchemas(): Promise<Schemas> {
  const named: Record<string, v.GenericSchema> = {};
  // Windows separates folders by backslashes.
  const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  for (const file of files.sort()) {
    if (!file.endsWith('.ts') || /^(platform|operation)\/(?!values)|-keys\.ts$/.test(file)) continue;
    const exported: Record<string, unknown> = await import(`../shared/${file.slice(0, -'.ts'.length)}.ts`);
    for (const [name, value] of Object.entries(exported)) {
      if (!isObjectSchema(value) || INLINE.has(name)) continue;
      if (name in named)
        throw new Error(
          `Two files of shared/ export a schema ${name}. Rename one, because the OpenAPI document uses the name.`,
        );
      named[name] = value;
    }
  }
  return named;
}

const isObjectSchema = (value: unknown): value is v.GenericSchema =>
  v.is(v.looseObject({ kind: v.literal('schema'), entries: v.unknown() }), value);
