import { metresBetween } from '../../../shared/platform/values/distance';

describe('road 5: the distance of two places', () => {
  // Distances on the ellipsoid of WGS 84, from its definition: a sphere differs by less than 0.6 %.
  test.each([
    ['the pole and the equator', [90, 0], [0, -100], 10_001_966],
    ['a degree on the equator', [0, 0], [0, 1], 111_319],
    ['over the date line', [0, 179.5], [0, -179.5], 111_319],
    ['half around the earth', [0, 0], [0, 180], 20_003_931],
  ] as const)('road 5: of %s', (_, [lat, lng], [otherLat, otherLng], metres) => {
    const found = metresBetween({ lat, lng }, { lat: otherLat, lng: otherLng });
    expect(Math.abs(found - metres) / metres).toBeLessThan(0.006);
  });

  test('road 5: of a place from itself is nothing', () => {
    expect(metresBetween({ lat: 25, lng: -100 }, { lat: 25, lng: -100 })).toBe(0);
  });
});
