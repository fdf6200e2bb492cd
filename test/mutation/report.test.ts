import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './explained';
import { findingsOf } from './findings';
import { readMutants, tallyOf } from './report';
import { drawn } from './sample';

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

const ended = (status: string, count: number) =>
  Array.from({ length: count }, () => ({ ...explained, number: 3, status }));
const NINE_OF_TEN = [
  ...ended('Killed', 7),
  ...ended('RuntimeError', 1),
  ...ended('Timeout', 1),
  ...ended('NoCoverage', 1),
];
const TRIED = { files: ['shared/half.ts'], outOf: 8 };

test('what is left out by rule is not tried, and what no test meets has survived', () => {
  expect(tallyOf([...NINE_OF_TEN, ...ended('Survived', 2), ...ended('Ignored', 3)])).toEqual({
    tried: 12,
    failed: 8,
    endless: 1,
    survived: 3,
    ignored: 3,
    score: 75,
  });
  expect(tallyOf(ended('Ignored', 3)).score).toBe(100);
});

test.each([
  [89, 0],
  [90, 0],
  [90.1, 1],
])('nine noticed of ten against a goal of %p are %p failures', (goal, failures) => {
  const findings = findingsOf({ name: 'shared/half', goal }, TRIED, NINE_OF_TEN, []);
  expect(findings).toMatchObject({ passed: 9, survivors: ended('NoCoverage', 1) });
  expect(findings.failures).toHaveLength(failures);
  expect(findings.rows).toEqual([
    {
      tried: 'Small changes of 1 of 8 files',
      times: 10,
      held: `90.0 % noticed, and the goal is ${goal} %: 8 made a test fail, 1 ran without end, 1 survived; 0 left out by rule`,
    },
  ]);
});

test('a score is never rounded up to the goal', () => {
  const mutants = [...ended('Killed', 2699), ...ended('Survived', 301)];
  const { failures } = findingsOf({ name: 'shared/half', goal: 90 }, TRIED, mutants, []);
  expect(failures).toEqual(['shared/half: 89.9 % noticed, and the goal is 90 %: mend what survived']);
});

test('without a goal every survivor that is not explained is a failure, and passes when it is', () => {
  const reason = 'Half of it is as good as all of it.';
  const whole = { name: 'shared/half' };
  const all = { files: ['shared/half.ts'], outOf: 1 };
  expect(findingsOf(whole, all, NINE_OF_TEN, [])).toMatchObject({
    passed: 9,
    failures: [expect.stringContaining(':3:')],
  });
  expect(findingsOf(whole, all, NINE_OF_TEN, [{ ...explained, reason }])).toMatchObject({
    passed: 10,
    failures: [],
    survivors: [],
    rows: [{ tried: 'Small changes of 1 files', held: expect.stringContaining('1 survived, 1 of them explained') }],
  });
});

describe('files drawn by chance', () => {
  const files = Array.from({ length: 40 }, (_, index) => `shared/${index}.ts`);

  test('are the same by the same seed, and others by another', () => {
    expect(drawn(files, 5, 57)).toEqual(drawn([...files].reverse(), 5, 57));
    expect(drawn(files, 5, 58)).not.toEqual(drawn(files, 5, 57));
    expect(drawn(files, 5, 57)).toHaveLength(5);
    expect(drawn(files, 40, 57)).toEqual([...files].sort());
  });

  test('are among those of a larger draw, and keep their turn when a file joins', () => {
    expect(drawn(files, 10, 57)).toEqual(expect.arrayContaining(drawn(files, 9, 57)));
    const kept = drawn([...files, 'shared/new.ts'], 10, 57).filter((file) => drawn(files, 10, 57).includes(file));
    expect(kept.length).toBeGreaterThanOrEqual(9);
  });
});
