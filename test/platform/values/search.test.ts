import fc from 'fast-check';
import { nameMatches, normalName } from '../../../shared/platform/values/search';

describe('a name', () => {
  test.each([
    ['José Pérez', 'jose', true],
    ['José Pérez', 'JOSÉ', true],
    ['José Pérez', 'José  PEREZ', true],
    ['José Pérez', ' jose p', true],
    ['  Jose\tPerez', 'josé pé', true],
    // Spelled with combining accents, as some keyboards write them.
    ['Jose\u0301 Pe\u0301rez', 'José Pérez', true],
    ['Muñoz', 'munoz', true],
    ['Cervecería del Bajío', 'cerveceria del b', true],
    ['José Pérez', 'pérez', false],
    ['José Pérez', 'jose perez lopez', false],
    ['José Pérez', 'josep', false],
    ['José Pérez', '', true],
    ['José Pérez', undefined, true],
    ['José Pérez', '%', false],
    ['José Pérez', '.*', false],
  ])('%j is found by %j: %p', (name, q, found) => {
    expect(nameMatches(name, q)).toBe(found);
  });

  test('is found by every beginning of it, in whatever case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.nat(50), (name, length) => {
        const beginning = [...normalName(name)].slice(0, length).join('');
        expect(nameMatches(name, beginning)).toBe(true);
      }),
    );
  });

  test('is normal once it was made so', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (name) => {
        expect(normalName(normalName(name))).toBe(normalName(name));
      }),
    );
  });
});
