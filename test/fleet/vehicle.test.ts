import fc from 'fast-check';
import { normalPlate, VehicleFields } from '../../shared/fleet/vehicle';
import { accepts } from '../platform/values/schemas';

describe('plates', () => {
  test.each(['-', ' - ', '- -'])('%j is none', (plate) => {
    expect([accepts(VehicleFields, { plate }), accepts(VehicleFields, { plate: `${plate}7` })]).toEqual([false, true]);
  });

  test.each(['AB123C', 'ab123c', 'AB-123-C', ' ab 123 c ', 'Ab–123–C'.replaceAll('–', '-'), 'AB\u00a0123\u00a0C'])(
    '%j is the plate AB123C',
    (plate) => {
      expect(normalPlate(plate)).toBe('AB123C');
    },
  );

  test('are the same however spaces, hyphens and case are set between the characters', () => {
    const between = fc.array(fc.constantFrom('', ' ', '-', ' - '), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{6}$/), between, (plate, marks) => {
        const written = [...plate].map((letter, index) => `${letter.toLowerCase()}${marks[index]}`).join('');
        expect(normalPlate(written)).toBe(plate);
      }),
    );
  });

  test('that differ in a letter or digit are two', () => {
    expect(normalPlate('AB-123-C')).not.toBe(normalPlate('AB-124-C'));
  });
});
