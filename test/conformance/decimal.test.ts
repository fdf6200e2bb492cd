import { Decimal } from './judge/decimal';

describe('tax §10.1: the decimal arithmetic of the judge', () => {
  test.each([
    ['1.005', 2, '1.01'],
    ['1.0049999', 2, '1.00'],
    ['0.000001', 2, '0.00'],
    ['-1.005', 2, '-1.00'],
    ['-1.0051', 2, '-1.01'],
    ['2', 2, '2.00'],
    ['1e-7', 6, '0.000000'],
    ['5e-7', 6, '0.000001'],
    ['1.5e3', 0, '1500'],
  ])('rounds %s to %i decimals: %s', (text, decimals, expected) => {
    expect(Decimal.of(text).rounded(decimals).toFixed(decimals)).toBe(expected);
  });

  test('adds, subtracts and multiplies without loss', () => {
    expect(String(Decimal.of('0.1').plus(Decimal.of('0.2')))).toBe('0.3');
    expect(String(Decimal.of('850.333333').times(Decimal.of('31.45')))).toBe('26742.98332285');
    expect(String(Decimal.of('1.10').minus(Decimal.of('2')))).toBe('-0.9');
    expect(String(Decimal.of('100'))).toBe('100');
    expect([Decimal.of('1.21').floor(1), Decimal.of('1.21').ceiling(1), Decimal.of('1.20').ceiling(1)].join()).toBe(
      '1.2,1.3,1.2',
    );
  });

  test('writes no rounded digits, and reads no text that is no number', () => {
    expect(() => Decimal.of('1.005').toFixed(2)).toThrow('1.005 has more than 2 decimals.');
    expect(() => Decimal.of('1,5')).toThrow('1,5 is not a decimal number.');
  });
});
