import { Chance } from '../../load/chance';
import { givenOf } from '../generator/invoice';
import { fieldName, type Leaf, leavesOf } from '../judge/leaves';

/** Texts at the edges of what a document can carry: characters that XML excludes, spaces, separators, other alphabets, lengths. */
export const TEXTS = [
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
export const NUMBERS = [0, 5e-7, 0.0049, 0.005, 1.0005, 150.005, 99_999.005, 999_999_999.999999, 2100];

const SEEDS = 60;

/** One value of each field that the generated invoices have, in the smallest invoice that has it: each attack makes its document. */
export function fieldsOf(): { valid: object; leaf: Leaf }[] {
  const invoices = Array.from({ length: SEEDS }, (_, seed) => {
    const valid = givenOf(new Chance(seed * 7919));
    return { valid, leaves: [...leavesOf(valid)] };
  });
  const found = new Map<string, { valid: object; leaf: Leaf }>();
  for (const { valid, leaves } of invoices.sort((one, other) => one.leaves.length - other.leaves.length))
    for (const leaf of leaves)
      if (leaf.value !== undefined && !found.has(fieldName(leaf.path)))
        found.set(fieldName(leaf.path), { valid, leaf });
  return [...found.values()];
}
