import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './explained';
import { readMutants } from './report';

const SOURCE = `export const half = (dividend: number): number => {
  const result =
    dividend / 2;
  return result;
};
`;

const at = (line: number, column: number) => ({ line, column });
const mutants = [
  { status: 'Survived', replacement: 'dividend * 2', location: { start: at(3, 5), end: at(3, 17) } },
  { status: 'Killed', replacement: '{}', location: { start: at(1, 50), end: at(5, 2) } },
];

function read(source = SOURCE, shift = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-mutation-report-'));
  const moved = mutants.map(({ location: { start, end }, ...mutant }) => ({
    ...mutant,
    location: { start: at(start.line + shift, start.column), end: at(end.line + shift, end.column) },
  }));
  const report = { files: { 'shared/half.ts': { source, mutants: moved } } };
  try {
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
    return readMutants(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const survivorsIn = (list: ReturnType<typeof read>) => list.filter(({ status }) => status === 'Survived');
const [survivor] = survivorsIn(read());
const explained = { file: 'shared/half.ts', line: 'dividend / 2;', original: 'dividend / 2', mutant: 'dividend * 2' };

test('a mutant is told in the words of the code', () => {
  expect(survivor).toEqual({ ...explained, number: 3, status: 'Survived' });
  expect(read()[1]).toMatchObject({ original: '{ const result = dividend / 2; return result; }', mutant: '{}' });
});

test('a survivor is a failure until it is explained, wherever its line has moved to', () => {
  const reason = 'Half of it is as good as all of it.';
  const moved = survivorsIn(read(`// A comment.\n${SOURCE}`, 1));
  expect(compare(moved, [])).toEqual({ unexplained: moved, stale: [] });
  expect(compare(moved, [{ ...explained, reason }])).toEqual({ unexplained: [], stale: [] });
});

test.each([
  { file: 'shared/third.ts' },
  { line: 'dividend / 3;' },
  { original: 'dividend' },
  { mutant: 'dividend + 2' },
])('an explanation of another one, by %j, is a failure of its own', (other) => {
  const entry = { ...explained, ...other, reason: 'It explains something that does not survive.' };
  const survivors = survivorsIn(read());
  expect(compare(survivors, [entry])).toEqual({ unexplained: survivors, stale: [entry] });
});
