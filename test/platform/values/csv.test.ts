import { csvOf } from '../../../shared/platform/values/csv';

const lines = (text: string): string[] => text.split('\r\n');

test('a table begins with the mark of UTF-8 and its columns, and its lines end as spreadsheets want them', () => {
  const table = csvOf(['name', 'total'], [{ name: 'José', total: 1.5 }, { total: -3 }, { name: null, total: 0 }]);
  expect(lines(table)).toEqual(['\ufeff"name","total"', '"José",1.5', ',-3', ',0', '']);
});

test.each([
  [1e-7, '0.0000001'],
  [-1.234567890123456e-7, '-0.0000001234567890123456'],
  [1.5e21, '1500000000000000000000'],
  [0.000001, '0.000001'],
])('integrations 8: the number %p is written as %s', (total, cell) => {
  expect(lines(csvOf(['total'], [{ total }]))[1]).toBe(cell);
  expect(Number(cell)).toBe(total);
});

test('nothing is a table of its columns alone', () => {
  expect(csvOf(['name', 'total'], [])).toBe('\ufeff"name","total"\r\n');
});

test.each([
  '=1+1',
  '+52 81',
  '-2+3',
  '@SUM(A1)',
  '\uff1dcmd',
  '\uff0bcmd',
  '\uff0dcmd',
  '\uff20cmd',
  ' =1+1',
  '\u00a0=1+1',
  '\t=1+1',
  '\u200b=1+1',
  '\u202e=1+1',
  '\r\n=1+1',
])('%j is no formula', (name) => {
  const [, cell = ''] = lines(csvOf(['name'], [{ name }]));
  expect(cell).toMatch(/^"'[=+\-@\uff1d\uff0b\uff0d\uff20]/u);
});

test.each([
  ['Fletes, S.A.', '"Fletes, S.A."'],
  ['El "Güero"', '"El ""Güero"""'],
  ['a=b', '"a=b"'],
])('%j is written as %s', (name, cell) => {
  expect(lines(csvOf(['name'], [{ name }]))[1]).toBe(cell);
});

test.each([';=1+1', 'Ana;=1+1', 'Ana;@SUM(A1)', 'Ana', ''])(
  'doors 20: %j is quoted, so that a semicolon opens no cell with a formula',
  (name) => {
    const [, row = ''] = lines(csvOf(['name', 'total'], [{ name, total: 7 }]));
    expect(row).toBe(`"${name}",7`);
  },
);

test.each([
  ['#N/A', "'#N/A"],
  ['#¡REF!', "'#¡REF!"],
  ['5E+11', "'5E+11"],
  ["'#N/A", "''#N/A"],
  ["'=1+1", "''=1+1"],
  ["'hola", "'hola"],
  ['#N/A!', '#N/A!'],
  ['# 12', '# 12'],
])('integrations 8: the text %j is written as %j, so that a spreadsheet leaves it as it is', (name, cell) => {
  expect(lines(csvOf(['name'], [{ name }]))[1]).toBe(`"${cell}"`);
});

test('doors 20: a quoted formula still has its mark', () => {
  expect(lines(csvOf(['name'], [{ name: '=1+1' }]))[1]).toBe(`"'=1+1"`);
});
