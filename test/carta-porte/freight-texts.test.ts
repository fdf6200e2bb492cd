import fc from 'fast-check';
import { idCcpOf, kilograms, localSeconds, tonnes, totalWeight } from '../../shared/carta-porte/measures';
import { cleanText, satPlate } from '../../shared/carta-porte/texts';

const ID_CCP = /^CCC[0-9a-f]{5}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('every UUID makes an IdCCP of 36 characters, and keeps the rest of itself', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(idCcpOf(id)).toMatch(ID_CCP);
      expect(idCcpOf(id)).toHaveLength(36);
      expect(idCcpOf(id).slice(3)).toBe(id.slice(3));
    }),
  );
});

test('a plate is the same however it is written, and is written in 5 to 7 letters and digits', () => {
  const signs = fc.stringMatching(/^[A-Z0-9]{1,9}$/);
  const written = fc.tuple(signs, fc.infiniteStream(fc.constantFrom('', '', ' ', '-')), fc.boolean());
  fc.assert(
    fc.property(written, ([plate, separators, small]) => {
      const apart = [...plate].map((sign) => `${separators.next().value ?? ''}${sign}`).join('');
      const expected = plate.length >= 5 && plate.length <= 7 ? plate : undefined;
      expect(satPlate(small ? apart.toLowerCase() : apart)).toBe(expected);
    }),
  );
});

test.each([
  [17.5, 17.5],
  [1.005, 1.01],
  [1.004999, 1],
  [0.005, 0.01],
  [46.555, 46.56],
  [150, 150],
  [1e-9, 0],
])('%d is %d in tonnes of two decimals', (value, expected) => {
  expect(tonnes(value)).toBe(expected);
});

test('kilograms keep their grams, and lose half a gram at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (micrograms) => {
      const value = micrograms / 1_000_000;
      expect(Math.abs(kilograms(value) - value)).toBeLessThanOrEqual(0.000501);
      expect(String(kilograms(value))).toMatch(/^\d+(\.\d{1,3})?$/);
      expect(kilograms(kilograms(value))).toBe(kilograms(value));
    }),
  );
});

test.each([
  ['2026-03-03T06:00', '2026-03-03T06:00:00'],
  ['2026-03-03T06:00:59', '2026-03-03T06:00:59'],
  ['2026-03-03T06:00:59.999999999', '2026-03-03T06:00:59'],
])('%s is told as %s', (time, told) => {
  expect(localSeconds(time)).toBe(told);
});

test.each([
  [[], 0],
  [[0.1, 0.2], 0.3],
  [[1.0005, 1.0005], 2.002],
  [[900, 0.499], 900.499],
])('goods of %j kg weigh %d kg', (weights, kg) => {
  expect(totalWeight(weights.map((pesoKg) => ({ pesoKg })))).toBe(kg);
});

test.each([
  ['  Cervecería   del\n\tBajío ', 'Cervecería del Bajío'],
  ['Kemper', 'Kemper'],
  ['', ''],
])('the text %j is sent as %j', (text, sent) => {
  expect(cleanText(text)).toBe(sent);
});
