import type { Chance } from '../../load/chance';
import type { Stop } from './record';

interface Place {
  readonly lat: number;
  readonly lng: number;
}
type Fence = NonNullable<Stop['place']>;

const EARTH_RADIUS_M = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const METRES_OF_A_DEGREE = radians(1) * EARTH_RADIUS_M;

/** The metres between two places (haversine). */
export function metresBetween(one: Place, other: Place): number {
  const haversine = (degrees: number): number => (1 - Math.cos(radians(degrees))) / 2;
  const east = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * haversine(other.lng - one.lng);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(haversine(other.lat - one.lat) + east));
}

/** A position as a phone sends it. */
export interface Measured extends Place {
  readonly speedKmh?: number | undefined;
  readonly accuracyM?: number | undefined;
}

/** The table of §5. Absent values count as exact and slow. */
export function sideOf(point: Measured, fence: Fence): 'INSIDE' | 'OUTSIDE' | 'NEITHER' {
  const { speedKmh = 0, accuracyM = 0 } = point;
  const metres = metresBetween(point, fence);
  if (metres <= fence.radiusM && accuracyM <= 100 && speedKmh <= 30) return 'INSIDE';
  return metres > 1.5 * fence.radiusM + accuracyM ? 'OUTSIDE' : 'NEITHER';
}

/** Where a truck is measured around a stop, and how often. No distance is so near to a limit that rounding decides. */
const AROUND = { there: 5, 'too fast': 1, 'not exact': 1, 'near by': 1, 'perhaps outside': 1, outside: 4 } as const;

/** A measured position in the place of a stop or around it. */
export function around(chance: Chance, fence: Fence): Measured {
  const { radiusM } = fence;
  const inside = radiusM * (0.1 + chance.below(80) / 100);
  const slow = chance.among([{}, { speedKmh: chance.below(30) }]);
  const exact = chance.among([{}, { accuracyM: chance.below(100) }]);
  const error = 20 + chance.below(100);
  const measured = {
    there: () => ({ ...at(chance, fence, inside), ...slow, ...exact }),
    'too fast': () => ({ ...at(chance, fence, inside), speedKmh: 31 + chance.below(70), ...exact }),
    'not exact': () => ({ ...at(chance, fence, inside), ...slow, accuracyM: 101 + chance.below(100) }),
    'near by': () => ({ ...at(chance, fence, radiusM * (1.1 + chance.below(30) / 100)), ...slow, ...exact }),
    'perhaps outside': () => ({ ...at(chance, fence, 1.5 * radiusM + error / 2), accuracyM: error }),
    outside: () => ({ ...at(chance, fence, 1.5 * radiusM + error + 20 + chance.below(2_000)), accuracyM: error }),
  };
  return measured[chance.oneOf(AROUND)]();
}

/** A place of five decimals in this distance, in any direction. */
function at(chance: Chance, { lat, lng }: Place, metres: number): Place {
  const angle = radians(chance.below(360));
  const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
  return {
    lat: round(lat + (metres * Math.cos(angle)) / METRES_OF_A_DEGREE),
    lng: round(lng + (metres * Math.sin(angle)) / (METRES_OF_A_DEGREE * Math.cos(radians(lat)))),
  };
}
