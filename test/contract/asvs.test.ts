import { documentAt, isThere, namedFiles, testSource } from './named-tests';

const DOCUMENT = documentAt('docs/asvs.md');
const RESULTS = ['met', 'documented', 'not applicable', 'not met'] as const;

interface Requirement {
  readonly number: string;
  readonly level: string;
}

interface Row extends Requirement {
  readonly result: string;
  /** The files that meet the requirement, or the reason why it is not met. */
  readonly reason: string;
  readonly file: string;
  readonly title: string;
}

/** OWASP's numbers and levels (test/contract/data/README.md). */
const LIST: readonly Requirement[] = documentAt('test/contract/data/asvs-5-0-0.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [number = '', level = ''] = line.split(',');
    return { number, level };
  });

const cellsOf = (line: string): string[] => line.slice(2, -2).split(' | ');

const ROWS: readonly Row[] = DOCUMENT.split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [number = '', level = '', , result = '', reason = '', file = '', title = '', ...rest] = cellsOf(line);
    if (title === '' || rest.length > 0) throw new Error(`The row of ${number} has not seven cells.`);
    return { number, level, result, reason, file, title };
  });

const met = ROWS.filter(({ result }) => result === 'met');

test('each requirement of level 1 and 2 has one row, with its level, and there are no others', () => {
  expect(LIST).toHaveLength(253);
  expect(ROWS.map(({ number, level }) => ({ number, level }))).toEqual(LIST);
});

test('each row has one of the four results, and a reason', () => {
  expect(ROWS.filter(({ result }) => !RESULTS.some((known) => known === result))).toEqual([]);
  expect(ROWS.filter(({ reason }) => reason.trim() === '')).toEqual([]);
});

test.each(met)('$number is met: $file, $title', ({ reason, file, title }) => {
  expect(namedFiles(reason)).not.toEqual([]);
  expect(testSource(file)).toContain(title);
});

test('a row that is not met names no test as its own', () => {
  expect(ROWS.filter(({ result, file, title }) => result !== 'met' && !(file === '–' && title === '–'))).toEqual([]);
});

test('a documented row names its page', () => {
  const documented = ROWS.filter(({ result }) => result === 'documented');
  expect(documented.filter(({ reason }) => !/`docs\/[\w/.-]+`/.test(reason))).toEqual([]);
});

test('a page that a documented row names by its section has that section', () => {
  const cited = [...DOCUMENT.matchAll(/`(docs\/[\w/.-]+)`((?:,? (?:and )?"[^"]+")+)/g)].flatMap(
    ([, page = '', titles = '']) => [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => ({ page, title })),
  );
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter(({ page, title }) => !documentAt(page).includes(`\n## ${title}\n`))).toEqual([]);
});

test('a test that a reason cites in brackets is there', () => {
  const cited = [...DOCUMENT.matchAll(/\(([\w-]+(?:\/[\w-]+)+), "([^"]+)"\)/g)];
  expect(cited.length).toBeGreaterThan(2);
  expect(cited.filter(([, file = '', title = '']) => !testSource(file).includes(title)).map(([all]) => all)).toEqual(
    [],
  );
});

test('a row that is not met says which kind of gap it has', () => {
  const gaps = ROWS.filter(({ result }) => result === 'not met');
  const KIND = /^(On purpose|In part|Not shown|doors \d+(, \d+)* open): |^(No page says|Depends on) /;
  expect(gaps.filter(({ reason }) => !KIND.test(reason))).toEqual([]);
});

test('every file that the page names is there', () => {
  expect(namedFiles(DOCUMENT).filter((path) => !isThere(path))).toEqual([]);
});

test('the summary counts the rows', () => {
  const counts = (rows: readonly Row[]) => RESULTS.map((result) => rows.filter((row) => row.result === result).length);
  const lines = DOCUMENT.split('\n').filter((line) => /^\| (V\d+ .*|All) \|( \d+ \|){4}$/.test(line));
  const said = lines.map((line) => [cellsOf(line)[0]?.split(' ')[0], ...cellsOf(line).slice(1).map(Number)]);
  const chapters = Array.from({ length: 17 }, (_, index) => `${index + 1}`);
  expect(said).toEqual([
    ...chapters.map((chapter) => [
      `V${chapter}`,
      ...counts(ROWS.filter(({ number }) => number.split('.')[0] === chapter)),
    ]),
    ['All', ...counts(ROWS)],
  ]);
});
