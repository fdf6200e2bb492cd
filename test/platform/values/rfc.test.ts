import fc from 'fast-check';
import {
  cleanRfc,
  hasCheckDigit,
  isGenericRfc,
  isLegalEntity,
  isNaturalPerson,
  isRfc,
} from '../../../shared/platform/values/rfc';

test('tax M7: an RFC is the same with spaces, hyphens and points and in small letters, and its length tells the person', () => {
  const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const rfc = fc
    .tuple(fc.stringMatching(/^[A-ZÑ&]{3,4}$/), date, fc.stringMatching(/^[A-Z0-9]{2}[0-9A]$/))
    .map(([name, day, check]) => `${name}${day.toISOString().slice(2, 10).replaceAll('-', '')}${check}`);
  fc.assert(
    fc.property(rfc, (value) => {
      const untidy = ` ${value.slice(0, 4)}-${value.slice(4, 6)}.${value.slice(6)} `.toLowerCase();
      expect(isRfc(untidy)).toBe(true);
      expect(cleanRfc(untidy)).toBe(value);
      expect(isLegalEntity(untidy)).toBe(value.length === 12);
      expect(isNaturalPerson(untidy)).toBe(value.length === 13);
    }),
  );
});

test.each([
  ['URE180430TM6', true],
  ['URE180431TM6', false],
  ['URE180229TM6', false],
  ['URE160229TM6', true],
  ['URE000229TM6', true],
  ['URE181301TM6', false],
  ['URE180100TM6', false],
  ['URE180631TM6', false],
  ['URE181231TM6', true],
])('tax M12: %s has a day of the calendar: %p', (rfc, isDay) => {
  expect(isRfc(rfc)).toBe(isDay);
});

/** RFCs of the SAT's test certificates and of the published examples; the wrong ones differ in the last character. */
test.each([
  ['URE180429TM6', true],
  ['URE180429TM7', false],
  ['EKU9003173C9', true],
  ['EKU9003173C8', false],
  ['CACX7605101P8', true],
  ['CACX7605101P0', false],
  ['XIA190128J61', true],
  ['kij-090619-9r1', true],
  ['LME060822IH5', false],
  ['XAXX010101000', true],
  ['XEXX010101000', true],
])('tax M12: the check digit of %s fits: %p', (rfc, fits) => {
  expect(hasCheckDigit(rfc)).toBe(fits);
});

test('tax M12: of the 36 last characters of an RFC exactly one fits', () => {
  const prefix = fc.stringMatching(/^[A-ZÑ&]{3,4}010101[A-Z0-9]{2}$/);
  fc.assert(
    fc.property(prefix, (given) => {
      expect([...'0123456789A'].filter((digit) => hasCheckDigit(given + digit))).toHaveLength(1);
    }),
  );
});

test('tax M7: the two generic RFCs are known, however they are written', () => {
  expect(['XAXX010101000', 'xexx-010101-000', 'URE180429TM6'].map(isGenericRfc)).toEqual([true, true, false]);
});
