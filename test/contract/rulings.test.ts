import { documentAt, heldStatements, testSource } from './named-tests';

/** docs/rulings.md names a test for each statement. Each test must exist in its file under that title. */
const rows = heldStatements(documentAt('docs/rulings.md')).map(({ said: [ruling, statement = ''], file, title }) => ({
  ruling: Number(ruling),
  statement,
  file,
  title,
}));

test('every ruling has tests', () => {
  const rulings = [...new Set(rows.map(({ ruling }) => ruling))];
  expect(rulings).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
});

test.each(rows)('ruling $ruling, $statement: $title', ({ file, title }) => {
  expect(testSource(file)).toContain(title);
});
