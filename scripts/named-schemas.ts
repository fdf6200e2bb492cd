import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Schemas } from './json-schemas';

const DOMAIN = join(__dirname, '..', 'shared', 'domain');

/** The object schemas that the domain exports, by their name: the document names them alike. */
export async function namedSchemas(): Promise<Schemas> {
  const named: Record<string, v.GenericSchema> = {};
  for (const file of readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts')) continue;
    const exported: Record<string, unknown> = await import(`../shared/domain/${file}`);
    for (const [name, value] of Object.entries(exported)) {
      if (!isObjectSchema(value)) continue;
      if (name in named)
        throw new Error(`Two files of the domain export a schema ${name}. Rename one: the document uses the name.`);
      named[name] = value;
    }
  }
  return named;
}

const isObjectSchema = (value: unknown): value is v.GenericSchema =>
  v.is(v.looseObject({ kind: v.literal('schema'), entries: v.unknown() }), value);
