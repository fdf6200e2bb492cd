import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Schemas } from './json-schemas';

const SHARED = join(__dirname, '..', 'shared');

/** Schemas of one operation each. The released document has them inline, and generated clients would see a name as a change. */
const INLINE: ReadonlySet<string> = new Set(['CreatedTeam', 'StampingNotice']);

/** The object schemas that the features export, by their name: the document uses the same names. */
export async function namedSchemas(): Promise<Schemas> {
  const named: Record<string, v.GenericSchema> = {};
  for (const file of readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || /^(platform|operation)\/(?!values)|-keys\.ts$/.test(file)) continue;
    const exported: Record<string, unknown> = await import(`../shared/${file.slice(0, -'.ts'.length)}.ts`);
    for (const [name, value] of Object.entries(exported)) {
      if (!isObjectSchema(value) || INLINE.has(name)) continue;
      if (name in named)
        throw new Error(`Two files of shared/ export a schema ${name}. Rename one: the document uses the name.`);
      named[name] = value;
    }
  }
  return named;
}

const isObjectSchema = (value: unknown): value is v.GenericSchema =>
  v.is(v.looseObject({ kind: v.literal('schema'), entries: v.unknown() }), value);
