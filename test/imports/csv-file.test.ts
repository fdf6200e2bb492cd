import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CsvRow, readCsv } from '../../shared/imports/csv-file';

const FOLDER = join(__dirname, 'csv-spectrum');
const VECTORS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => basename(name, '.csv'));

const read = (text: string) => readCsv(Buffer.from(text));
const cellsOf = (row: CsvRow): readonly string[] => {
  if ('fault' in row) throw new Error(row.fault.en);
  return row.cells;
};

describe('integrations 5: the CSV reader', () => {
  it('has the twelve vectors of csv-spectrum', () => {
    expect(VECTORS).toHaveLength(12);
  });

  it.each(VECTORS)('reads %s of csv-spectrum as its author does', (name) => {
    const { header, rows } = readCsv(readFileSync(join(FOLDER, `${name}.csv`)));
    const objects = rows.map((row) => Object.fromEntries(cellsOf(row).map((cell, index) => [header[index], cell])));
    const expected: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
    // The expected row of this vector is no list, and has another number than its file.
    const corrected = (row: object) => [{ ...row, 'Contact Phone Number': '2095257564' }];
    expect(objects).toEqual(name === 'location_coordinates' ? corrected(Object(expected)) : expected);
  });

  it.each([
    ['a;b\n"1;2";3\n', ['a', 'b'], ['1;2', '3']],
    ['"a;b;c",d\n1,2\n', ['a;b;c', 'd'], ['1', '2']],
    ['\ufeff"a";b\r\n1;2', ['a', 'b'], ['1', '2']],
    [' a , b\n 1 ,2\n', ['a', 'b'], ['1 ', '2']],
    ['"a", "b"\n"1", "2, 3"\n', ['a', 'b'], ['1', '2, 3']],
    ['a\t b\n\t "2"\n', ['a', 'b'], ['', '2']],
    ['a\tb\n1,5\t2;5\n', ['a', 'b'], ['1,5', '2;5']],
    // The first line of Excel.
    ['\ufeffsep=;\r\na;b,c\r\n1;2\r\n', ['a', 'b,c'], ['1', '2']],
    ['"SEP=,"\na,b;c;d\n1,2\n', ['a', 'b;c;d'], ['1', '2']],
  ])('finds the separator of %j in its header row', (text, header, cells) => {
    const file = read(text);
    expect([file.header, ...file.rows.map(cellsOf)]).toEqual([header, cells]);
  });

  it.each([
    'a,b\r\n1,2\n3,4\n5,6',
    'a,b\n1,2\r\n3,4\n5,6\r\n',
    'a,b\r1,2\r3,4\r\n5,6\r',
    '"a","b"\r\n"1","2"\n"3","4"\r\n"5","6"\n',
  ])('integrations 5: reads the three rows of %j, whose ends are mixed', (text) => {
    const { header, rows } = read(text);
    expect([header, rows.map(cellsOf)]).toEqual([
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ]);
  });

  it.each([
    [
      'a,b,,\n1,2,,\n3,4\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a,b\n1,2,, \n3\n',
      [
        ['1', '2'],
        ['3', ''],
      ],
    ],
  ])('integrations 5: leaves out empty columns at the end, and adds those that a row lacks: %j', (text, cells) => {
    const { header, rows } = read(text);
    expect([header, rows.map(cellsOf)]).toEqual([['a', 'b'], cells]);
  });

  it('integrations 5: reads names of columns without invisible characters', () => {
    const { header } = read('\ufeffexternalId\u200b;\u200e\ufeffna\u00adme\u00a0\nC-1;Uno\n');
    expect(header).toEqual(['externalId', 'name']);
  });

  it('numbers the rows below the line sep= as a spreadsheet does, which does not show it', () => {
    expect(read('sep=;\na;b\n1;2\n').rows).toEqual([{ number: 2, cells: ['1', '2'] }]);
  });

  it('numbers the rows as a spreadsheet does, and leaves out those without text', () => {
    const { rows } = read('a,b\n\n1,"x\ny"\n , \n\n2,z\n');
    expect(rows).toEqual([
      { number: 3, cells: ['1', 'x\ny'] },
      { number: 6, cells: ['2', 'z'] },
    ]);
  });

  it.each([
    ['a,b\n1\n2,3\n', []],
    ['a,b,\n1,2,3\n2,3\n', [2]],
    ['a,b\n1,2,3\n2,3\n', [2]],
    ['a,b\n1,x\0\n2,3\n', [2]],
    ['a,b\n1,2\n2,x"y\n3,4\n', []],
    ['a,b\n1,2\n2,"x\n3,4\n', [3]],
    ['a,b\n1,2\n"x"y,2\n', []],
    ['a,b\n1,2\n"x"y,"2\n3,4\n', [3]],
  ])('finds the faults of %j in the rows %j', (text, numbers) => {
    const faults = read(text).rows.flatMap((row) => ('fault' in row ? [row.number] : []));
    expect(faults).toEqual(numbers);
  });

  it.each([['\xff\xfea'], ['a,ni\xf1o\n'], ['a\n\xed\xa0\x80']])('refuses %j, which is not UTF-8', (latin1) => {
    expect(() => readCsv(Buffer.from(latin1, 'latin1'))).toThrow(/CSV UTF-8/);
  });

  it.each([
    ['a,b\r\n1,"x\ny"\r\n', [['1', 'x\ny']]],
    [
      'a,b\r1,2\r3,4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a,b\n1,x\ry\n', [['1', 'x\ry']]],
    ['"a\r",b\n1,2\n', [['1', '2']]],
  ])('finds the end of rows of %j after its header row', (text, cells) => {
    expect(read(text).rows.map(cellsOf)).toEqual(cells);
  });

  const MANY = 1024 * 1024;
  it.each([
    ['empty lines', 'a,b\n', '\n', 0],
    ['one row of separators', 'a,b\n', ',', 0],
    ['one row of empty texts', 'a,b\n', '"",', 1],
    ['an open quote', 'a,b\n"', 'x\n', 1],
    ['one column', '', 'a', 0],
    ['quotes', '', '"', 0],
  ])('reads 1 MB of %s', (_, head, filling, rows) => {
    const file = readCsv(Buffer.concat([Buffer.from(head), Buffer.alloc(MANY, filling)]));
    expect(file.rows).toHaveLength(rows);
  });

  it.each([
    ['rows', 'a\n', 'x\n', /more than 5000 rows/],
    ['rows of another length', 'a\n', 'x,\n', /more than 5000 rows/],
    ['rows of separators', 'a\n', ',\n', /more than 20000 rows without text/],
    ['separators in the header', '', ',', /no header row/],
  ])('stops within 1 MB of %s', (_, head, filling, reason) => {
    expect(() => readCsv(Buffer.concat([Buffer.from(head), Buffer.alloc(MANY, filling)]))).toThrow(reason);
  });
});
