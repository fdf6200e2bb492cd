import fc from 'fast-check';
import { type Coordinate, EARTH_RADIUS_M, metresBetween } from '../../../shared/platform/values/distance';
import { metresToPath, pathOf, simplified } from '../../../shared/platform/values/path';
import { readTrace } from '../../support/gpx';

const DEGREE = Math.PI / 180;

/**
 * Ends of a segment, the place, and the metres on a sphere and on the ellipsoid (Karney): longitude before latitude. From
 * `test/strategies/distance_cross_track_cases.hpp` of Boost.Geometry, commit 0ab8a04e, Boost Software License 1.0. Rounded to
 * 1e-5 m. Segments of a quarter of the earth and more are left out, and those that repeat another one in a mirror.
 */
const BOOST: readonly (readonly [number, number, number, number, number, number, number, number])[] = [
  [0, 0, 1, 1, 0, 1, 78618.81043, 78442.11987],
  [0, 0, 1, 1, 1, 0, 78630.78689, 78453.98943],
  [10, 15, 30, 15, 15, 80, 7205729.8546, 7204174.48867],
  [10, 15, 30, 15, 15, 10, 574226.66912, 571412.78108],
  [10, 15, 30, 15, 5, 10, 776861.2271, 775316.40276],
  [10, 15, 30, 15, 35, 10, 776861.2271, 775316.40276],
  [2, 2, 3, 2, 3.5, 3, 124295.90554, 123770.82713],
  [2, 2, 3, 2, 1.5, 3, 124295.90554, 123770.82713],
  [2, 2, 3, 2, 2, 3, 111195.07458, 110576.4114],
  [2, 2, 3, 2, 3.5, 1, 124311.04334, 123784.754],
  [2, -2, 3, -2, 3, -1, 111195.07973, 110575.06481],
  [2, 2, 2, 4, 2.5, 2, 55563.67049, 55626.0649],
  [2, 2, 2, 4, 2.5, 5, 124243.0056, 123722.15822],
  [2, 2, 2, 4, 2.5, 3, 55521.34344, 55583.97332],
  [0, 40, 0, 80, 0, 20, 2223901.59469, 2217162.77618],
  [0, 0, 0, 90, 1, 80, 19307.87223, 19392.53063],
  [1, -1, 1, 0, 2, 0, 111195.07973, 111319.49079],
  [2, 0, 3, 0, 0, 0, 222390.15947, 222638.98159],
  [2, 0, 3, 0, 2.5, 3, 333585.2392, 331725.8699],
  [2, 0, 3, 0, 3.5, 3, 338182.45508, 336358.80735],
];

/** The cross-track formula of a published library: `latlon-spherical` of chrisveness/geodesy. It shares no step with the product's. */
function crossTrack(place: Coordinate, from: Coordinate, to: Coordinate): number {
  const bearing = (one: Coordinate, other: Coordinate) => {
    const [north, south, east] = [one.lat * DEGREE, other.lat * DEGREE, (other.lng - one.lng) * DEGREE];
    return Math.atan2(
      Math.sin(east) * Math.cos(south),
      Math.cos(north) * Math.sin(south) - Math.sin(north) * Math.cos(south) * Math.cos(east),
    );
  };
  const angle = metresBetween(from, place) / EARTH_RADIUS_M;
  return Math.asin(Math.sin(angle) * Math.sin(bearing(from, place) - bearing(from, to))) * EARTH_RADIUS_M;
}

/** The radius of Boost’s sphere. */
const BOOST_RADIUS_M = 6_371_008.77;

describe('road 5: the metres from a place to a line', () => {
  test.each(BOOST)(
    'road 5: from (%d, %d) to (%d, %d), place (%d, %d) are those of Boost.Geometry',
    (fromLng, fromLat, toLng, toLat, lng, lat, onSphere, onEllipsoid) => {
      const path = pathOf([
        { lat: fromLat, lng: fromLng },
        { lat: toLat, lng: toLng },
      ]);
      const metres = metresToPath({ lat, lng }, path);
      expect(Math.abs((metres * BOOST_RADIUS_M) / EARTH_RADIUS_M / onSphere - 1)).toBeLessThan(1e-7);
      expect(Math.abs(metres / onEllipsoid - 1)).toBeLessThan(0.006);
    },
  );

  test('road 5: are those of the example of chrisveness/geodesy, whose formula agrees', () => {
    const [place, from, to] = [
      { lat: 53.2611, lng: -0.7972 },
      { lat: 53.3206, lng: -1.7297 },
      { lat: 53.1887, lng: 0.1334 },
    ];
    expect(crossTrack(place, from, to).toFixed(1)).toBe('-307.5');
    expect(metresToPath(place, pathOf([from, to])).toFixed(1)).toBe('307.5');
  });

  test('road 5: are the cross-track distance beside a segment, and that to the nearer end beyond it', () => {
    const coordinate = fc.record({
      lat: fc.double({ min: 15, max: 32, noNaN: true }),
      lng: fc.double({ min: -117, max: -87, noNaN: true }),
    });
    let beside = 0;
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, (place, from, to) => {
        const metres = metresToPath(place, pathOf([from, to]));
        const across = Math.abs(crossTrack(place, from, to));
        const ends = Math.min(metresBetween(place, from), metresBetween(place, to));
        const isBeside = Math.abs(metres - across) < 0.01;
        beside += isBeside ? 1 : 0;
        expect(isBeside || Math.abs(metres - ends) < 0.01).toBe(true);
        expect(metres).toBeLessThanOrEqual(ends + 0.01);
        expect(metres).toBeGreaterThanOrEqual(across - 0.01);
      }),
      { numRuns: 2_000 },
    );
    expect(beside).toBeGreaterThan(100);
  });

  test('road 5: are 0 at a point of the line, also of one point, and infinite without a line', () => {
    const points = [
      { lat: 25, lng: -100 },
      { lat: 26, lng: -101 },
      { lat: 26, lng: -101 },
    ];
    for (const point of points) expect(metresToPath(point, pathOf(points))).toBe(0);
    expect(metresToPath({ lat: 25, lng: -100 }, pathOf([{ lat: 25, lng: -100 }]))).toBe(0);
    expect(metresToPath({ lat: 25, lng: -100 }, [])).toBe(Number.POSITIVE_INFINITY);
  });

  test('road 5: are right across the date line', () => {
    const path = pathOf([
      { lat: 0, lng: 179.5 },
      { lat: 0, lng: -179.5 },
    ]);
    expect(metresToPath({ lat: 1, lng: 180 }, path)).toBeCloseTo(111_194.9, 0);
  });
});

describe('road 5: a line of at most 200 points', () => {
  test.each(['ragged-point-carmel.gpx', 'cerknicko-jezero.gpx', 'visnjan.gpx'])(
    'road 5: keeps the ends of %s, and is near all of its points',
    (file) => {
      const { points } = readTrace(file);
      const line = simplified(points, 200, 10);
      expect(line.length).toBeLessThanOrEqual(200);
      expect([line[0], line.at(-1)]).toEqual([points[0], points.at(-1)]);
      const path = pathOf(line);
      const worst = Math.max(...points.map((point) => metresToPath(point, path)));
      expect(worst).toBeLessThan(200);
      if (line.length < 200) expect(worst).toBeLessThanOrEqual(10);
    },
  );

  test('road 5: leaves out what is within the error of the receiver', () => {
    const points = Array.from({ length: 50 }, (_, index) => ({
      lat: 25 + index / 1_000,
      lng: -100 + (index % 2) / 1e5,
    }));
    expect(simplified(points, 200, 10)).toEqual([points[0], points.at(-1)]);
    expect(simplified(points, 200, 0.1).length).toBeGreaterThan(10);
    expect(simplified(points, 5, 0)).toHaveLength(5);
    expect(simplified(points.slice(0, 1), 200, 10)).toEqual(points.slice(0, 1));
  });
});
