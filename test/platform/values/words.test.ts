import fc from 'fast-check';
import {
  allBegin,
  folded,
  furtherWordsOf,
  nameInOrder,
  tenDigitsOf,
  wordOfCode,
  wordsOf,
  wordsOfQuery,
} from '../../../shared/platform/values/words';

describe('desk 3.1: words', () => {
  test.each([
    ['José Pérez', ['jose', 'perez']],
    // Spelled with combining accents, as some keyboards write them.
    ['Jose\u0301 Pe\u0301rez', ['jose', 'perez']],
    ['  Ñandú\tTextil ', ['nandu', 'textil']],
    ['Garza-Leal', ['garzaleal', 'leal']],
    ['O’Brien & Cía.', ['obrien', 'brien', 'cia']],
    ['S.A. de C.V.', ['sa', 'a', 'de', 'cv', 'v']],
    ['T-680', ['t680']],
    ['%%%', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test.each([
    ['+52 (81) 8345-6789', '8183456789'],
    ['52-AB-3C', '52ab3c'],
    ['Ana.Leal@garza.mx', 'analealgarzamx'],
    ['XIA190128J61', 'xia190128j61'],
  ])('the code %j is the word %j', (code, word) => {
    expect(wordOfCode(code)).toBe(word);
  });

  test.each([
    ['+52 81 1234 5601', ['8112345601']],
    ['Tel. 81 1234 5601', ['8112345601']],
    ['Cel: 5218112345601 (taller)', ['8112345601']],
    ['01 81 1234 5601', ['8112345601']],
    ['81 1234 5601 / 81 9999 5602 y 8155556666', ['8112345601', '8199995602', '8155556666']],
    ['XAXX010101000', []],
    ['ana-81@garza.mx', []],
  ])('the telephone numbers in %j are %j', (code, numbers) => {
    expect([...new Set(tenDigitsOf([code]))]).toEqual(numbers);
  });

  test.each([
    ['81 8345 67', ['81834567']],
    ['+52 81', ['81']],
    ['(+52) 81', ['81']],
    ['+52 1 81', ['81']],
    ['528112345605', ['8112345605']],
    ['5218112345605', ['8112345605']],
    ['52 81 1234 5605', ['8112345605']],
    ['0052 81 1234 5605', ['8112345605']],
    ['044 81 1234 5605', ['8112345605']],
    // As a person begins to type one.
    ['+52', ['52']],
    ['+52 1', ['1']],
    ['12 AB 3C', ['12ab3c']],
    ['kenworth T6', ['kenworth', 't6']],
    ['de la O', ['de', 'la', 'o']],
    ['mercedes-b', ['mercedesb']],
    [' ', []],
    ['--', []],
  ])('of the query %j are %j', (q, words) => {
    expect(wordsOfQuery(q)).toEqual(words);
  });

  test.each([
    ['km 14.5', ['km', '145']],
    ['12 AB 3C', ['12', 'ab', '3c']],
    ['81 8345 67', ['81834567']],
  ])('of the query %j are %j where no record has a plate', (q, words) => {
    expect(wordsOfQuery(q, false)).toEqual(words);
  });

  test('every beginning of a word finds it, in whatever case', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((one) => folded(one) !== '');
    fc.assert(
      fc.property(word, fc.nat(20), (one, length) => {
        const beginning = folded(one).slice(0, length + 1);
        expect(allBegin([beginning], [folded(one.toUpperCase()), folded(one)])).toBe(true);
        expect(folded(folded(one))).toBe(folded(one));
      }),
    );
  });

  test.each([
    ['7-Eleven', ['eleven']],
    ['Caja82', ['82']],
    ['Av.Hidalgo,45 Km14.5', ['hidalgo45', '45', '145', '5']],
    ['1º de Mayo', ['1o']],
    ['ＡＢＣ Oﬁcial', ['abc', 'oficial']],
    ['T680 85D Garza-Leal Marca™', []],
  ])('further words of %j are %j', (text, words) => {
    expect(furtherWordsOf(text)).toEqual(words);
  });

  test('a part of many pieces has few further words, each as long as a key has room for', () => {
    const words = furtherWordsOf('1/'.repeat(1000));
    expect(words.length).toBeLessThan(12);
    expect(words.every((word) => word.length <= 60)).toBe(true);
  });

  test('a key holds no separator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect([nameInOrder(text), ...wordsOf(text), ...furtherWordsOf(text)].join()).not.toContain('#');
      }),
    );
  });
});
