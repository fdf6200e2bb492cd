import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** docs/rulings.md says which test holds which statement: each must be there, by the title it has in its file. */
const ROOT = join(__dirname, '..', '..');
const table = readFileSync(join(ROOT, 'docs', 'rulings.md'), 'utf8');
const rows = table
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [ruling, statement = '', file = '', title = ''] = line.slice(2, -2).split(' | ');
    return { ruling: Number(ruling), statement, file, title };
  });

test('every ruling has tests', () => {
  const rulings = [...new Set(rows.map(({ ruling }) => ruling))];
  expect(rulings).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
});

test.each(rows)('ruling $ruling, $statement: $title', ({ file, title }) => {
  const source = readFileSync(join(ROOT, 'test', `${file}.test.ts`), 'utf8');
  expect(source).toContain(title);
});
