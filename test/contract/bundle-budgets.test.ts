import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, PARTS } from '../../bench/bundles/parts';

const page = readFileSync(join(__dirname, '../../docs/decisions/0035-what-a-bundle-leaves-out.md'), 'utf8');

/** The budgets of the page, by the first words of the row, in kB. The document's own length has no number there. */
const rows = new Map(
  [...page.matchAll(/^\| ([^|]+?) \| (\d+)(?: kB)? \| (\d+)(?: kB)? \|$/gm)].map(([, part = '', goal, fail]) => [
    part,
    { goal: 1_000 * Number(goal), fail: 1_000 * Number(fail) },
  ]),
);

const rowOf = (name: string) => [...rows].find(([part]) => part.startsWith(name))?.[1];

test('the table of decision 35 has the budget of each part of a bundle', () => {
  expect(rowOf('every function')).toEqual(BASE);
  const fixed = PARTS.filter(({ name }) => name !== 'the document');
  for (const { name, goal, fail } of fixed) expect([name, rowOf(name)]).toEqual([name, { goal, fail }]);
  expect(rows.size).toBe(fixed.length + 1);
});
