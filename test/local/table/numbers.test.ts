import { compareNumbers, numberOf, sizeOfNumber, sumOf, textOf } from '../../../local/table/numbers';

/** Bytes that DynamoDB Local 3.3.1 counted for each number: the length at which an item of that number passed one write unit (2026-11-23). */
const SIZES = {
  ...{ '0': 1, '1': 2, '10': 2, '12': 2, '100': 2, '123': 3, '250': 3, '2500': 2, '25000': 3, '250000': 2, '12345': 4 },
  ...{ '0.1': 2, '0.25': 2, '2.5': 3, '12.5': 3, '0.016': 3, '0.001': 2, '0.0015': 2, '123456.78': 5, '1234567.8': 6 },
  ...{ '-1': 3, '-10': 3, '-250': 4, '-0.16': 3, '-1.5': 4, '1e20': 2, '12345678901': 7, '-12345678901': 8 },
};

test.each(Object.entries(SIZES))('%s has %i bytes, as AWS’s engine counts', (text, bytes) => {
  expect(sizeOfNumber(numberOf(text))).toBe(bytes);
});

const MOST_DIGITS = '12345678901234567890123456789012345678';

test('a number of 38 digits is kept digit by digit, and one of 39 is refused', () => {
  expect(textOf(numberOf(MOST_DIGITS))).toBe(MOST_DIGITS);
  expect(textOf(sumOf(numberOf(MOST_DIGITS), 1))).toBe('12345678901234567890123456789012345679');
  expect(() => numberOf(`${MOST_DIGITS}9`)).toThrow('38 significant digits');
});

test('sums are exact where binary fractions are not, and past the integers that JavaScript represents', () => {
  expect(sumOf(0.1, 0.2)).toBe(0.3);
  expect(textOf(sumOf(9_007_199_254_740_991, 2))).toBe('9007199254740993');
  expect(sumOf(5, 7, -1)).toBe(-2);
});

test('zeros and exponents do not matter', () => {
  expect(textOf(numberOf('1.500e1'))).toBe('15');
  expect(textOf(numberOf('-0.0'))).toBe('0');
  expect(compareNumbers(numberOf(`${MOST_DIGITS}0`), numberOf(MOST_DIGITS))).toBeGreaterThan(0);
});

test.each(['', 'x', '1e126', '1e-131', '1.2.3'])('%p is no number of DynamoDB', (text) => {
  expect(() => numberOf(text)).toThrow();
});
