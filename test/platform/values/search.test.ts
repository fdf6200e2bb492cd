import fc from 'fast-check';
import { normalName } from '../../../shared/platform/values/search';

describe('a name', () => {
  test('is normal once it was made so', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (name) => {
        expect(normalName(normalName(name))).toBe(normalName(name));
      }),
    );
  });
});
