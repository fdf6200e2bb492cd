import fc from 'fast-check';
import * as v from 'valibot';
import { NewPassword } from '../../shared/identity/session';
import { InvoiceItemInput } from '../../shared/invoices/item';

/** The parts of a schema that the sampler reads. Each kind has some of them. */
interface Node extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly options?: readonly (Node | string | number)[];
  readonly literal?: unknown;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

/** With all optional fields, or with none. */
export type Extent = 'full' | 'minimal';

/** Part of every text that accepts it, so that a test can search for it where personal data are forbidden. */
export const MARKER = 'Ximena';
const TEXTS = [
  `${MARKER} ~ Zárate`,
  `${MARKER.toLowerCase()}.zarate@correo.mx`,
  '01890a5d-ac96-774b-bcce-b302099a8099',
  '2026-03-01T08:30:00.000Z',
  '2026-03-01',
  '2026-03-01T08:30:00',
  'America/Mexico_City',
  MARKER,
  `Demo-2026-${MARKER}`,
  '1',
  'true',
  `https://assets.example/${MARKER}.jpg`,
];
const NUMBERS = [1, 0, 0.5, 100, 2026];

/** A value that the schema accepts, made from the schema. Throws when it finds none: add a candidate that the schema accepts. */
export function sample(schema: v.GenericSchema, extent: Extent = 'full'): unknown {
  if (!found[extent].has(schema)) found[extent].set(schema, find(schema, extent));
  return found[extent].get(schema);
}

/** Holds neither the sample of a name nor that of an address: such a password is refused. */
const PASSWORD = 'Camino-Largo-77';

/** A cache, because hundreds of tests ask for the same samples. */
const found: Readonly<Record<Extent, WeakMap<v.GenericSchema, unknown>>> = {
  full: new WeakMap<v.GenericSchema, unknown>([
    [NewPassword, PASSWORD],
    [
      InvoiceItemInput,
      {
        description: MARKER,
        productKey: '78101802',
        quantity: 2,
        unitKey: 'E48',
        price: 1,
        taxRate: 0.16,
        withholdingRate: 0,
        isrWithholdingRate: 0,
        taxObject: '02',
        taxFactor: 'Tasa',
      },
    ],
  ]),
  // The price is optional in the schema, because a document of type T has none.
  minimal: new WeakMap<v.GenericSchema, unknown>([
    [NewPassword, PASSWORD],
    [InvoiceItemInput, { description: MARKER, price: 1 }],
  ]),
};

function find(schema: v.GenericSchema, extent: Extent): unknown {
  for (const candidate of candidates(schema, extent)) if (v.is(schema, candidate)) return candidate;
  throw new Error(`test/support/sample.ts finds no ${extent} value for a schema of type ${schema.type}.`);
}

function candidates(node: Node, extent: Extent): Iterable<unknown> {
  const make = CANDIDATES[node.type];
  if (make === undefined) throw new Error(`test/support/sample.ts does not know the schema type ${node.type}.`);
  return make(node, extent);
}

const wrapped = (node: Node, extent: Extent, empty: unknown): readonly unknown[] =>
  extent === 'full' && node.wrapped ? [sample(node.wrapped, extent)] : [empty];

const CANDIDATES: Readonly<Record<string, (node: Node, extent: Extent) => Iterable<unknown>>> = {
  string: texts,
  number: (node) => [...NUMBERS, ...requirements(node).filter((one) => typeof one === 'number')],
  boolean: () => [true, false],
  null: () => [null],
  unknown: () => [null],
  any: () => [null],
  literal: ({ literal }) => [literal],
  picklist: ({ options = [] }) => options,
  enum: ({ options = [] }) => options,
  union: ({ options = [] }, extent) => options.map((option) => sampleOption(option, extent)),
  variant: ({ options = [] }, extent) => options.map((option) => sampleOption(option, extent)),
  optional: (node, extent) => wrapped(node, extent, undefined),
  exact_optional: (node, extent) => wrapped(node, extent, undefined),
  nullish: (node, extent) => wrapped(node, extent, undefined),
  nullable: (node, extent) => wrapped(node, extent, null),
  array: arrays,
  record: () => [{}],
  object: objects,
  strict_object: objects,
  loose_object: objects,
};

const sampleOption = (option: Node | string | number, extent: Extent): unknown =>
  typeof option === 'object' ? sample(option, extent) : option;

const requirements = ({ pipe = [] }: Node): readonly unknown[] => pipe.map(({ requirement }) => requirement);

function* texts(node: Node): Generator<string> {
  yield* TEXTS;
  for (const requirement of requirements(node)) {
    if (typeof requirement === 'number' && requirement <= 10_000) yield 'X'.repeat(requirement);
    if (requirement instanceof RegExp) yield* fc.sample(fc.stringMatching(requirement), { numRuns: 20, seed: 1 });
  }
}

function arrays(node: Node, extent: Extent): readonly unknown[] {
  const item = () => (node.item ? sample(node.item, extent) : null);
  const lengths = [extent === 'full' ? 1 : 0, 1, ...requirements(node).filter((one) => typeof one === 'number')];
  return lengths.filter((length) => length <= 100).map((length) => Array.from({ length }, item));
}

/** All fields, or only the required ones. When fields exclude each other, the required ones plus one more. */
function* objects({ entries = {} }: Node, extent: Extent): Generator<unknown> {
  const fields = Object.entries(entries);
  const needed = fields.filter(([, entry]) => entry.type !== 'exact_optional' && !v.is(entry, undefined));
  const build = (chosen: typeof fields) =>
    Object.fromEntries(
      chosen.map(([name, entry]) => [name, sample(entry, entry.type.endsWith('optional') ? 'full' : extent)]),
    );
  if (extent === 'full') yield build(fields);
  yield build(needed);
  for (const field of fields) yield build([...needed, field]);
}
