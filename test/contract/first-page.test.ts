import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (...path: string[]): string => readFileSync(join(__dirname, '..', '..', ...path), 'utf8');
const readme = read('README.md');
const concepts = read('docs', 'concepts.md');

/** The sections of a page by their title. */
const sectionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(/^## /m).map((section): [string, string] => [section.split('\n')[0] ?? '', section]));

describe('desk 8: README.md', () => {
  test('says what it is, shows the architecture, and then runs, calls, tests, deploys and maps it', () => {
    const [first = '', ...sections] = readme.split(/^## /m);
    expect(first).toContain('```mermaid\nflowchart');
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      'Run it',
      'Call it from a front end',
      'Test it',
      'Deploy it',
      'Map of the folders',
    ]);
  });

  test('links the ledgers of the tests last, and leaves the slower suites to CONTRIBUTING.md', () => {
    const ledgers = ['docs/reliability.md', 'docs/performance.md'];
    const last = readme.trimEnd().split('\n').at(-1);
    for (const ledger of ledgers) {
      expect(last).toContain(ledger);
      expect(readme.split(`](${ledger})`)).toHaveLength(2);
    }
    expect(readme).toContain('CONTRIBUTING.md#slower-suites');
    expect(sectionsOf(read('CONTRIBUTING.md')).get('Slower suites')).toContain('| `npm run test:browser` |');
    expect(readme).not.toContain('npm run test:browser');
  });

  test.each(['reliability.md', 'performance.md'])('%s opens with three sentences that say what it proves', (page) => {
    const [, opening = ''] = read('docs', page).split('\n\n');
    expect(opening.match(/\.(?=\s|$)/g)).toHaveLength(3);
    expect(opening).toMatch(/^This page (?:proves|shows) /);
  });
});

/** The arrows between statuses in a diagram. */
const drawn = (section = ''): string[] =>
  [...section.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} ${to}`).sort();

/** The rows of a table of states: a row may have several statuses. */
const written = (section = ''): string[] =>
  [...section.matchAll(/^\| ([A-Z_, ]+) \| ([A-Z_]+) \|/gm)]
    .flatMap(([, from = '', to]) => from.split(', ').map((one) => `${one} ${to}`))
    .sort();

describe('desk 8: docs/concepts.md', () => {
  const sections = sectionsOf(concepts);

  test.each([
    'The parts on AWS',
    'A request\u0027s way',
    'The data model',
    'States of a trip',
    'States of an invoice',
    'Stamping and its recovery',
    'Uploads',
  ])('%s has a diagram and words', (title) => {
    const section = sections.get(title) ?? '';
    expect(section).toMatch(/```mermaid\n\w+/);
    expect(section.replace(/```mermaid[\s\S]*?```/g, '').split(/\s+/).length).toBeGreaterThan(40);
  });

  test.each([
    ['States of a trip', 'Trip'],
    ['States of an invoice', 'Invoice'],
  ])('%s draws the transitions of the code, and no other', (title, table) => {
    const expected = written(sectionsOf(read('docs', 'states.md')).get(table));
    expect(expected.length).toBeGreaterThan(4);
    expect(drawn(sections.get(title))).toEqual(expected);
  });

  test('the glossary explains the words of the trade', () => {
    for (const word of ['Carta Porte', 'CFDI', 'CSD', 'stamping', 'RRU, WRU', 'SAT', 'RFC'])
      expect(sections.get('Glossary')).toMatch(new RegExp(`^\\| ${word} \\| .{20,} \\|$`, 'm'));
  });
});
