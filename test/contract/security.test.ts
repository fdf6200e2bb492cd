import { ATTACKS } from '../attacks/attacks';
import { documentAt, heldStatements, isThere, namedFiles, testSource } from './named-tests';

/** docs/security.md names the code and the test of each statement. Both must exist. */
const document = documentAt('docs/security.md');
const rows = heldStatements(document).map(({ said, file, title }) => ({ said: said.join(': '), file, title }));

test('each of the ten risks is answered, and what a token does after each way to revoke it', () => {
  const risks = new Set(rows.flatMap(({ said }) => /^API\d+/.exec(said)?.[0] ?? []));
  expect([...risks]).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
  expect(rows.length - rows.filter(({ said }) => said.startsWith('API')).length).toBeGreaterThan(6);
});

test.each(rows)('$said: $title', ({ file, title }) => {
  expect(testSource(file)).toContain(title);
});

test('every answer to a risk names its place in the code', () => {
  const answers = rows.filter(({ said }) => said.startsWith('API'));
  expect(answers.filter(({ said }) => !/`[\w/-]+\.ts`$/.test(said))).toEqual([]);
});

test('every file that it names is there', () => {
  expect(namedFiles(document).filter((path) => !isThere(path))).toEqual([]);
});

test('the table of attacks names each attack once, and no other', () => {
  const [, section = ''] = document.split('\n## Attacks\n');
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| API'));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ').at(-1) ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(ATTACKS.map(({ name }) => name).sort());
});
