import { documentAt, heldStatements, testSource } from './named-tests';

/** docs/spec/rulings.md says which test holds which statement: each must be there, by the title it has in its file. */
const rows = heldStatements(documentAt('docs/spec/rulings.md')).map(
  ({ said: [ruling, statement = ''], file, title }) => ({
    ruling: Number(ruling),
    statement,
    file,
    title,
  }),
);

test('every ruling has tests', () => {
  const rulings = [...new Set(rows.map(({ ruling }) => ruling))];
  expect(rulings).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
});

test.each(rows)('ruling $ruling, $statement: $title', ({ file, title }) => {
  expect(testSource(file)).toContain(title);
});
