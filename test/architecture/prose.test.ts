import { hitsIn, proseLines } from '../../scripts/comments';

const linesOf = (file: string, text: string) => proseLines(file, text).map(({ line, text }) => `${line} ${text}`);

test('line comments, block comments and JSDoc of code are counted, without their markers and empty lines', () => {
  const code = [
    '#!/usr/bin/env node',
    '// one',
    'const a = 1; // two',
    '/** three',
    ' *',
    ' * four */',
    'function f(/* five */ x: number) {',
    '  /*',
    '   * six',
    '   */',
    '  return [x /* seven */, // eight',
    '    x];',
    '  // nine',
    '}',
    'f(/* ten */);',
    '/** eleven',
    ' * @param x {@link twelve} */',
  ].join('\n');
  const expected =
    '2 one,3 two,4 three,6 four,7 five,9 six,11 seven,11 eight,13 nine,15 ten,16 eleven,17 @param x {@link twelve}'.split(
      ',',
    );
  expect(linesOf('shared/a.ts', code)).toEqual(expected);
});

test('strings, templates and regular expressions are not comments', () => {
  const code = [
    "const a = '// no';",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source text.
    'const b = `/* no */ ${1 /* yes */} // no`;',
    'const c = /[/]* no *\\//;',
    'const url = "http://no";',
  ].join('\n');
  expect(linesOf('a.mjs', code)).toEqual(['2 yes']);
});

test('all lines of a document are counted, and only the comments of the pipeline', () => {
  expect(linesOf('docs/a.md', '# Title\n\n- // text\n')).toEqual(['1 # Title', '3 - // text']);
  const shell = `#!/bin/sh\n# one\necho "a # no" ' # no' $# # two\nrun a#b\n`;
  expect(linesOf('.ci/run', shell)).toEqual(['2 one', '3 two']);
  expect(linesOf('a.json', '{"a": "# no // no"}')).toEqual([]);
});

test('every term counts once for each time, in any case, and only as whole words', () => {
  const hits = (text: string) => hitsIn([{ line: 1, text }]).map(({ term }) => term);
  expect(hits('Nobody knows whom it asks, or what it is.')).toEqual(['Nobody', 'whom', 'what it is']);
  expect(hits('The price is owed wherever there is none.')).toEqual(['is owed', 'wherever', 'there is none']);
  expect(hits('A caller who may write: as they were. WHAT ONE HAS')).toEqual([
    'who may',
    'as they were',
    'WHAT ONE HAS',
  ]);
  expect(hits('Show maybe what items are; as itis; whomever; elsewhom')).toEqual([]);
});
