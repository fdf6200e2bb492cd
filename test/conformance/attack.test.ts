import { Chance } from '../load/chance';
import { givenOf } from './generator/invoice';
import { documentOf } from './judge/cfdi';
import { fieldName, type Leaf, leavesOf, withValue } from './judge/leaves';
import { ISSUER } from './judge/samples';
import { schemaValidator } from './judge/validator';
import { bodyOf, readinessInputOf, readinessOf } from './product/stampable';

const { faultsOf } = schemaValidator();

/** Texts at the edges of what a document can carry: characters that XML excludes, spaces, separators, other alphabets, lengths. */
const TEXTS = [
  '\uFFFE',
  'abc\uFFFFdefg',
  '\u00a0',
  'abcdefg\u200bhij',
  'ab|cdefghi',
  '<abc>&"defg',
  'x'.repeat(101),
  'ＡＢＣ١٢٣',
  ' C2 ',
  '2100-01-01T00:00:00',
];

/** Numbers at the edges of the schemas' facets. */
const NUMBERS = [0, 5e-7, 0.0049, 0.005, 1.0005, 150.005, 99_999.005, 999_999_999.999999, 2100];

/** One value of each field that the generated invoices have. */
function fieldsOf(seeds: readonly number[]): { seed: number; leaf: Leaf }[] {
  const found = new Map<string, { seed: number; leaf: Leaf }>();
  for (const seed of seeds)
    for (const leaf of leavesOf(givenOf(new Chance(seed))))
      if (leaf.value !== undefined && !found.has(fieldName(leaf.path))) found.set(fieldName(leaf.path), { seed, leaf });
  return [...found.values()];
}

/** The document of an invoice; undefined if a schema refuses the invoice or readiness finds something. */
function stampedXml(invoice: unknown): string | undefined {
  try {
    const given = readinessInputOf(Object(invoice));
    if (!readinessOf(given).ready) return undefined;
    const body = bodyOf(given, '0190e4a2-0000-7000-8000-000000000001');
    return documentOf(Buffer.from(JSON.stringify(body)), ISSUER).xml;
  } catch (failure) {
    if (Object(failure).name === 'ValiError') return undefined;
    throw failure;
  }
}

test('tax §10: no hostile value of any field is ready and yet no document', async () => {
  const fields = fieldsOf([104_729, 209_458, 314_187, 418_916]);
  const wrong: string[] = [];
  let documents = 0;
  for (const { seed, leaf } of fields) {
    const valid = givenOf(new Chance(seed));
    for (const value of typeof leaf.value === 'number' ? NUMBERS : TEXTS) {
      const xml = stampedXml(withValue(valid, leaf.path, value));
      if (xml === undefined) continue;
      documents += 1;
      const [fault] = await faultsOf(xml);
      if (fault !== undefined) wrong.push(`${fieldName(leaf.path)} ${JSON.stringify(value)}: ${fault}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(fields.length).toBeGreaterThan(80);
  expect(documents).toBeGreaterThan(250);
});
