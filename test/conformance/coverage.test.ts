import type * as v from 'valibot';
import { InvoiceChanges } from '../../shared/invoices/invoice';
import { Chance } from '../load/chance';
import { givenOf } from './generator/invoice';
import { fieldName, leavesOf } from './judge/leaves';

/** The schema in a pipe, an optional, a nullable or a list, as valibot nests it. */
const insideOf = (schema: object): object | undefined => {
  const pipe = Reflect.get(schema, 'pipe');
  return (Array.isArray(pipe) && pipe[0] !== schema ? pipe[0] : undefined) ?? Reflect.get(schema, 'wrapped');
};

/** The names of all fields of a schema that hold a value: `cartaPorte.mercancias[].pesoKg`. */
function* namesOf(schema: object, name = ''): Generator<string> {
  const [entries, item, inside] = [Reflect.get(schema, 'entries'), Reflect.get(schema, 'item'), insideOf(schema)];
  if (typeof entries === 'object' && entries !== null) {
    for (const [key, inner] of Object.entries<object>(entries))
      yield* namesOf(inner, name === '' ? key : `${name}.${key}`);
  } else if (item) yield* namesOf(item, `${name}[]`);
  else if (inside) yield* namesOf(inside, name);
  else yield name;
}

/** Fields that no valid random invoice has: they do not belong to the document, or contradict a Carta Porte. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  clientId: 'the client is a record of its own',
  notes: 'not sent',
  'items[].taxFactor': 'refused, but for its only value',
  noCartaPorteReason: 'not sent',
};

const SEEDS = 300;

test('tax §10.3: the generator uses every field of an invoice', () => {
  const used = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1)
    for (const { path, value } of leavesOf(givenOf(new Chance(seed * 7919)).invoice))
      if (value !== undefined && value !== null) used.add(fieldName(path));
  const schema: v.GenericSchema = InvoiceChanges;
  const names = [...namesOf(schema)];
  expect(names.filter((name) => !used.has(name) && !(name in LEFT_OUT))).toEqual([]);
  expect(names.length).toBeGreaterThan(80);
});
