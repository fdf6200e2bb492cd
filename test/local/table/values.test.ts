import { Decimal, sizeOfNumber } from '../../../local/table/numbers';
import { compareStrings } from '../../../local/table/values';

/** Characters on both sides of the surrogates, whose order differs between UTF-16 and UTF-8. */
const CHARACTERS = [' ', 'a', 'ñ', '中', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'];

test('strings have the order of their bytes, also past U+D7FF', () => {
  const texts = CHARACTERS.flatMap((one) => ['', ...CHARACTERS].map((other) => one + other));
  for (const one of texts) {
    for (const other of texts)
      expect(Math.sign(compareStrings(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
  }
});

test('an integer has the size of the same number as digits', () => {
  const integers = [0, 7, 10, 1_200, 99_999, 100_000, 1_764_201_600_000, 2 ** 53 - 1].flatMap((one) => [one, -one]);
  for (const one of integers) expect(sizeOfNumber(one)).toBe(sizeOfNumber(new Decimal(String(one))));
});
